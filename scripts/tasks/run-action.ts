import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { errorResult, successfulResult } from "hardhat/utils/result";
import { describeError } from "./chain/describe-error.ts";
import type { TaskAction } from "./cli/task.ts";
import { printingVisibly } from "./cli/visible-text.ts";

/** Makes a task end as a command should: what went wrong in one line on standard error, exit code 1, no stack trace. */
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
 * What reads a pipe may have seen enough, as `head` does, and the task goes on without a word. Whatever else does not take
 * the output has cut it off: the task fails then.
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
