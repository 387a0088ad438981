import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { type FunctionFragment, Interface } from "ethers";
import { decodeCall } from "../../../scripts/tasks/outbox/ticket-call.ts";
import { Ticket__factory } from "../../../typechain-types/index.js";
import { ethers } from "../fixture.ts";
import { ownerFunctions, validCall } from "./owner-functions.ts";

/** An owner's function needs a task, a call in the invariants' handler, and an entry in INVARIANTS.md. */
const project = (file: string) =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");

const acceptOwnership = new Interface(Ticket__factory.abi).getFunction("acceptOwnership");
/** `renounceOwnership` always reverts, so no task sends it. */
const sent: readonly FunctionFragment[] = [
  ...ownerFunctions.filter(({ name }) => name !== "renounceOwnership"),
  ...(acceptOwnership === null ? [] : [acceptOwnership]),
];

const TASKS = "scripts/tasks";
const tasks = [
  ...project(`${TASKS}/tasks.ts`).matchAll(
    /\bcommand\(\s*"([\w-]+) ([\w -]+)"[\s\S]*?import\("\.\/([^"]+)"\)/g,
  ),
].map(([, group = "", name = "", file = ""]) => ({
  group,
  name,
  file: `${TASKS}/${file}`,
}));

function sourcesOf(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return "";
  seen.add(file);
  const source = project(file);
  const imported = [...source.matchAll(/from "(\.[^"]+)"/g)]
    .map(([, to = ""]) => path.posix.join(path.posix.dirname(file), to))
    .filter((to) => to.startsWith(`${TASKS}/`));
  return [source, ...imported.map((to) => sourcesOf(to, seen))].join("\n");
}

const withSources = tasks.map((task) => ({ ...task, source: sourcesOf(task.file) }));
const tasksThatSend = ({ name }: FunctionFragment) =>
  withSources.filter(({ source }) => new RegExp(`callTo\\([\\w.]+\\.${name},`).test(source));

function tree(chapter: string): string {
  const text = project("test/contracts/INVARIANTS.md").split(`## ${chapter}\n`)[1] ?? "";
  return text.split("```")[1] ?? "";
}

const signatures = (fragments: readonly FunctionFragment[]) =>
  fragments.map((fragment) => fragment.format("sighash"));
const all = [...new Set([...sent, ...ownerFunctions])];
const handler = project("test/contracts/invariants/TicketHandler.sol");
const ownersTree = tree("The owner's functions");

describe("Ticket: each function of the owner", () => {
  it("is looked for in every task", () => {
    expect(tasks.length).to.equal(project(`${TASKS}/tasks.ts`).split('import("./').length - 1);
  });

  for (const [what, functions, isDone, remedy] of [
    [
      "is sent by a task",
      sent,
      (fragment: FunctionFragment) => tasksThatSend(fragment).length > 0,
      `Add one to ${TASKS}/tasks.ts, whose action in ${TASKS}/owner calls \`changeAsOwner\` with \`callTo\``,
    ],
    [
      "is read back by the tasks before it is signed",
      sent,
      (fragment: FunctionFragment) =>
        decodeCall(validCall(fragment, ethers.ZeroAddress))?.name === fragment.name,
      `Add it to CALLS of ${TASKS}/outbox/ticket-call.ts`,
    ],
    [
      "is called by the invariants' handler",
      all,
      ({ name }: FunctionFragment) =>
        new RegExp(`abi\\.encodeCall\\(\\s*\\w+\\.${name}\\b`).test(handler),
      "Add a function to test/contracts/invariants/TicketHandler.sol that calls it as _caller(caller), and predicts " +
        "its result with _onlyOwner(caller) and the model; compare what it sets in Invariants.t.sol",
    ],
    [
      "is in the tree of the owner's functions",
      all,
      ({ name }: FunctionFragment) => new RegExp(`\\b${name}\\b`).test(ownersTree),
      "Add it, its inputs and results to test/contracts/INVARIANTS.md",
    ],
  ] as const) {
    it(what, () => {
      const missing = functions.filter((fragment) => !isDone(fragment));

      expect(signatures(missing), remedy).to.deep.equal([]);
    });
  }
});
