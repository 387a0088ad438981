import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { visibleLine } from "./visible-text.ts";

/** A task's function. `define-command.ts` turns its errors into one line and exit code 1. */
export type TaskAction<Arguments> = (
  args: Arguments,
  hre: HardhatRuntimeEnvironment,
) => Promise<void>;

/** An error that the user can correct. The message contains all they need. */
export class TaskError extends Error {}

export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = visibleLine(message.replaceAll(/\s+/g, " ").trim());
  if (line.length <= LONGEST_LINE) return line;
  // Cuts the middle, because a message ends with the remedy.
  return `${line.slice(0, LONGEST_LINE - 1000)} … ${line.slice(-1000)}`;
}

const LONGEST_LINE = 5_000;

/** Removes keys: a URL often contains one, and people paste logs into chats. */
export function withoutKeys(message: string): string {
  const url = /\b(\w+:\/\/)(?:[^\s/?#"']*@)?([^\s/?#"'@]+)([/?#][^\s"']+)?/g;
  return message.replaceAll(url, (_, scheme: string, host: string, rest?: string) =>
    rest === undefined ? scheme + host : `${scheme}${host}/…`,
  );
}
