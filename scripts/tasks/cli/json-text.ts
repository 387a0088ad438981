import { TaskError } from "./task.ts";

/** The files that people and git can damage, read so that a damaged one is named with its line and how to mend it. */
export interface JsonFile {
  /** As people know it, relative to the project. */
  readonly name: string;
  /** What to do if it is damaged, in sentences. */
  readonly remedy: string;
}

/** A file that is there and can't be used. */
export class DamagedFile extends TaskError {
  constructor({ name, remedy }: JsonFile, line: number, what: string) {
    super(`${name}, line ${line}: ${what}. ${remedy}`);
  }
}

/** @throws a `DamagedFile` unless it is JSON */
export function parseJson(file: JsonFile, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    // An end that comes too early has no position in the message.
    const position = /at position (\d+)/.exec(message)?.[1] ?? text.length;
    const line = lineAt(text, Number(position));
    throw new DamagedFile(file, line, text.trim() === "" ? "it is empty" : "it is no JSON");
  }
}

/** @returns the line of a key, as in `["arguments", "owner"]`; of the nearest one above it, if it is missing */
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

/** Whether it is an object, and neither an array nor `null`. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
