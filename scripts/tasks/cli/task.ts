import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { visibleLine } from "./visible-text.ts";

/** What a command does with its arguments. `define-command.ts` turns its errors into one line and exit code 1. */
export type TaskAction<Arguments> = (
  args: Arguments,
  hre: HardhatRuntimeEnvironment,
) => Promise<void>;

/** Something the person at the command line can mend: its message is the whole answer. */
export class TaskError extends Error {}

export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = visibleLine(message.replaceAll(/\s+/g, " ").trim());
  if (line.length <= LONGEST_LINE) return line;
  // What an endpoint, a file or a command line put in is in the middle; what to do stands at the end.
  return `${line.slice(0, LONGEST_LINE - 1000)} … ${line.slice(-1000)}`;
}

const LONGEST_LINE = 5_000;

/** An endpoint's URL often holds its key, and error lines end up in logs and chats: the host says which one it was. */
export function withoutKeys(message: string): string {
  const url = /\b(\w+:\/\/)(?:[^\s/?#"']*@)?([^\s/?#"'@]+)([/?#][^\s"']+)?/g;
  return message.replaceAll(url, (_, scheme: string, host: string, rest?: string) =>
    rest === undefined ? scheme + host : `${scheme}${host}/…`,
  );
}
