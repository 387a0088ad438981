import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { visibleLine } from "./visible-text.ts";

/** `define-command.ts` turns its errors into one line and exit code 1. */
export type TaskAction<Arguments> = (
  args: Arguments,
  hre: HardhatRuntimeEnvironment,
) => Promise<void>;

/** The person at the command line can mend it. Its message is the whole answer. */
export class TaskError extends Error {}

export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = visibleLine(message.replaceAll(/\s+/g, " ").trim());
  if (line.length <= LONGEST_LINE) return line;
  // The middle is what someone else put in; the end says what to do.
  return `${line.slice(0, LONGEST_LINE - 1000)} … ${line.slice(-1000)}`;
}

const LONGEST_LINE = 5_000;

/** Keeps the host: a URL often holds a key, and logs end up in chats. */
export function withoutKeys(message: string): string {
  const url = /\b(\w+:\/\/)(?:[^\s/?#"']*@)?([^\s/?#"'@]+)([/?#][^\s"']+)?/g;
  return message.replaceAll(url, (_, scheme: string, host: string, rest?: string) =>
    rest === undefined ? scheme + host : `${scheme}${host}/…`,
  );
}
