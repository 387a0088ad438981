// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Checks the promise of docs/customise.md that a theme is one file. */
const THEME = "ui/tokens.css";

const COMMENT = /\/\*.*?\*\//gs;
const PICTURE = /<svg.*?<\/svg>/gs;
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\(/gi;
const HEX = /#[0-9a-f]{3,8}\b/gi;
/** Reads only declarations, because an id selector can look like a colour. */
const DECLARATION = /[\w-]+\s*:\s*([^;{}]+)[;}]/g;
const QUOTED = /"[^"\n]*"|'[^'\n]*'|`[^`]*`/g;
const FONT = /(?<![\w-])font(?:-family)?:\s*([^;}]+)/g;
const WORD = /(?<![\w-])[a-z]+(?![\w(-])/gi;
/** Keywords that don't set a colour. */
const NOT_OURS = /^(?:transparent|currentcolor|inherit|initial|unset|revert|[A-Z]\w+)$/;

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /\.(?:css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file));

/** Literal colours; jsdom's CSS parser knows the colour names. */
function coloursIn(file: string, source: string): string[] {
  const plain = source.replaceAll(COMMENT, "").replaceAll(PICTURE, "");
  const values = file.endsWith(".css")
    ? Array.from(plain.matchAll(DECLARATION), ([, value = ""]) => value)
    : Array.from(plain.matchAll(QUOTED), ([text]) => text);
  return values.flatMap((value) => [
    ...(value.match(FUNCTION) ?? []),
    ...(value.match(HEX) ?? []),
    ...(file.endsWith(".css") ? (value.match(WORD) ?? []).filter(isColourName) : []),
  ]);
}

const probe = document.createElement("i");
function isColourName(word: string): boolean {
  probe.style.color = "";
  probe.style.color = word;
  return probe.style.color !== "" && !NOT_OURS.test(word);
}

it("has colours only in the theme's file; pictures have their own", () => {
  const found = files
    .filter((file) => file !== THEME)
    .map((file) => [
      file,
      coloursIn(file, readFileSync(path.join(import.meta.dirname, file), "utf8")),
    ])
    .filter(([, colours]) => colours?.length !== 0);
  expect(files.length).toBeGreaterThan(80);
  expect(files).toContain(THEME);
  expect(found).toEqual([]);
});

it("has fonts only in the theme's file", () => {
  const fonts = files
    .filter((file) => file.endsWith(".css") && file !== THEME)
    .flatMap((file) => {
      const css = readFileSync(path.join(import.meta.dirname, file), "utf8");
      return Array.from(css.matchAll(FONT), ([, font = ""]) => [file, font] as const);
    });
  expect(fonts.length).toBeGreaterThan(8);
  expect(
    fonts.filter(([, font]) => !/(?:var\(--(?:serif|sans|mono)\)|inherit)$/.test(font)),
  ).toEqual([]);
});

it.each([
  ["a.css", "a { color: #abc }", "#abc"],
  ["a.css", "a { background: rgb(0 0 0 / 55%); }", "rgb("],
  ["a.css", "a { border: 1px solid OKLCH(40% 0.2 20); }", "OKLCH("],
  ["a.css", "a { color: color-mix(in srgb, var(--ink), transparent) }", "color-mix("],
  ["a.css", "a { border: 1px solid rebeccapurple }", "rebeccapurple"],
  ["a.tsx", '<p style={{ color: "#A8401F" }} />', "#A8401F"],
  ["a.ts", "const soft = `hsl(20 50% 50%)`;", "hsl("],
])("finds a colour in %s: %s", (file, source, colour) => {
  expect(coloursIn(file, source)).toEqual([colour]);
});

it.each([
  ["a.css", "#abc:hover { color: CanvasText; background: transparent /* #abc */ }"],
  ["a.css", "a { transition: color 1s; border-color: currentcolor; margin: var(--red) }"],
  ["a.ts", 'const icon = `<svg><path fill="#20553f"/></svg>`; // rgb(0 0 0)'],
])("finds none in %s: %s", (file, source) => {
  expect(coloursIn(file, source)).toEqual([]);
});
