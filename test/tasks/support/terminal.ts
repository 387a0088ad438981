import { spawn } from "node:child_process";
import { once } from "node:events";
import { createChanges } from "../../support/changes.ts";
import type { Ended } from "../../support/process.ts";
import { type Command, isReadAtLoad, SHELL_ENV } from "./command.ts";
import { HARDHAT } from "./hardhat-cli.ts";
import { inTerminal, quoted } from "./in-terminal.ts";
import { startWarm, type WarmTask } from "./warm-process.ts";

export interface InTerminal {
  /** Types `text` and Enter once `question` appears below earlier answers. */
  answer(question: RegExp, text: string): Promise<void>;
  /** Resolves once `pattern` appears below earlier answers. */
  saw(pattern: RegExp): Promise<RegExpExecArray>;
  /** All that was printed, with the terminal's escape sequences. */
  screen(): string;
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
  const run =
    into === undefined && !isReadAtLoad(env)
      ? startWarm("warm-hardhat.ts in a terminal", project, words, wholeEnv)
      : startCold(project, wholeEnv, words, into);
  let answered = 0;
  const { changed, until } = createChanges();
  run.onPrinted(changed);
  const screen = () => run.printed().output;
  const saw = (pattern: RegExp) =>
    until(
      () => pattern.exec(screen().slice(answered)),
      run.ended,
      () => `It ended before ${pattern}:\n${plain(screen())}`,
    );
  return {
    saw,
    screen,
    ended: run.ended.then(({ code, output }) => ({ code, output: plain(output) })),
    async answer(question, text) {
      const found = await saw(question);
      answered += found.index + found[0].length;
      run.type(`${text}\r`);
    },
  };
}

function startCold(
  cwd: string,
  env: NodeJS.ProcessEnv,
  words: readonly string[],
  into: string | undefined,
): Omit<WarmTask, "signal"> {
  const task = [process.execPath, HARDHAT, ...words];
  const command =
    into === undefined
      ? task
      : ["sh", "-c", `exec ${task.map(quoted).join(" ")} > ${quoted(into)}`];
  const child = spawn(...inTerminal(command), { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const listeners: (() => void)[] = [];
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  });
  return {
    printed: () => ({ output, errors: "" }),
    onPrinted: (listener) => void listeners.push(listener),
    type: (text) => void child.stdin.write(text),
    ended: once(child, "close").then(([code]) => ({ code, output, errors: "" })),
  };
}

function plain(screen: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal is told with
  return screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r\n", "\n");
}
