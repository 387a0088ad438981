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

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

const PRINTING = ["log", "info", "warn", "error"] as const;

/** Runs `use` with a console that escapes control characters, so that no single print has to. */
export async function printingVisibly<T>(use: () => Promise<T>): Promise<T> {
  const own = PRINTING.map((name) => [name, console[name]] as const);
  for (const [name, print] of own) {
    console[name] = (...values: unknown[]) =>
      print(...values.map((value) => (typeof value === "string" ? visibleText(value) : value)));
  }
  try {
    return await use();
  } finally {
    for (const [name, print] of own) console[name] = print;
  }
}
