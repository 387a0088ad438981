import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { errorResult, successfulResult } from "hardhat/utils/result";

/** Something the person at the command line can mend: its message is the whole answer. */
export class TaskError extends Error {}

/** Makes a task end as a command should: what went wrong in one line on standard error, exit code 1, no stack trace. */
export function taskAction<Arguments>(
  run: (args: Arguments, hre: HardhatRuntimeEnvironment) => Promise<void>,
) {
  return async (args: Arguments, hre: HardhatRuntimeEnvironment) => {
    try {
      await run(args, hre);
      return successfulResult();
    } catch (error) {
      console.error(`Error: ${oneLine(error)}`);
      return errorResult();
    }
  };
}

export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, " ").trim();
}
