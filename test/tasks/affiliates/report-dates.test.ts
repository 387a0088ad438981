import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

/** Sales at both ends of two days show the limits of a range. */
const SALES = [
  ["2030-03-30T23:59:59Z", 1],
  ["2030-03-31T00:00:00Z", 2],
  ["2030-03-31T23:59:59Z", 4],
  ["2030-04-01T00:00:00Z", 8],
  ["2030-04-03T00:00:00Z", 9],
] as const;

describe("A report of some days", () => {
  let project: string;
  let node: TestNode;
  const blocks: number[] = [];

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    const buyer = await node.provider.getSigner(0);
    const { code, errors } = await task("ticket", "deploy");
    expect(code, errors).to.equal(0);
    const record = await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8");
    const ticket: Ticket = Ticket__factory.connect(JSON.parse(record).address, buyer);
    await (await ticket.setAffiliates(["alice"], true)).wait();
    for (const [time, quantity] of SALES) {
      await node.provider.send("evm_setNextBlockTimestamp", [Date.parse(time) / 1000]);
      const value = await ticket.getAffiliatePriceForQuantity(quantity);
      const sent = await ticket.buyTicketWithAffiliate(buyer.address, quantity, "alice", { value });
      blocks.push((await sent.wait())?.blockNumber ?? 0);
    }
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const task = (...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words, "--network", "rehearsal");

  async function report(env: Readonly<Record<string, string>>, ...words: string[]) {
    const { code, output, errors } = await runTask(
      { project, env: { REHEARSAL_RPC_URL: node.url, ...env } },
      ...["affiliates", "report", "--json", "--network", "rehearsal", ...words],
    );
    expect(code, errors).to.equal(0);
    return JSON.parse(output);
  }

  for (const [words, tickets] of [
    [["--from", "2030-03-31", "--to", "2030-03-31"], 2 + 4],
    [["--from", "2030-03-31", "--to", "2030-04-01"], 2 + 4 + 8],
    [["--from", "2030-03-31"], 2 + 4 + 8 + 9],
    [["--to", "2030-03-31"], 1 + 2 + 4],
    [["--to", "2030-03-30"], 1],
    [["--from", "2030-04-01", "--to", "2030-04-02"], 8],
    [["--from", "2030-04-02", "--to", "2030-04-02"], 0],
    [["--from", "2030-04-03", "--to", "2031-01-01"], 9],
    [["--to", "2020-01-01"], 0],
  ] as const) {
    it(`counts both days, from midnight to midnight: ${words.join(" ")}`, async () => {
      expect((await report({}, ...words)).all.tickets).to.equal(tickets);
    });
  }

  it("counts both blocks", async () => {
    const [first, second, third] = blocks.map(String) as [string, string, string];
    expect((await report({}, "--from", second, "--to", second)).all.tickets).to.equal(2);
    expect((await report({}, "--from", first, "--to", third)).all.tickets).to.equal(1 + 2 + 4);
    expect((await report({}, "--from", second, "--to", "2030-03-31")).all.tickets).to.equal(2 + 4);
  });

  it("means days of UTC, wherever it runs", async () => {
    for (const TZ of ["Pacific/Kiritimati", "America/Los_Angeles"]) {
      const { all, affiliates } = await report(
        { TZ },
        ...["--from", "2030-03-31", "--to", "2030-03-31"],
      );
      expect(all.tickets, TZ).to.equal(2 + 4);
      expect(affiliates[0], TZ).to.include({
        firstSale: "2030-03-31T00:00:00Z",
        lastSale: "2030-03-31T23:59:59Z",
      });
    }
  });

  it("is refused if it ends before it begins", async () => {
    const [first, second] = blocks.map(String) as [string, string];
    for (const [from, to] of [
      ["2030-04-01", "2030-03-31"],
      ["2030-04-03", "2030-03-30"],
      [second, first],
      [second, "2030-03-30"],
    ] as const) {
      const { code, output, errors } = await task(
        ...["affiliates", "report", "--from", from, "--to", to],
      );
      expect({ code, output, errors }).to.deep.equal({
        code: 1,
        output: "",
        errors: `Error: --from ${from} is after --to ${to}\n`,
      });
    }
  });

  it("is refused if it begins after the newest block", async () => {
    const head = await node.provider.getBlockNumber();
    for (const from of ["2030-04-04", "2099-01-01", String(head + 1), "999999"]) {
      const { code, output, errors } = await task("affiliates", "report", "--from", from);
      expect({ code, output, errors }).to.deep.equal({
        code: 1,
        output: "",
        errors: `Error: --from ${from} is after the newest block, ${head}: there is nothing yet\n`,
      });
    }
  });

  it("says that it is reconciled only if it is of the whole sale, and else what was compared", async () => {
    const head = await node.provider.getBlockNumber();
    const last = async (...words: string[]) => {
      const { code, output, errors } = await task("affiliates", "report", ...words);
      expect(code, errors).to.equal(0);
      return output.trimEnd().split("\n").at(-1) ?? "";
    };
    for (const whole of [[], ["--from", "0"], ["--to", String(head + 5)]]) {
      expect(await last(...whole)).to.match(
        new RegExp(`on rehearsal\\. Reconciled with the contract's counters at block ${head}\\.$`),
      );
    }
    for (const [words, tickets] of [
      [["--from", "2030-03-31"], "23 are"],
      [["--to", "2030-03-30"], "1 is"],
      [["--to", "2020-01-01"], "0 are"],
    ] as const) {
      const line = await last(...words);
      expect(line).not.to.match(/reconciled/i);
      expect(line).to.contain(
        ` Compared with the contract's counters at block ${head}: all of the sale's 24 tickets, of which ${tickets} in these blocks.`,
      );
    }
    expect(await report({}, "--from", "2030-03-31")).to.deep.include({
      reconciledAtBlock: null,
      comparedAtBlock: head,
      comparedTickets: 24,
    });
    expect(await report({})).to.deep.include({ reconciledAtBlock: head, comparedAtBlock: head });
  });
});
