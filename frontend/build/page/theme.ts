import { readFileSync } from "node:fs";
import path from "node:path";

const THEME_FILE = "frontend/src/ui/tokens.css";

export const COLOURS = [
  "paper",
  "card",
  "ink",
  "ink-soft",
  "line",
  "accent",
  "accent-ink",
  "accent-hover",
  "accent-dialog",
  "awning",
  "awning-light",
  "success",
  "success-soft",
  "success-line",
  "warn-ink",
  "warn-soft",
  "warn-line",
  "focus",
] as const;

const FONTS = ["serif", "sans", "mono"] as const;

export type Theme = Readonly<Record<(typeof COLOURS)[number] | (typeof FONTS)[number], string>>;

const FEATURES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "print"] as const;

export type Feature = (typeof FEATURES)[number];

const COMMENT = /\/\*.*?\*\//gs;
const ROOT_RULE = /(?:@media ([^{]+)\{\s*:root\s*\{([^{}]*)\}\s*\}|:root\s*\{([^{}]*)\})/g;
/** Some parts that browsers draw, such as a dialog's backdrop, don't inherit from the root. */
const OTHER_RULE = /::backdrop\s*\{[^{}]*\}/g;
const PROPERTY = /--([\w-]+):\s*([^;]+);/g;
const SAME_AS = /^var\(--([\w-]+)\)$/;
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export function themeSource(): string {
  return readFileSync(path.resolve(import.meta.dirname, "../../..", THEME_FILE), "utf8");
}

/**
 * Reads the theme's custom properties for the given media features, by default for light colours on
 * a screen.
 * @throws if a property is missing, a colour is not hexadecimal, or a rule is unreadable
 */
export function readTheme(
  features: readonly Feature[] = [],
  source: string = themeSource(),
): Theme {
  const css = source.replaceAll(COMMENT, "");
  const unread = css.replaceAll(ROOT_RULE, "").replaceAll(OTHER_RULE, "").trim();
  if (unread !== "") throw problem(`has a rule for something else than :root: ${unread}`);

  const properties = new Map<string, string>();
  for (const [, query, inQuery, plain] of css.matchAll(ROOT_RULE)) {
    const wanted = query?.trim().split(" and ") ?? [];
    const unknown = wanted.find((each) => !FEATURES.some((feature) => feature === each));
    if (unknown !== undefined) throw problem(`asks for "${unknown}", which is not understood`);
    if (!wanted.every((each) => features.some((feature) => feature === each))) continue;
    for (const [, name = "", value = ""] of (inQuery ?? plain ?? "").matchAll(PROPERTY))
      properties.set(name, value.trim());
  }

  const missing = [...COLOURS, ...FONTS].filter((name) => !properties.has(name));
  if (missing.length > 0) throw problem(`does not have --${missing.join(", --")}`);
  for (const name of COLOURS) {
    const value = properties.get(name) ?? "";
    const colour = properties.get(SAME_AS.exec(value)?.[1] ?? "") ?? value;
    if (!HEX.test(colour))
      throw problem(`has --${name}: ${value}, which is not a colour like #a8401f`);
    properties.set(name, colour);
  }
  return Object.fromEntries(properties) as Theme;
}

function problem(what: string): Error {
  const message = `${THEME_FILE} ${what}`;
  // Hides the stack, because Vite prints it.
  return Object.assign(new Error(message), { stack: message });
}
