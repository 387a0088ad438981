import { openSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { WriteStream } from "node:tty";
import { TaskError } from "./task.ts";

/** Where a person reads a question and types the answer. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** @returns the terminal of this process, whatever its outputs are redirected to; `null` if no one can type here */
export function ownTerminal(): Terminal | null {
  if (!process.stdin.isTTY) return null;
  return { input: process.stdin, output: process.stderr.isTTY ? process.stderr : openTerminal() };
}

/** Both outputs may be files, which the question is no part of. */
function openTerminal(): NodeJS.WritableStream {
  try {
    return new WriteStream(openSync("/dev/tty", "w"));
  } catch {
    return process.stderr;
  }
}

/**
 * @param secret nothing of what is typed is shown
 * @throws a `TaskError` if the terminal is closed, or interrupted, before there is an answer
 */
export async function ask(
  { input, output }: Terminal,
  question: string,
  { secret = false }: { readonly secret?: boolean } = {},
): Promise<string> {
  // Line editing echoes what is typed: here it echoes to nowhere.
  const shown = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
  const lines = createInterface({ input, output: shown, ...(secret && { terminal: true }) });
  // Not before: until there is line editing, the terminal itself echoes.
  if (secret) output.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once("close", () => reject(new TaskError("The question was not answered")));
      lines.question(secret ? "" : question, resolve);
    });
  } finally {
    lines.close();
    if (secret) output.write("\n");
  }
}
