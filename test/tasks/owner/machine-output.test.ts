import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { parse } from "csv-parse/sync";
import { Wallet } from "ethers";
import { tasks } from "../../../scripts/tasks/tasks.ts";
import { PRICE, RAISED_PRICE } from "../support/money.ts";
import { useSale } from "../support/sale.ts";
import { startWatch } from "../support/watching.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** These commands print one JSON object per line until stopped, and no table. */
const STREAMS: readonly string[] = ["ticket watch"];

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

describe("What lists print for programs", () => {
  let documented: ReadonlyMap<string, ReadonlySet<string>>;

  const sale = useSale({ codes: ["alice"] }, async ({ buy, account }) => {
    await buy(2, null, account(0));
    documented = await fieldsInDocs();
  });

  async function fieldsInDocs(): Promise<Map<string, Set<string>>> {
    const text = await readFile(path.join(ROOT, "docs/reference/machine-output.md"), "utf8");
    const sections = text.split(/^## /m).slice(1);
    return new Map(
      sections.map((section) => {
        const rows = section.split("\n").filter((line) => line.startsWith("| `"));
        const names = rows.flatMap((row) =>
          [...row.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
        );
        return [/`([^`]+)`/.exec(section)?.[1] ?? "", new Set(names)];
      }),
    );
  }

  function namesIn(found: Json): string[] {
    if (Array.isArray(found)) return found.flatMap(namesIn);
    if (typeof found !== "object" || found === null) return [];
    return Object.entries(found).flatMap(([name, value]) => [name, ...namesIn(value)]);
  }

  /** Standard output must have only the document. */
  async function listed(name: string) {
    const printed = await sale.task(...name.split(" "), "--json");
    expect(printed.code, printed.errors).to.equal(0);
    const json: Json = JSON.parse(printed.output);
    expect(printed.output).to.equal(`${JSON.stringify(json, null, 2)}\n`);
    expect(printed.output, "times are whole seconds").not.to.match(/:\d\d\.\d+Z"/);
    const table = await sale.task(...name.split(" "), "--csv");
    expect(table.code, table.errors).to.equal(0);
    const rows: string[][] = parse(table.output);
    for (const field of namesIn(json)) {
      expect([...(documented.get(name) ?? [])], `${name}: ${field}`).to.include(field);
    }
    return { json, rows };
  }

  it("is offered by every task that lists, one of the two at a time", async () => {
    const options = new Map(
      tasks.flatMap((one) =>
        one.type === "NEW_TASK" ? [[one.id.join(" "), Object.keys(one.options)] as const] : [],
      ),
    );
    for (const name of STREAMS) {
      expect(options.get(name), name).to.include("json").and.not.to.include("csv");
    }
    for (const name of [...documented.keys()].filter((one) => !STREAMS.includes(one))) {
      expect(options.get(name), name).to.include.members(["json", "csv"]);
      const both = await sale.task(...name.split(" "), "--json", "--csv");
      expect(both.errors).to.equal("Error: Use --csv or --json, not both\n");
      expect(both).to.include({ code: 1, output: "" });
    }
    const lists = [...options].filter(([, names]) => names.includes("json")).map(([name]) => name);
    expect([...documented.keys()]).to.have.members(lists);
  });

  it("is one row of the sale's state, with amounts in wei", async () => {
    const { json, rows } = await listed("ticket status");
    const status = json as Readonly<Record<string, Json>>;
    expect(status).to.include({ priceWei: String(PRICE), paidWei: String(2n * PRICE), supply: 2 });
    const [header = [], row = [], ...others] = rows;
    expect(others).to.deep.equal([]);
    const cell = (name: string) => row[header.indexOf(name)];
    expect(cell("price_wei")).to.equal(String(PRICE));
    expect(cell("balance_wei")).to.equal(String(2n * PRICE));
    expect(cell("pending_owner")).to.equal("");
    expect(cell("affiliates_active")).to.equal("1");
    expect(cell("royalty_bps")).to.equal("500");
    expect(header).not.to.include("last_sales");
  });

  it("is a row for each code that has earned, and for each payment", async () => {
    const payouts = await sale.deployPayouts();
    const address = await payouts.getAddress();
    const value = await sale.buy(1, "alice");
    await (await payouts.setPayees(["alice"], [sale.owner.address])).wait();
    await (await sale.owner.sendTransaction({ to: address, value })).wait();
    await (await payouts.payOut(["alice"])).wait();
    const due = await listed("affiliates due");
    expect(due.rows[0]?.join()).to.equal(
      "code,paid_by_buyers_wei,earned_wei,paid_wei,due_wei,payee,left_out",
    );
    expect(due.rows.length).to.equal(2);
    const { rows } = await listed("affiliates payments");
    expect(rows[0]?.join()).to.equal("time,block,transaction_hash,code,payee,amount_wei");
    expect(rows.length).to.equal(2);
  });

  it("is a row for each code", async () => {
    const { json, rows } = await listed("affiliates list");
    expect(json).to.deep.equal([
      { code: "alice", active: true, purchases: 0, tickets: 0, paidWei: "0" },
    ]);
    expect(rows).to.deep.equal([
      ["code", "active", "purchases", "tickets", "paid_wei"],
      ["alice", "true", "0", "0", "0"],
    ]);
    const report = await listed("affiliates report");
    expect(report.rows[0]?.join()).to.equal(
      "code,active,purchases,tickets,paid_wei,first_sale,last_sale",
    );
  });

  it("is a row for each transaction that is pending, from any sender", async () => {
    expect((await listed("ticket pending")).json).to.deep.equal([]);
    const { provider } = sale.node;
    await provider.send("evm_setAutomine", [false]);
    try {
      const nonce = await sale.owner.getNonce();
      const fee = 5_000_000_000n;
      const sent = await sale.ticket.setTicketPrice(RAISED_PRICE, {
        gasLimit: 60_000,
        maxFeePerGas: fee,
      });
      const { json, rows } = await listed("ticket pending");
      const call = `setTicketPrice(${RAISED_PRICE})`;
      const to = await sale.ticket.getAddress();
      const { hash } = sent;
      const account = sale.owner.address;
      expect(json).to.deep.equal([
        { account, nonce, hash, call, to, valueWei: "0", maxFeePerGasWei: String(fee) },
      ]);
      // The matchers ignore the case of an address, which is its checksum.
      expect(JSON.stringify(json)).to.include(to);
      expect(rows[1]?.slice(0, 4)).to.deep.equal([account, String(nonce), hash, call]);
      expect(await sale.done("ticket", "pending")).to.equal(
        `1 transaction of ${account} pending on rehearsal.\n  nonce ${nonce}: ${call}, up to 5 gwei (${hash})\n` +
          "To send one again at a higher fee, run its task with --speed-up; to cancel all of the owner's: ticket pause --cancel\n",
      );
      expect(await sale.done("ticket", "pending", "--account", to)).to.match(/^0 transactions of /);
    } finally {
      await provider.send("evm_mine", []);
      await provider.send("evm_setAutomine", [true]);
    }
  });

  it("is an object a line of what a watch has to say, each field of it documented", async () => {
    for (const change of [
      () => sale.ticket.pause(),
      () => sale.ticket.withdraw(sale.owner.address),
      () => sale.ticket.transferOwnership(Wallet.createRandom().address),
    ]) {
      await (await change()).wait();
    }
    const watching = startWatch(
      { project: sale.project, env: { REHEARSAL_RPC_URL: sale.node.url } },
      ...["--json", "--from", "0", "--site", "http://127.0.0.1:9/", "--network", "rehearsal"],
    );
    await watching.saw(/"type":"figures"/);
    await watching.saw(/"type":"alarm"/);
    const { code, output, errors } = await watching.stop();
    expect(code, errors).to.equal(0);
    const told: Record<string, Json>[] = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const types = new Set(told.map(({ type }) => type));
    expect([...types]).to.have.members(["started", "event", "figures", "alarm", "ended"]);
    const kinds = new Set(told.flatMap(({ kind }) => kind ?? []));
    expect([...kinds]).to.include.members([
      "sale",
      "code",
      "price",
      "pause",
      "withdrawal",
      "royalty",
      "owner-offered",
      "owner",
    ]);
    for (const line of told) {
      expect([...(documented.get("ticket watch") ?? [])]).to.include.members(namesIn(line));
    }
  });
});
