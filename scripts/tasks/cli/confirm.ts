import { ask, ownTerminal, type Terminal } from "./prompt.ts";
import { TaskError } from "./task.ts";

export async function confirm(
  word: string,
  yes: boolean,
  terminal: Terminal | null = ownTerminal(),
): Promise<void> {
  if (yes) return;
  if (!terminal?.input.isTTY) {
    throw new TaskError(
      "There is no terminal to confirm in. Run the command in a terminal, or pass --yes",
    );
  }
  const answer = await ask(terminal, `Type ${word} to go on: `);
  if (answer.trim() !== word) throw new TaskError("Not confirmed: nothing was sent");
}
