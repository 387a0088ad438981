import { spawn } from "node:child_process";
import { type Ended, type Running, Started } from "../../support/process.ts";
import { type Command, isReadAtLoad, SHELL_ENV } from "./command.ts";
import { HARDHAT } from "./hardhat-cli.ts";
import { inTerminal, quoted } from "./in-terminal.ts";
import { startWarm } from "./warm-process.ts";

export interface InTerminal {
  /** Types `text` and Enter once `question` appears below earlier answers. */
  answer(question: RegExp, text: string): Promise<void>;
  /** With the terminal's escape sequences. */
  readonly screen: Running & { type(text: string): void };
  readonly ended: Promise<Omit<Ended, "errors">>;
}

/** Leaves out CI's variables, because Hardhat opens no keystore on CI. */
export const PERSONS_ENV = Object.fromEntries(
  Object.entries(SHELL_ENV).filter(
    ([name]) =>
      !/^(CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|CODEBUILD_BUILD_NUMBER|BUILD_NUMBER|RUN_ID|NOW|DEPLOYMENT_ID)$/.test(
        name,
      ),
  ),
);

interface TypedCommand extends Command {
  readonly into?: string;
}

export function startInTerminal(
  { project, env = {}, into }: TypedCommand,
  ...words: string[]
): InTerminal {
  const wholeEnv = { ...PERSONS_ENV, TERM: "dumb", ...env };
  const screen =
    into === undefined && !isReadAtLoad(env)
      ? startWarm(project, words, wholeEnv, true)
      : startCold(project, wholeEnv, words, into);
  return {
    screen,
    ended: screen.ended.then(({ code, output }) => ({ code, output: plain(output) })),
    async answer(question, text) {
      await screen.sawAndPassed(question);
      screen.type(`${text}\r`);
    },
  };
}

function startCold(
  cwd: string,
  env: NodeJS.ProcessEnv,
  words: readonly string[],
  into: string | undefined,
): Started {
  const task = [process.execPath, HARDHAT, ...words];
  const command =
    into === undefined
      ? task
      : ["sh", "-c", `exec ${task.map(quoted).join(" ")} > ${quoted(into)}`];
  return new Started(
    spawn(...inTerminal(command), { cwd, env, stdio: ["pipe", "pipe", "inherit"] }),
  );
}

function plain(screen: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal is told with
  return screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r\n", "\n");
}

/** What a task answers that would ask, where nobody can. */
export const NO_TERMINAL =
  "Error: There is no terminal to confirm in. Run the command in a terminal, or pass --yes\n";
