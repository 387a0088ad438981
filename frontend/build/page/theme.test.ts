import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { COLOURS, type Feature, readTheme, themeSource } from "./theme.ts";

const SRC = path.resolve(import.meta.dirname, "../../src");
const DARK = "(prefers-color-scheme: dark)";
const MORE = "(prefers-contrast: more)";
const source = themeSource();

describe("readTheme", () => {
  it("has the colours of light mode, with the overrides of each media feature", () => {
    const theme = (rules: string) => source + rules;
    const rules = `@media ${DARK} { :root { --ink: #111; } }
      @media ${DARK} and ${MORE} { :root { --ink: #222; } }
      @media print { :root { --ink: #333; } }`;
    expect(readTheme([], theme("")).ink).toBe(/--ink: (#\w+);/.exec(source)?.[1]);
    expect(readTheme([DARK], theme(rules)).ink).toBe("#111");
    expect(readTheme([MORE, DARK], theme(rules)).ink).toBe("#222");
    expect(readTheme(["print"], theme(rules)).ink).toBe("#333");
  });

  it("follows a colour that is the same as another", () => {
    const theme = `${source} :root { --accent-dialog: var(--focus); --focus: #123456; }`;
    expect(readTheme([], theme)["accent-dialog"]).toBe("#123456");
  });

  it.each([...COLOURS, "serif", "sans", "mono"])("refuses a file without --%s", (name) => {
    const without = source.replaceAll(new RegExp(`--${name}: [^;]+;`, "g"), "");
    expect(() => readTheme([], without)).toThrow(
      `frontend/src/ui/tokens.css does not have --${name}`,
    );
  });

  it.each(["rgb(1 2 3)", "red", "#12345", "var(--radius)", "var(--none)"])(
    "refuses %s as a colour: not every reader of it knows CSS",
    (value) => {
      expect(() => readTheme([], `${source} :root { --ink: ${value}; }`)).toThrow(
        `has --ink: ${value}, which is not a colour like #a8401f`,
      );
    },
  );

  it("refuses what it would overlook", () => {
    expect(() => readTheme([], `${source} @media (hover) { :root { --ink: #111; } }`)).toThrow(
      'asks for "(hover)", which is not understood',
    );
    expect(() => readTheme([], `${source} body { --ink: #111; }`)).toThrow(
      "has a rule for something else than :root: body { --ink: #111; }",
    );
  });
});

it("has every custom property that the page uses, and none that nothing uses", () => {
  const styles = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:css|tsx?)$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(path.join(SRC, file), "utf8"))
    .join("\n");
  // `--wui-` is AppKit's own prefix.
  const used = new Set(styles.match(/(?<=var\()--(?!wui-)[\w-]+|(?<=Value\(")--[\w-]+/g));
  const defined = new Set(source.match(/--[\w-]+(?=:)/g));
  for (const own of styles.match(/--[\w-]+(?=:)/g) ?? []) if (!defined.has(own)) used.delete(own);
  expect(used.size).toBeGreaterThan(15);
  expect([...used].sort()).toEqual([...defined].sort());
});

/** WCAG 2.2, success criteria 1.4.3 (text) and 1.4.11 (controls and graphics). */
const TEXT = 4.5;
const SEEN = 3;

type Colour = (typeof COLOURS)[number];

const PAIRS: readonly (readonly [Colour, Colour, number])[] = [
  ["ink", "paper", TEXT],
  ["ink", "card", TEXT],
  ["ink-soft", "paper", TEXT],
  ["ink-soft", "card", TEXT],
  ["accent-ink", "accent", TEXT],
  ["accent-ink", "accent-hover", TEXT],
  ["success", "success-soft", TEXT],
  ["warn-ink", "warn-soft", TEXT],
  ["warn-ink", "card", TEXT],
  ["focus", "paper", SEEN],
  ["focus", "card", SEEN],
];

const APPEARANCES: readonly (readonly Feature[])[] = [
  [],
  [DARK],
  [MORE],
  [DARK, MORE],
  ["print"],
  [DARK, "print"],
];

describe.each(APPEARANCES.map((features) => [features.join(" and ") || "light", features]))(
  "contrast, %s",
  (_, features) => {
    const theme = readTheme(features);
    // Print needs no focus ring.
    const pairs = PAIRS.filter(([, , least]) => least === TEXT || !features.includes("print"));

    it.each(pairs)("--%s on --%s is at least %d", (front, back, least) => {
      expect(contrast(theme[front], theme[back])).toBeGreaterThanOrEqual(least);
    });
  },
);

it.each([[[]], [[DARK]]] as const)("more contrast is not less for any pair, %j", (features) => {
  const [usual, more] = [readTheme(features), readTheme([...features, MORE])];
  const less = PAIRS.filter(
    ([front, back]) => contrast(more[front], more[back]) < contrast(usual[front], usual[back]),
  );
  expect(less).toEqual([]);
});

/** The colours that AppKit combines with the accent (`appkit-common`'s ThemeUtil). */
describe("the accent of the kit's dialog", () => {
  it.each([
    ["light", [], "#ffffff", TEXT],
    ["light, more contrast", [MORE], "#ffffff", TEXT],
    // No colour has a contrast of 4.5 with both white and this colour. The maximum is 4.3; AppKit's
    // own blue has 3.9.
    ["dark", [DARK], "#121313", 3.9],
    ["dark, more contrast", [DARK, MORE], "#121313", 3.9],
  ] as const)("can be read as a ground and as text, %s", (_, features, background, least) => {
    const accent = readTheme(features)["accent-dialog"];
    expect(contrast("#ffffff", accent)).toBeGreaterThanOrEqual(least);
    expect(contrast(accent, background)).toBeGreaterThanOrEqual(least);
  });
});

const SCHEMES: readonly (readonly Feature[])[] = [[DARK], [MORE], [DARK, MORE]];
/** The largest difference of hue, in degrees. */
const SAME_HUE = 20;

it.each(SCHEMES.map((features) => [features] as const))(
  "the accent is of the same hue as in light colours, %j",
  (features) => {
    const [light, theme] = [readTheme(), readTheme(features)];
    const other = (["accent", "accent-hover", "accent-dialog", "awning"] as const).filter(
      (name) => between(hue(light[name]), hue(theme[name])) > SAME_HUE,
    );
    expect(other, "of tokens.css, forgotten in a block after the first").toEqual([]);
  },
);

it("computes hues", () => {
  expect(["#ff0000", "#00ff00", "#0000ff", "#ff0080"].map(hue)).toEqual([0, 120, 240, 330]);
  expect(["#fff", "#777777", "#121814"].map(hue)).toEqual([null, null, null]);
  expect(between(350, 10)).toBe(20);
  expect(between(null, 10)).toBe(0);
});

/** In degrees; `null` for a nearly grey colour. */
function hue(colour: string): number | null {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 0.1) return null;
  const turned = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return Math.round((turned * 180) / Math.PI + 360) % 360;
}

function between(a: number | null, b: number | null): number {
  if (a === null || b === null) return 0;
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 - apart);
}

it("computes the contrast that WCAG defines", () => {
  expect(contrast("#000", "#fff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function channels(colour: string): number[] {
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./g, "$&$&") : colour.slice(1);
  return (digits.match(/../g) ?? []).map((digit) => Number.parseInt(digit, 16) / 255);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
