import path from "node:path";
import { parseArgs } from "node:util";
import { ArgumentType } from "hardhat/types/arguments";
import type { TaskDefinition } from "hardhat/types/tasks";
import { portProblem } from "./port-settings.ts";
import { isLikeKey } from "./visible-text.ts";

/** Whether an option takes a value. */
type OptionType = "string" | "boolean";

const GLOBAL_OPTIONS: readonly (readonly [name: string, OptionType])[] = [
  ["build-profile", "string"],
  ["config", "string"],
  ["coverage", "boolean"],
  ["gas-stats", "boolean"],
  ["gas-stats-json", "string"],
  ["help", "boolean"],
  ["init", "boolean"],
  ["network", "string"],
  ["no-typechain", "boolean"],
  ["show-stack-traces", "boolean"],
  ["verbosity", "string"],
  ["version", "boolean"],
];

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
    "An argument looks like a private key. Never put a key on a command line. Nothing was done. Your shell may " +
    "have kept it in its history: if it is a key, stop using it, and store a new one: npm run hardhat -- keystore set NAME"
  );
}

/** Returns `null` if the command is correct, or if this project does not define the task. */
export function wrongUse(
  tasks: readonly TaskDefinition[],
  commandLine: readonly string[],
): string | null {
  const { words, options } = split(tasks, commandLine);
  const [task] = tasks
    .filter(({ id }) => id.every((part, i) => part === words[i]))
    .sort((a, b) => b.id.length - a.id.length);
  if (task === undefined || commandLine.some((word) => /^(-h|--help)$/.test(word))) return null;
  const full = task.id.join(" ");
  const positional = words.slice(task.id.length);
  if (task.type !== "NEW_TASK") {
    const [name] = positional;
    if (name === undefined && options.length === 0) return null;
    const inside = tasks.filter(({ id }) => id.slice(0, -1).join(" ") === full);
    const names = inside.map(({ id }) => id.at(-1)).join(", ");
    const problem = name === undefined ? "needs the name of a task" : `has no task ${name}`;
    return `${full} ${problem}. There are: ${names}`;
  }

  const help = `See: npm run hardhat -- ${full} --help`;
  const types = new Map([...GLOBAL_OPTIONS, ...optionsOf(task)]);
  for (const { name, rawName, value, inlineValue = false } of options) {
    const type = types.get(name);
    if (type === undefined) return `${full} has no option ${rawName}. ${help}`;
    const given = options.filter((option) => option.name === name);
    if (given.length > 1) return `${rawName} is given twice`;
    // Hardhat would take the next option for the value, and a flag's value for an argument.
    const isGiven = value !== undefined && (inlineValue || !value.startsWith("--"));
    if (type === "string" && !isGiven) return `${rawName} needs a value. ${help}`;
    if (type === "boolean" && inlineValue) return `${rawName} takes no value. ${help}`;
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
  const known = [...GLOBAL_OPTIONS, ...tasks.flatMap(optionsOf)];
  const { tokens, positionals: words } = parseArgs({
    args: [...commandLine],
    options: Object.fromEntries(known.map(([name, type]) => [name, { type }])),
    strict: false,
    tokens: true,
  });
  return { words, options: tokens.filter((token) => token.kind === "option") };
}

function optionsOf(task: TaskDefinition): [name: string, OptionType][] {
  return Object.values(task.type === "NEW_TASK" ? task.options : {}).map(({ name, type }) => [
    kebab(name),
    type === ArgumentType.FLAG ? "boolean" : "string",
  ]);
}

export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
