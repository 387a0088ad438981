import { openSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { WriteStream } from "node:tty";
import { TaskError } from "./task.ts";

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

export function ownTerminal(): Terminal | null {
  if (!process.stdin.isTTY) return null;
  return { input: process.stdin, output: process.stderr.isTTY ? process.stderr : openTerminal() };
}

function openTerminal(): NodeJS.WritableStream {
  try {
    return new WriteStream(openSync("/dev/tty", "w"));
  } catch {
    return process.stderr;
  }
}

/** @throws a `TaskError` if the terminal is closed or interrupted first */
export async function ask(
  { input, output }: Terminal,
  question: string,
  { secret = false }: { readonly secret?: boolean } = {},
): Promise<string> {
  const shown = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
  const lines = createInterface({ input, output: shown, ...(secret && { terminal: true }) });
  // Until line editing starts, the terminal echoes input by itself.
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
