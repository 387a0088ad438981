import { expect } from "chai";
import { getAddress, ZeroAddress } from "ethers";
import type { Payouts } from "../../../typechain-types/index.ts";
import { ALICE, BOB } from "../support/money.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { useSale } from "../support/sale.ts";

const OTHER = getAddress("0x00000000000000000000000000000000000ca401");
/** Shares the first and last four characters. */
const like = (address: string) =>
  getAddress(`${address.slice(0, 6)}${"7".repeat(32)}${address.slice(-4)}`.toLowerCase());
const LIKE_ALICE = like(ALICE);

describe("affiliates payees", () => {
  let payouts: Payouts;

  const sale = useSale({ codes: ["alice", "bob", "carol", "a1ice"] }, async (prepared) => {
    payouts = await prepared.deployPayouts();
  });

  const set = (...words: string[]) => ["affiliates", "payees", "set", ...words] as const;
  const imported = async (...lines: string[]) => [
    "affiliates",
    "payees",
    "import",
    await sale.writeCsv(lines.join("\n")),
  ];

  it("imports the payees of a file, each shown as old -> new, and sends nothing for those that are so already", async () => {
    const first = await sale.done(
      ...(await imported("code,name,payee", `alice,Alice,${ALICE}`, "bob,Bob,")),
    );
    expect(first).to.contain("1 payee. 1 code without one: they stay as they are.\n");
    expect(first).to.match(new RegExp(`^alice +none -> ${ALICE}$`, "m"));
    expect(first).to.contain("Done: 1 payee named, ");
    expect(await payouts.payee("alice")).to.equal(ALICE);

    const again = await sale.task(...(await imported("code,payee", `alice,${ALICE}`)));
    expect(again.output).to.contain("1 payee already named. Nothing to do.\n");
    expect(again.sent).to.equal(0);

    const changed = await sale.task(
      ...(await imported("code,payee", `ALICE,${OTHER}`, `bob,${BOB}`)),
    );
    expect(changed.output).to.match(new RegExp(`^alice +${ALICE} -> ${OTHER}$`, "m"));
    expect(changed.output).to.match(new RegExp(`^bob +none -> ${BOB}$`, "m"));
    expect(await payouts.payee("alice")).to.equal(OTHER);
    expect(await payouts.payee("bob")).to.equal(BOB);
    expect(changed.sent).to.equal(1);
  });

  it("sets the payee of one code, and takes it back with none", async () => {
    await sale.done(...set("Bob", BOB.toLowerCase()));
    expect(await payouts.payee("bob")).to.equal(BOB);
    const output = await sale.done(...set("bob", "none"));
    expect(output).to.match(new RegExp(`^bob +${BOB} -> none$`, "m"));
    expect(await payouts.payee("bob")).to.equal(ZeroAddress);
  });

  for (const [what, lines, says] of [
    [
      "whose column of addresses has another name",
      ["code,name,wallet", `alice,Alice,${ALICE}`],
      'list.csv has no column payee. Its column "wallet" has addresses: rename it. Nothing was sent.\n',
    ],
    [
      "without a column of addresses",
      ["code,name", "alice,Alice"],
      "list.csv has no column payee. Nothing was sent.\n",
    ],
    ["without a payee", ["code,payee", "alice,"], "names no payee."],
  ] as const) {
    it(`uses nothing of a file ${what}`, async () => {
      expect(await sale.refused(...(await imported(...lines)))).to.contain(says);
    });
  }

  it("refuses a code that was never registered, and the sale's own contracts", async () => {
    for (const [code, payee, says] of [
      ["al", ALICE, "Not an affiliate code"],
      ["alicia", ALICE, "Never registered on rehearsal: alicia. Nothing was sent."],
      ["alice", await payouts.getAddress(), "The payee of alice is the sale's own contract "],
      ["alice", await sale.ticket.getAddress(), "The payee of alice is the sale's own contract "],
    ] as const) {
      expect(await sale.refused(...set(code, payee))).to.contain(`Error: ${says}`);
    }
  });

  it("warns of a code that is easily taken for another, and of an address with the ends of another", async () => {
    for (const [words, warning] of [
      [set("a1ice", BOB), "a1ice is easily mistaken for alice"],
      [set("alice", ALICE), "alice is easily mistaken for a1ice"],
      [set("bob", LIKE_ALICE), `${LIKE_ALICE}, for bob, looks like ${ALICE}, a payee of alice`],
    ] as const) {
      const { code, errors } = await sale.task(...words);
      expect(errors).to.equal(`Warning: ${warning}.\n`);
      expect(code).to.equal(0);
    }
    const both = await sale.task(
      ...(await imported("code,payee", `alice,${LIKE_ALICE}`, `bob,${ALICE}`)),
    );
    expect(both.errors).to.contain(`${LIKE_ALICE}, for alice, looks like ${ALICE}`);
  });

  it("warns of an address with the ends of one of the sale's own", async () => {
    for (const [address, whose] of [
      [await sale.ticket.getAddress(), "the Ticket"],
      [await payouts.getAddress(), "Payouts"],
      [sale.owner.address, "the sale's first owner"],
    ] as const) {
      const { errors } = await sale.task(...set("bob", like(address), "--dry-run"));
      expect(errors).to.equal(
        `Warning: ${like(address)}, for bob, looks like ${address}, ${whose}.\n`,
      );
    }
  });

  it("sends nothing while the code's change to another payee is pending", async () => {
    await sale.node.provider.send("evm_setAutomine", [false]);
    await payouts.setPayees(["alice"], [BOB]);
    const errors = await sale.refused(...set("alice", ALICE));
    await sale.node.provider.send("hardhat_mine", []);
    await sale.node.provider.send("evm_setAutomine", [true]);
    expect(errors).to.contain("has a pending transaction that this command does not ask for");
  });

  it("says which payees the contract does not name afterwards", async () => {
    const abi = payouts.interface;
    const { code, errors } = await sale.taskOver(
      {
        before: ({ method, params }) => {
          const [call] = params as { data?: string }[];
          return method === "eth_call" && call?.data?.startsWith(abi.getFunction("payee").selector)
            ? { result: abi.encodeFunctionResult("payee", [BOB]) }
            : undefined;
        },
      },
      ...set("alice", ALICE),
    );
    expect(code).to.equal(1);
    expect(errors).to.contain("these payees are not named on chain: alice. Run it again.");
  });

  describe("where real money may be meant", () => {
    beforeEach(() => recordAsMainnet(sale.project));

    it("shows a first payee and asks, and sends nothing after a no", async () => {
      const run = sale.typed(...set("alice", ALICE));
      await run.answer(/Type yes to go on: /, "no");
      const { code, output } = await run.ended;
      expect(code).to.equal(1);
      expect(output).to.match(new RegExp(`none -> ${ALICE}`));
      expect(output).to.contain("Not confirmed: nothing was sent");
      expect(await payouts.payee("alice")).to.equal(ZeroAddress);
    });

    it("takes --yes for a first payee, and for no other one, nor for one that looks like another", async () => {
      const first = await sale.onMainnet(...set("carol", ALICE, "--yes"));
      expect(first.code, first.errors).to.equal(0);
      for (const [code, payee, why] of [
        ["carol", OTHER, "Another payee than before is named (carol)"],
        ["bob", LIKE_ALICE, `${LIKE_ALICE}, for bob, looks like ${ALICE}, a payee of carol`],
      ] as const) {
        const { errors, sent } = await sale.onMainnet(...set(code, payee, "--yes"));
        expect(errors).to.contain(
          `Error: ${why}, so --yes is not enough: run the command in a terminal, without --yes. Nothing was sent.\n`,
        );
        expect(sent).to.equal(0);
      }
      const run = sale.typed(...set("carol", OTHER));
      await run.answer(/Type changed to go on: /, "changed");
      const { code, output } = await run.ended;
      expect(code, output).to.equal(0);
      expect(await payouts.payee("carol")).to.equal(OTHER);
    });
  });
});
