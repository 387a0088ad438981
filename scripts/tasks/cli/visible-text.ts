import { spoke } from "./silence.ts";

/**
 * Text from endpoints, files and command lines can hold what a terminal obeys, or what turns round the order of the text
 * beside it: a fake "pass", a line that is overwritten, a question for a password. Before it is shown, each of these
 * characters is written as JSON writes it, `\u001b`, so that one JSON document stays the same document.
 */

/** All controls but tab and the ends of lines, the controls of writing direction, and Unicode's own ends of lines. */
const UNSEEN = /(?![\n\t]|\r\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const UNSEEN_IN_LINE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** @returns text of any number of lines that shows all it has */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, escaped);
}

/** @returns one line that shows all it has: the cell of a table */
export function visibleLine(text: string): string {
  return text.replaceAll(UNSEEN_IN_LINE, escaped);
}

/** What can't be seen in an input that is refused, and is often why: blanks of other widths, fillers, joiners, controls. */
const UNSEEN_IN_INPUT = /(?! )[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
const MOST_SHOWN = 100;

/** @returns an input as it stands in a message: what can't be seen is escaped, and no more than its start is repeated */
export function shownInput(text: string): string {
  const [start, rest] = bounded(text);
  return start.replaceAll(UNSEEN_IN_INPUT, escaped) + rest;
}

/** @returns the same in quotes, with the escapes of JSON */
export function quotedInput(text: string): string {
  const [start, rest] = bounded(text);
  return JSON.stringify(start).replaceAll(UNSEEN_IN_INPUT, escaped) + rest;
}

/** A private key is 64 hex digits; one that was cut off, or pasted with its quotes, is still most of a key. */
const LIKE_KEY = /^["'\s]*(?:0x)?[0-9a-f]{56,72}["'\s]*$/i;

/** Whether the text may be a private key, which is shown nowhere. */
export function isLikeKey(text: string): boolean {
  return LIKE_KEY.test(text);
}

function bounded(text: string): readonly [start: string, rest: string] {
  if (isLikeKey(text)) return ["(a private key? not shown)", ""];
  const characters = Array.from(text.slice(0, 4 * MOST_SHOWN));
  if (characters.length <= MOST_SHOWN) return [text, ""];
  return [
    characters.slice(0, MOST_SHOWN).join(""),
    `… (${text.length.toLocaleString("en-US")} characters)`,
  ];
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

const PRINTING = ["log", "info", "warn", "error"] as const;

/** Runs `use` with a console that escapes control characters, so that no single print has to, and that ends a silence. */
export async function printingVisibly<T>(use: () => Promise<T>): Promise<T> {
  const own = PRINTING.map((name) => [name, console[name]] as const);
  spoke();
  for (const [name, print] of own) {
    console[name] = (...values: unknown[]) => {
      spoke();
      print(...values.map((value) => (typeof value === "string" ? visibleText(value) : value)));
    };
  }
  try {
    return await use();
  } finally {
    for (const [name, print] of own) console[name] = print;
  }
}
