import path from "node:path";
import { ArgumentType } from "hardhat/types/arguments";
import type { TaskDefinition } from "hardhat/types/tasks";
import { portProblem } from "./port-settings.ts";
import { isLikeKey } from "./visible-text.ts";

const GLOBAL_OPTIONS: ReadonlyMap<string, boolean> = new Map([
  ["build-profile", true],
  ["config", true],
  ["coverage", false],
  ["gas-stats", false],
  ["gas-stats-json", true],
  ["help", false],
  ["init", false],
  ["network", true],
  ["no-typechain", false],
  ["show-stack-traces", false],
  ["verbosity", true],
  ["version", false],
]);

/** Prints one line, because Hardhat would print a stack trace on CI. */
export function refuseWrongUse(tasks: readonly TaskDefinition[]): void {
  if (!/^(hardhat|cli)(\.js)?$/.test(path.basename(process.argv[1] ?? ""))) return;
  const words = process.argv.slice(2);
  const ours = tasks.some(({ id }) => words.includes(id[0] ?? ""));
  const wrong =
    (ours ? pastedKey(words) : null) ??
    wrongUse(tasks, words) ??
    (ours ? portProblem(process.env) : null);
  if (wrong === null) return;
  console.error(`Error: ${wrong}`);
  process.exit(1);
}

/** Skips this option's value, because a transaction hash looks like a private key. */
const OF_HASHES = "--transaction";

/** Returns a warning that omits the key. */
export function pastedKey(words: readonly string[]): string | null {
  const suspects = words
    .filter((word, i) => !word.startsWith(`${OF_HASHES}=`) && words[i - 1] !== OF_HASHES)
    .flatMap((word) => [word.replace(/^-+/, ""), word.slice(word.indexOf("=") + 1)]);
  if (!suspects.some(isLikeKey)) return null;
  return (
    "A word of this command looks like a private key, which belongs on no command line. Nothing was done. Your shell may " +
    "have kept it in its history: if it is a key, use another from now on, and store it by npm run hardhat -- keystore set NAME"
  );
}

/** Returns `null` if the command is correct, or if this project does not define the task. */
export function wrongUse(
  tasks: readonly TaskDefinition[],
  commandLine: readonly string[],
): string | null {
  const { words, options } = split(tasks, commandLine);
  const named = tasks
    .filter(({ id }) => id.every((part, i) => part === words[i]))
    .sort((a, b) => b.id.length - a.id.length);
  const [task] = named;
  if (task === undefined || options.has("help") || options.has("h")) return null;
  const full = task.id.join(" ");
  const positional = words.slice(task.id.length);
  if (task.type !== "NEW_TASK") {
    const [name] = positional;
    if (name === undefined && options.size === 0) return null;
    const inside = tasks.filter(({ id }) => id.slice(0, -1).join(" ") === full);
    const names = inside.map(({ id }) => id.at(-1)).join(", ");
    const problem = name === undefined ? "needs the name of a task" : `has no task ${name}`;
    return `${full} ${problem}. There are: ${names}`;
  }

  const help = `See: npm run hardhat -- ${full} --help`;
  const own = Object.values(task.options);
  for (const [option, values] of options) {
    const definition = own.find((candidate) => kebab(candidate.name) === option);
    if (definition === undefined && !GLOBAL_OPTIONS.has(option)) {
      return `${full} has no option ${dashed(option)}. ${help}`;
    }
    if (values.length > 1) return `${dashed(option)} is given twice`;
    const takesValue =
      definition === undefined ? GLOBAL_OPTIONS.get(option) : definition.type !== ArgumentType.FLAG;
    if (takesValue && values[0] === undefined) return `${dashed(option)} needs a value. ${help}`;
    if (!takesValue && values[0] !== undefined) return `${dashed(option)} takes no value. ${help}`;
  }

  const { positionalArguments } = task;
  const needed = positionalArguments.filter(({ defaultValue }) => defaultValue === undefined);
  if (positional.length < needed.length) {
    const missing = positionalArguments[positional.length];
    return `${full} needs ${missing?.name}: ${missing?.description}. ${help}`;
  }
  const variadic = positionalArguments.some(({ isVariadic }) => isVariadic);
  if (positional.length > positionalArguments.length && !variadic) {
    return `${full} takes no ${JSON.stringify(positional[positionalArguments.length])}. ${help}`;
  }
  return null;
}

function split(tasks: readonly TaskDefinition[], commandLine: readonly string[]) {
  const valued = new Set([...GLOBAL_OPTIONS.keys()].filter((name) => GLOBAL_OPTIONS.get(name)));
  for (const task of tasks) {
    if (task.type !== "NEW_TASK") continue;
    for (const option of Object.values(task.options)) {
      if (option.type !== ArgumentType.FLAG) valued.add(kebab(option.name));
    }
  }
  const words: string[] = [];
  const options = new Map<string, (string | undefined)[]>();
  const rest = [...commandLine];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      words.push(...rest);
      break;
    }
    const match = /^--?([^=]+)(?:=(.*))?$/s.exec(word);
    if (match === null || !word.startsWith("-")) {
      words.push(word);
      continue;
    }
    const [, option = "", attached] = match;
    const follows = valued.has(option) && !rest[0]?.startsWith("--");
    const value = attached ?? (follows ? rest.shift() : undefined);
    options.set(option, [...(options.get(option) ?? []), value]);
  }
  return { words, options };
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function dashed(option: string): string {
  return option.length === 1 ? `-${option}` : `--${option}`;
}
