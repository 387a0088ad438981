import { readFileSync } from "node:fs";
import path from "node:path";
import { tasks } from "../../tasks/tasks.ts";
import { table } from "./markdown.ts";

type Task = Extract<(typeof tasks)[number], { readonly type: "NEW_TASK" }>;
type Option = Task["options"][string];

/** Options of several tasks. The first task with such an option describes it. */
const SHARED = [
  ...["yes", "dryRun", "from", "speedUp", "cancel", "maxFee"],
  ...["prepare", "payouts", "json", "csv"],
];

const SCRIPTS: readonly (readonly [group: string, rows: Readonly<Record<string, string>>])[] = [
  [
    "Every day",
    {
      start: "starts a local chain, the contracts, the page and a test wallet",
      test: "runs all suites side by side and ends with `N passed, N failed`",
      "test:quick": "runs the tests of what you changed since the last commit, in up to a minute",
      "test:files": "runs one file of the tasks' or tools' tests: `-- <file>`",
      lint: "checks everything: format, lint, types, unused code, direction of imports",
      format: "formats TypeScript, CSS, JSON and Solidity",
      build: "builds the page into `frontend/dist`: `-- --mode <network>`",
      hardhat: "runs a task: `-- <task> --network <network>`",
    },
  ],
  [
    "Before and after a release",
    {
      rehearse: "walks a sale on a simulated mainnet; `-- --sale-day` shows the day of the sale",
      "check:site": "compares a host with the build: `-- <url>`",
      descriptor: "adds the recorded deployments to the descriptor for hardware wallets (ERC-7730)",
      sbom: "prints the bill of materials (CycloneDX)",
      conformance: "lists the specification's statements and the tests that show each",
    },
  ],
  [
    "Generated files",
    {
      docs: "writes this reference and `.env.example`",
      collection: "writes the contract's part of `collection.ts`",
      art: "writes the contract's pictures from `contracts/art`",
      gallery: "draws the first hundred tickets",
      "share-card": "draws the share card and the icons",
      "readme-picture": "takes the README's picture and clip from the real page",
      "dashboard-picture": "draws a dashboard of an invented sale",
      "state-pictures": "draws what a visitor can meet on a phone, and the wallet dialog",
    },
  ],
  [
    "Suites and checks, one by one",
    {
      "test:contracts": "runs the contracts' tests",
      "test:frontend": "runs the page's tests: `-- <file>` for one",
      "test:tasks": "runs the tasks' tests",
      "test:tools": "runs the tests of tools and documents",
      "test:e2e": "runs the browser tests: `-- <file>` for one",
      "test:kit": "runs the wallet kit's tests, with the features that are off",
      "test:kit:unit": "runs those without a browser",
      "test:kit:e2e": "runs those in a browser",
      "test:engines":
        "runs the critical journeys in Chromium, Firefox and WebKit, as far as installed",
      "test:collection": "runs the suites for another client's collection",
      "test:amsterdam": "runs the contracts' tests on the next hardfork",
      "lint:biome": "checks TypeScript, CSS and JSON",
      "lint:solidity": "checks Solidity by solhint",
      "lint:format": "checks Solidity's format",
      "lint:types": "checks types",
      "lint:rooms": "writes Biome's lists of imports, `lint/rooms.json`, from `lint/rooms.ts`",
      "lint:unused": "finds unused files, exports and dependencies",
      typecheck: "the same as `lint:types`",
    },
  ],
  [
    "Does a test notice a fault?",
    {
      "test:mutants": "changes the contracts, one mutant at a time",
      "test:mutants:page": "changes the page's logic",
      "test:mutants:scripts": "changes what the tasks share",
      "test:faults":
        "makes seeded faults: `-- page`, `tasks`, `contracts` or `invariants` for one kind; `-- controls` breaks the built wallet dialog",
    },
  ],
  [
    "Benchmarks",
    {
      bench: "runs all but `bench:sale-day` and `bench:browser`",
      "bench:gas": "prints the tables of gas",
      "bench:contracts": "gas beside peers, long invariants",
      "bench:page": "the page on a slow phone, Lighthouse, then the two below",
      "bench:tickets": "the first row of 500 tickets",
      "bench:journeys":
        "Connect, Mint and input beside a RainbowKit page (700 MB in a temporary folder)",
      "bench:scripts": "a large report, fifty kills, the tasks' mutants",
      "bench:dialogs": "200 openings of the wallet dialog",
      "bench:settlement": "20,000 random histories of a purchase",
      "bench:sale-day": "the read gateway under load; needs nginx",
      "bench:browser": "the browser tests twenty times, up to the first failure",
    },
  ],
];

const dashed = (name: string) =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function isTask(task: (typeof tasks)[number]): task is Task {
  return task.type === "NEW_TASK";
}

function split(description: string): readonly [what: string, example: string] {
  const [what = "", example = ""] = description.split(". Example: ");
  return [what, example];
}

function optionRow({ name, description }: Option): readonly [string, string] {
  return [`\`${dashed(name)}\``, description];
}

function taskChapter(task: Task, sharedOptions: readonly Option[]): string {
  const [what, example] = split(task.description);
  const options = Object.values(task.options);
  /** `--from` is a date in reports but an account in dry runs. */
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
    `\`npm run hardhat -- ${example.replace("npm run hardhat -- ", "")}\``,
    ...(rows.length > 0 ? [table(["argument", "what it does"], rows)] : []),
    ...(shared.length > 0
      ? [`Also: ${shared.map(({ name }) => `\`${dashed(name)}\``).join(", ")}.`]
      : []),
  ].join("\n\n");
}

function sharedOptionsOf(all: readonly Task[]): readonly Option[] {
  return SHARED.map((name) => {
    const option = all
      .flatMap(({ options }) => Object.values(options))
      .find((candidate) => candidate.name === name);
    if (option === undefined) throw new Error(`No task has ${dashed(name)} any more`);
    return option;
  });
}

function scriptTables(root: string): string {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  );
  const described = SCRIPTS.flatMap(([, rows]) => Object.keys(rows));
  const missing = Object.keys(scripts).filter((name) => !described.includes(name));
  const gone = described.filter((name) => !(name in scripts));
  if (missing.length + gone.length > 0) {
    throw new Error(
      `SCRIPTS in scripts/dev/docs/commands.ts: missing ${missing.join(", ") || "none"}, gone ${gone.join(", ") || "none"}`,
    );
  }
  return SCRIPTS.map(([title, rows]) => {
    const lines = Object.entries(rows).map(([name, what]) => {
      const command = name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
      return [`\`${command}\``, what];
    });
    return `### ${title}\n\n${table(["command", "what it does"], lines)}\n`;
  }).join("\n");
}

export function commandsReference(root: string, generated: string): string {
  const all = tasks.filter(isTask);
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

## npm scripts

${scriptTables(root)}`;
}
