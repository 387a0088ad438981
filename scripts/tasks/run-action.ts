import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { errorResult, successfulResult } from "hardhat/utils/result";
import { describeError } from "./chain/describe-error.ts";
import type { TaskAction } from "./cli/task.ts";
import { printingVisibly } from "./cli/visible-text.ts";

/** Runs a task; its error is one line on standard error and exit code 1, without a stack trace. */
export function runAction<Arguments>(run: TaskAction<Arguments>) {
  return (args: Arguments, hre: HardhatRuntimeEnvironment) => {
    hearOutput();
    return printingVisibly(async () => {
      try {
        await run(args, hre);
        return successfulResult();
      } catch (error) {
        console.error(`Error: ${describeError(error)}`);
        return errorResult();
      }
    });
  };
}

const heard = new WeakSet<NodeJS.EventEmitter>();

/**
 * Ignores a pipe that its reader, such as `head`, closes early. The task fails for other output
 * errors.
 */
export function hearOutput(output: NodeJS.EventEmitter = process.stdout): void {
  if (heard.has(output)) return;
  heard.add(output);
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || process.exitCode === 1) return;
    process.exitCode = 1;
    console.error(`Error: The output is cut off: ${describeError(error)}`);
  });
}
