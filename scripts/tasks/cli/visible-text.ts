import { spoke } from "./silence.ts";

/**
 * Replaces control and direction characters, because they could fake a "pass" or a password prompt
 * in a terminal. The form `\u001b` leaves a JSON document's meaning unchanged.
 */

const UNSEEN = /(?![\n\t]|\r\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const UNSEEN_IN_LINE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, escaped);
}

export function visibleLine(text: string): string {
  return text.replaceAll(UNSEEN_IN_LINE, escaped);
}

/** Characters to show visibly in a rejected input, because they are often the reason. */
const UNSEEN_IN_INPUT = /(?! )[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
const MOST_SHOWN = 100;

export function shownInput(text: string): string {
  const [start, rest] = bounded(text);
  return start.replaceAll(UNSEEN_IN_INPUT, escaped) + rest;
}

export function quotedInput(text: string): string {
  const [start, rest] = bounded(text);
  return JSON.stringify(start).replaceAll(UNSEEN_IN_INPUT, escaped) + rest;
}

/** A pattern that also matches a key with missing digits or with quotes. */
const LIKE_KEY = /^["'\s]*(?:0x)?[0-9a-f]{56,72}["'\s]*$/i;

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
