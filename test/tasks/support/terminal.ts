import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Ended } from "../../support/process.ts";
import { type Command, SHELL_ENV } from "./command.ts";
import { HARDHAT } from "./hardhat-cli.ts";

/** A task as a person runs it: in a terminal, where it asks and is answered. */
export interface InTerminal {
  /** Types `text` and Enter once `question` is on the screen, below what was answered before. */
  answer(question: RegExp, text: string): Promise<void>;
  /** All that was on the screen, without colours; a terminal has no separate errors. */
  readonly ended: Promise<Omit<Ended, "errors">>;
}

/** Hardhat opens no keystore where it takes itself to be on CI, where no one can type the password. */
export const PERSONS_ENV = Object.fromEntries(
  Object.entries(SHELL_ENV).filter(
    ([name]) =>
      !/^(CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|CODEBUILD_BUILD_NUMBER|BUILD_NUMBER|RUN_ID|NOW|DEPLOYMENT_ID)$/.test(
        name,
      ),
  ),
);

/** A command that a person types, with its standard output on the screen or in a file. */
interface TypedCommand extends Command {
  readonly into?: string;
}

/** A real pseudo-terminal, by the `script` that Linux distributions and macOS have in their base systems. */
export function startInTerminal(
  { project, env = {}, into }: TypedCommand,
  ...words: string[]
): InTerminal {
  const task = [process.execPath, HARDHAT, ...words];
  const command =
    into === undefined
      ? task
      : ["sh", "-c", `exec ${task.map(quoted).join(" ")} > ${quoted(into)}`];
  const child: ChildProcess = spawn(
    "script",
    process.platform === "darwin"
      ? ["-q", "/dev/null", ...command]
      : // Without `exec`, Ctrl-C also ends a shell that waits for the task (dash does), with 130 whatever the task answers.
        ["-qefc", `exec ${command.map(quoted).join(" ")}`, "/dev/null"],
    {
      cwd: project,
      env: { ...PERSONS_ENV, TERM: "dumb", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  let screen = "";
  let answered = 0;
  let look = () => {};
  child.stdout?.on("data", (chunk: Buffer) => {
    screen += chunk.toString();
    look();
  });
  const ended = once(child, "close").then(([code]) => ({ code, output: plain(screen) }));

  return {
    ended,
    answer: async (question, text) => {
      await new Promise<void>((resolve, reject) => {
        look = () => {
          const found = question.exec(screen.slice(answered));
          if (found === null) return;
          answered += found.index + found[0].length;
          resolve();
        };
        look();
        ended.then(({ output }) => reject(new Error(`It ended before ${question}:\n${output}`)));
      });
      look = () => {};
      child.stdin?.write(`${text}\r`);
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function plain(screen: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal is told with
  return screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r\n", "\n");
}
