import { createInterface } from "node:readline/promises";
import { TaskError } from "../shared/task-action.ts";

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Asks for `word` to be typed; anything else ends the task before anything was sent. */
export async function confirm(
  word: string,
  yes: boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (yes) return;
  if (!input.isTTY) {
    throw new TaskError("There is no terminal to confirm in: run it in one, or pass --yes");
  }
  const terminal = createInterface({ input, output });
  const answer = await terminal.question(`Type ${word} to go on: `);
  terminal.close();
  if (answer.trim() !== word) throw new TaskError("Not confirmed: nothing was sent");
}
