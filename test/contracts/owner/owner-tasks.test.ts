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

describe("Ticket: what comes with each function of the owner", () => {
  it("is looked for in every task", () => {
    expect(tasks.length).to.equal(project(`${TASKS}/tasks.ts`).split('import("./').length - 1);
  });

  for (const fragment of sent) {
    const signature = fragment.format("sighash");

    it(`${signature} is sent by a task`, () => {
      expect(
        tasksThatSend(fragment).map(({ name }) => name),
        `No task sends ${signature}. Add one to ${TASKS}/tasks.ts, whose action in ${TASKS}/owner calls ` +
          `changeAsOwner with callTo(ticket.${fragment.name}, […])`,
      ).not.to.deep.equal([]);
    });

    it(`${signature} is read back by the tasks before it is signed`, () => {
      const call = decodeCall(validCall(fragment, ethers.ZeroAddress));

      expect(
        call?.name,
        `Add "${fragment.format("full")}" to CALLS of ${TASKS}/outbox/ticket-call.ts`,
      ).to.equal(fragment.name);
    });
  }

  for (const fragment of [...sent, ...ownerFunctions.filter((other) => !sent.includes(other))]) {
    const signature = fragment.format("sighash");

    it(`${signature} is called by the invariants' handler`, () => {
      expect(
        new RegExp(`abi\\.encodeCall\\(\\s*\\w+\\.${fragment.name}\\b`).test(
          project("test/contracts/invariants/TicketHandler.sol"),
        ),
        `Add a function to test/contracts/invariants/TicketHandler.sol that makes abi.encodeCall(ITicket.${fragment.name}, …) as ` +
          "_caller(caller), and predicts its result with _onlyOwner(caller) and the model; compare what it sets in " +
          "Invariants.t.sol",
      ).to.equal(true);
    });

    it(`${signature} is in the tree of the owner's functions`, () => {
      expect(
        new RegExp(`\\b${fragment.name}\\b`).test(tree("The owner's functions")),
        `Add ${fragment.name}, its inputs and results to "The owner's functions" in test/contracts/INVARIANTS.md`,
      ).to.equal(true);
    });
  }
});
