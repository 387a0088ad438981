import { kebab } from "../../tasks/cli/command-line.ts";
import { tasks } from "../../tasks/tasks.ts";
import { table } from "./markdown.ts";

type Task = Extract<(typeof tasks)[number], { readonly type: "NEW_TASK" }>;
type Option = Task["options"][string];

function split(description: string): readonly [what: string, example: string] {
  const [what = "", example = ""] = description.split(". Example: ");
  return [what, example];
}

const dashed = ({ name }: Option) => `\`--${kebab(name)}\``;

function optionRow(option: Option): readonly [string, string] {
  return [dashed(option), option.description];
}

function taskChapter(task: Task, sharedOptions: readonly Option[]): string {
  const [what, example] = split(task.description);
  const options = Object.values(task.options);
  const isShared = (option: Option) =>
    sharedOptions.some(({ description }) => description === option.description);
  const rows = [
    ...task.positionalArguments.map(
      ({ name, description }) => [`\`<${name}>\``, description] as const,
    ),
    ...options.filter((option) => !isShared(option)).map(optionRow),
  ];
  const shared = options.filter(isShared);
  return [
    `### ${task.id.join(" ")}`,
    `${what}.`,
    `\`${example}\``,
    ...(rows.length > 0 ? [table(["argument", "what it does"], rows)] : []),
    ...(shared.length > 0 ? [`Also: ${shared.map(dashed).join(", ")}.`] : []),
  ].join("\n\n");
}

/** Compares descriptions, because `--from` is a date in reports but an account in dry runs. */
function sharedOptionsOf(all: readonly Task[]): readonly Option[] {
  const options = all.flatMap((task) => Object.values(task.options));
  const groups = Map.groupBy(options, ({ description }) => description).values();
  return [...groups].flatMap(([first, ...others]) => (first && others.length > 0 ? first : []));
}

export function commandsReference(generated: string): string {
  const all = tasks.filter((task) => task.type === "NEW_TASK");
  const shared = sharedOptionsOf(all);
  const list = all.map(({ id, description }) => {
    const name = id.join(" ");
    return [`[\`${name}\`](#${name.replaceAll(" ", "-")})`, split(description)[0]];
  });
  return `# Commands

${generated}

## Tasks

Run a task as \`npm run hardhat -- <task> --network <network>\`. \`--help\` shows the same text. A task that changes something
shows the call, its cost, and the value before and after. On a live network it asks first, and verifies the result on chain. If
the owner is a Safe, it writes a Transaction Builder batch instead. Lists take \`--json\` and \`--csv\`
([fields](machine-output.md)).

${table(["task", "what it does"], list)}

### Options of several tasks

${table(["option", "what it does"], shared.map(optionRow))}

${all.map((task) => taskChapter(task, shared)).join("\n\n")}
`;
}
