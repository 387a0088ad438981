import { expect } from "chai";
import { toBeHex } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { literally, PRICE, printed } from "../support/money.ts";
import { forgetKept } from "../support/project.ts";
import { useSale } from "../support/sale.ts";

/** Sales at both ends of a day show the limits of a range. */
const SALES = [
  ["2030-03-30T23:59:59Z", 1, "alice"],
  ["2030-03-31T00:00:00Z", 2, "alice"],
  ["2030-03-31T23:59:59Z", 1, null],
  ["2030-04-01T00:00:00Z", maxPerPurchase, "alice"],
] as const;

describe("affiliates report", () => {
  const paid: bigint[] = [];
  let head: number;

  const sale = useSale({}, async ({ node, done, writeCsv, buy }) => {
    await done("affiliates", "import", await writeCsv("code,name\nalice,Alice A.\nbob,Bob\n"));
    for (const [time, quantity, code] of SALES) {
      await node.provider.send("evm_setNextBlockTimestamp", [Date.parse(time) / 1000]);
      paid.push(await buy(quantity, code));
    }
    head = await node.provider.getBlockNumber();
  });

  const sum = (...sales: readonly number[]) =>
    sales.reduce((all, index) => all + (paid[index] ?? 0n), 0n);
  const report = (...words: string[]) => sale.done("affiliates", "report", ...words);
  const json = async (...words: string[]) => JSON.parse(await report("--json", ...words));

  it("gives each code's purchases, tickets and wei, reconciled with the contract", async () => {
    const byAlice = { purchases: 3, tickets: 3 + maxPerPurchase, paidWei: String(sum(0, 1, 3)) };
    const none = { purchases: 0, tickets: 0, paidWei: "0", firstSale: null, lastSale: null };
    const dates = { firstSale: SALES[0][0], lastSale: SALES[3][0] };
    expect(await json()).to.deep.include({
      all: { purchases: 4, tickets: 4 + maxPerPurchase, paidWei: String(sum(0, 1, 2, 3)) },
      withoutCode: { purchases: 1, tickets: 1, paidWei: String(sum(2)) },
      affiliates: [
        { code: "alice", active: true, ...byAlice, ...dates, contact: { name: "Alice A." } },
        { code: "bob", active: true, ...none, contact: { name: "Bob" } },
      ],
      reconciledAtBlock: head,
      comparedAtBlock: head,
    });
    expect(await report()).to.match(
      new RegExp(
        `^alice +3 +${byAlice.tickets} +${literally(printed(sum(0, 1, 3)))} {2}.+Alice A\\.$`,
        "m",
      ),
    );
  });

  it("has what each code earns: rounded down, by code, in wei for programs", async () => {
    const commission = ["--commission", "7.25"];
    const earned = (sum(0, 1, 3) * 725n) / 10_000n;
    const found = await json(...commission);
    expect(found.commissionBps).to.equal(725);
    expect(
      [...found.affiliates, found.withoutCode, found.all].map((one) => one.commissionWei),
    ).to.deep.equal([String(earned), "0", "0", String(earned)]);

    const [header, first] = (await report(...commission, "--csv")).split("\n");
    expect(header).to.match(/^code,active,purchases,tickets,paid_wei,commission_wei,/);
    expect(first?.split(",")[5]).to.equal(String(earned));

    const table = await report(...commission);
    expect(table).to.match(/^code +purchases +tickets +paid +commission +first sale/m);
    expect(table).to.match(/^\(no code\) +1 +1 .+ +0 ETH$/m);
    expect(table).to.match(new RegExp(`^all .* ${literally(printed(earned))}$`, "m"));
  });

  it("says of a part of the sale that all of it was compared", async () => {
    const day = ["--from", "2030-03-31", "--to", "2030-03-31"];
    const found = await json(...day);
    expect(found.all).to.deep.equal({ purchases: 2, tickets: 3, paidWei: String(sum(1, 2)) });
    expect(found.affiliates[0]).to.deep.include({
      purchases: 1,
      firstSale: SALES[1][0],
      lastSale: SALES[1][0],
    });
    expect(found).to.deep.include({
      reconciledAtBlock: null,
      comparedAtBlock: head,
      comparedTickets: 4 + maxPerPurchase,
    });
    const last = async (...words: string[]) =>
      (await report(...words)).trimEnd().split("\n").at(-1) ?? "";
    for (const whole of [[], ["--from", "0"], ["--to", String(head + 5)]]) {
      expect(await last(...whole)).to.match(
        new RegExp(`on rehearsal\\. Reconciled with the contract's counters at block ${head}\\.$`),
      );
    }
    for (const [words, tickets] of [
      [day, "3 are"],
      [["--to", "2030-03-30"], "1 is"],
      [["--to", "2020-01-01"], "0 are"],
    ] as const) {
      const line = await last(...words);
      expect(line).not.to.match(/reconciled/i);
      expect(line).to.contain(
        ` Compared with the contract's counters at block ${head}: all of the sale's ${4 + maxPerPurchase} tickets, of which ${tickets} in these blocks.`,
      );
    }
  });

  it("is an error when an endpoint tells another payment than the contract counted", async () => {
    await forgetKept("sale-events.json");
    const word = (wei: bigint) => toBeHex(wei, 32).slice(2);
    const [first = 0n] = paid;
    const { code, output, errors } = await sale.taskOver(
      {
        edit: ({ method }, answer) =>
          method === "eth_getLogs" ? answer.replaceAll(word(first), word(first + 1n)) : answer,
      },
      "affiliates",
      "report",
    );
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).to.contain("Error: The report doesn't add up: alice has ");
  });

  it("is an error when an endpoint leaves out who was registered", async () => {
    await forgetKept("sale-events.json");
    const { topicHash } = sale.ticket.interface.getEvent("AffiliateSet");
    const { code, errors } = await sale.taskOver(
      {
        edit({ method }, answer) {
          if (method !== "eth_getLogs") return answer;
          const { result, ...rest } = JSON.parse(answer);
          const told = result.filter(({ topics }: { topics: string[] }) => topics[0] !== topicHash);
          return JSON.stringify({ ...rest, result: told });
        },
      },
      "affiliates",
      "report",
    );
    expect(code).to.equal(1);
    expect(errors).to.match(/sales of 0x[0-9a-f]{64} were found, and no such code was registered/);
  });

  it("is an error when an endpoint leaves a sale out", async () => {
    await forgetKept("sale-events.json");
    const { code, output, errors } = await sale.taskOver(
      {
        // Hides the last block's events.
        before: ({ method, params }) => {
          if (method === "eth_getLogs") {
            const [filter] = params as [{ toBlock: string }];
            filter.toBlock = `0x${(Number(filter.toBlock) - 1).toString(16)}`;
          }
          return undefined;
        },
      },
      "affiliates",
      "report",
    );
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).to.contain(
      `Error: The report doesn't add up: alice has 2 purchases, 3 tickets, ${sum(0, 1)} wei in events, ` +
        `and 3, ${3 + maxPerPurchase}, ${sum(0, 1, 3)} in the contract. `,
    );
    expect(paid[0]).to.equal(discounted(PRICE));
  });
});
