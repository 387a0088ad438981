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
    throw new TaskError("Nobody is here to confirm: pass --yes, or run it in a terminal");
  }
  const terminal = createInterface({ input, output });
  const answer = await terminal.question(`Type ${word} to go on: `);
  terminal.close();
  if (answer.trim() !== word) throw new TaskError("Not confirmed: nothing was sent");
}
