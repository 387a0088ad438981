import { TaskError } from "./task.ts";

export interface JsonFile {
  readonly name: string;
  readonly remedy: string;
}

export class DamagedFile extends TaskError {
  constructor({ name, remedy }: JsonFile, line: number, what: string) {
    super(`${name}, line ${line}: ${what}. ${remedy}`);
  }
}

/** @throws a `DamagedFile` unless the text is JSON */
export function parseJson(file: JsonFile, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    // If the text ends too early, V8's message has no position.
    const position = /at position (\d+)/.exec(message)?.[1] ?? text.length;
    const line = lineAt(text, Number(position));
    throw new DamagedFile(file, line, text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

/** Finds the line of a key, or of its nearest existing parent. */
export function lineOf(text: string, path: readonly string[]): number {
  let at = 0;
  for (const key of path) {
    const found = text.indexOf(`${JSON.stringify(key)}:`, at);
    if (found < 0) break;
    at = found;
  }
  return lineAt(text, at);
}

function lineAt(text: string, position: number): number {
  return text.trimEnd().slice(0, position).split("\n").length;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
