import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { type Contract, toBeHex, toQuantity } from "ethers";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/outbox/shown-calls.ts";
import type { Payouts } from "../../../typechain-types/index.ts";
import { deployDouble, deployMock } from "../support/deploy-mock.ts";
import { ALICE, BOB, fivePercent, literally, PRICE, printed, typed } from "../support/money.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { idle, useSale } from "../support/sale.ts";

const PAY = ["affiliates", "pay"] as const;
const NOTHING_DUE = "Nothing is due: every code has been paid all that it earned.";

describe("affiliates pay", () => {
  const sale = useSale({ codes: ["alice", "bob", "carol"] });
  let payouts: Payouts;
  let books: string;

  const fund = async (value: bigint) =>
    (await sale.owner.sendTransaction({ to: books, value })).wait();
  const paid = async () => [await sale.balance(ALICE), await sale.balance(BOB)];

  describe("with an account as the owner", () => {
    prepareOnce(
      () => sale,
      async () => {
        payouts = await sale.deployPayouts();
        await sale.namePayees({ alice: ALICE, bob: BOB });
        books = await payouts.getAddress();
      },
    );

    it("pays each payee its commission, and the next time only what was earned since", async () => {
      const [byAlice, byBob] = [await sale.buy(3, "alice"), await sale.buy(1, "bob")];
      const sum = fivePercent(byAlice) + fivePercent(byBob);
      const output = await sale.done(...PAY);
      expect(output).to.contain(`funds       ${printed(sum)}, which is missing`);
      expect(output).to.contain(`Done: 2 affiliates paid, ${printed(sum)} in all, for about `);
      expect(await paid()).to.deep.equal([fivePercent(byAlice), fivePercent(byBob)]);
      expect(await sale.balance(books)).to.equal(0n);
      expect(await sale.task(...PAY)).to.deep.equal(idle(`${NOTHING_DUE} Nothing to do.`));

      const more = await sale.buy(2, "alice");
      await sale.done(...PAY);
      expect(await paid()).to.deep.equal([fivePercent(byAlice + more), fivePercent(byBob)]);
    });

    for (const [what, held, says, sent] of [
      ["all that is due if Payouts holds nothing", null, "DUE, which is missing", 2],
      ["a wei if only that is missing", -1n, "0.000000000000000001 ETH, which is missing", 2],
      ["nothing if Payouts holds what is due", 0n, "nothing: that suffices", 1],
      ["nothing if Payouts holds more, which stays", 1n, "nothing: that suffices", 1],
    ] as const) {
      it(`funds ${what}`, async () => {
        const due = fivePercent(await sale.buy(2, "alice"));
        if (held !== null) await fund(due + held);
        const ended = await sale.task(...PAY);
        expect(ended.code, ended.errors).to.equal(0);
        expect(ended.output).to.contain(`funds       ${says.replace("DUE", printed(due))}\n`);
        expect(ended.sent).to.equal(sent);
        expect(await paid()).to.deep.equal([due, 0n]);
        expect(await sale.balance(books)).to.equal(held === 1n ? 1n : 0n);
      });
    }

    it("keeps what is below --min due, and pays it once there is as much", async () => {
      const first = await sale.buy(1, "alice");
      const twice = fivePercent(2n * first);
      const below = await sale.task(...PAY, "--min", typed(twice));
      expect(below.output).to.contain(
        `Not paid, because it is below --min: 1 code, ${printed(fivePercent(first))} due (alice).`,
      );
      expect(below).to.include({ code: 0, sent: 0 });
      expect(await sale.buy(1, "alice")).to.equal(first);
      await sale.done(...PAY, "--min", typed(twice));
      expect(await paid()).to.deep.equal([twice, 0n]);
      expect(await sale.task(...PAY, "--min", typed(twice))).to.deep.equal(
        idle(`${NOTHING_DUE} Nothing to do.`),
      );
    });

    it("never pays a code twice, though a stranger has paid it out in between", async () => {
      const due = fivePercent(await sale.buy(2, "alice"));
      let asked = false;
      const data = payouts.interface.encodeFunctionData("payOut", [["alice"]]);
      const stranger = sale.account(7).address;
      const { code, errors } = await sale.taskOver(
        {
          after({ method, params }) {
            const [sent] = params as { data?: string }[];
            if (asked || method !== "eth_estimateGas" || sent?.data !== data) return undefined;
            asked = true;
            const call = { from: stranger, to: books, data, gas: toQuantity(1_000_000) };
            void sale.node.provider.send("eth_sendTransaction", [call]);
            return undefined;
          },
        },
        ...PAY,
      );
      expect(code, errors).to.equal(0);
      expect(asked).to.equal(true);
      expect(await paid()).to.deep.equal([due, 0n]);
    });

    it("pays by the next nonce, though the node that answers has not counted the funding", async () => {
      const due = fivePercent(await sale.buy(2, "alice"));
      const count = toQuantity(await sale.owner.getNonce());
      let sends = 0;
      const { code, errors } = await sale.taskOver(
        {
          before({ method }) {
            if (method === "eth_sendTransaction") sends += 1;
            return method === "eth_getTransactionCount" && sends === 1
              ? { result: count }
              : undefined;
          },
        },
        ...PAY,
      );
      expect(code, errors).to.equal(0);
      expect(sends).to.equal(2);
      expect(await paid()).to.deep.equal([due, 0n]);
    });

    it("says what an account has, and what is missing, that can't fund what is due", async () => {
      await sale.buy(4, "alice");
      const { address } = sale.owner;
      await sale.node.provider.send("hardhat_setBalance", [address, toQuantity(1_000)]);
      const { code, errors } = await sale.taskOver(
        {
          // Geth's error does not contain the amount either.
          before: ({ method, params }) => {
            const isPaid = BigInt((params[0] as { value?: string } | undefined)?.value ?? 0) > 0n;
            const isRefused = method === "eth_estimateGas" && isPaid;
            return isRefused ? "insufficient funds for transfer" : undefined;
          },
        },
        ...PAY,
      );
      expect(code).to.equal(1);
      expect(errors).to.match(
        /Error: Insufficient funds: 0x\w{40} has 0\.000000000000001 ETH and needs up to 0\.\d+ ETH\. Send it some\.\n$/,
      );
    });

    it("names the codes that were not paid, as the contract tells afterwards", async () => {
      await sale.buy(1, "alice");
      const selector = payouts.interface.getFunction("paid").selector;
      const { code, output, errors } = await sale.taskOver(
        {
          before: ({ method, params }) => {
            const [call] = params as { data?: string }[];
            const isAsked = method === "eth_call" && call?.data?.startsWith(selector) === true;
            return isAsked ? { result: toBeHex(0, 32) } : undefined;
          },
        },
        ...PAY,
      );
      expect(code).to.equal(1);
      expect(errors).to.contain(
        "these codes were not paid: alice. Run it again: it pays what is due.",
      );
      expect(output).not.to.contain("Done");
    });

    it("sends and writes nothing with --dry-run, and shows all that would be paid", async () => {
      const due = fivePercent(await sale.buy(2, "alice"));
      const { output, code, errors, sent } = await sale.task(...PAY, "--dry-run");
      expect({ code, sent }, errors).to.deep.equal({ code: 0, sent: 0 });
      expect(output).to.match(new RegExp(`^alice +${literally(printed(due))} +${ALICE}$`, "m"));
      expect(output).to.contain(`value       ${due}\n  method      receive\n`);
      expect(output).to.contain('method      payOut\n  input       codes = ["alice"]');
      expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
    });

    it("names who is left out and why, and never says that nothing is due meanwhile", async () => {
      const due = fivePercent(await sale.buy(1, "carol"));
      expect(await sale.task(...PAY)).to.deep.equal(
        idle(
          `Not paid, because no payee is named: 1 code, ${printed(due)} due (carol). ` +
            "Name one: npm run hardhat -- affiliates payees set CODE ADDRESS --network rehearsal\n" +
            "No code can be paid now. Nothing to do.",
        ),
      );
    });

    it("says that a payment is smaller than its fee", async () => {
      await sale.buy(1, "alice");
      await sale.node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(10n ** 12n)]);
      await sale.node.provider.send("hardhat_mine", []);
      const { code, errors } = await sale.task(...PAY, "--dry-run", "--max-fee", "3000");
      expect(code, errors).to.equal(0);
      expect(errors).to.equal(
        "Warning: 1 payment (alice) would be smaller than the fee of a payment now, about 0.06006 ETH. --min leaves such payments for later.\n",
      );
    });

    it("pays the others if a payee refuses, names it, and pays it once another is named", async () => {
      const to = await (await deployMock("RejectingPayee", sale.owner)).getAddress();
      await sale.done("affiliates", "payees", "set", "carol", to);
      const [byAlice, byCarol] = [await sale.buy(1, "alice"), await sale.buy(2, "carol")];
      const { code, output, errors } = await sale.task(...PAY);
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`Done: 1 affiliate paid, ${printed(fivePercent(byAlice))} in all`);
      expect(errors).to.equal(
        `Warning: carol was not paid: its payee ${to} refuses ${printed(fivePercent(byCarol))}, or needs more than 100,000 gas. ` +
          "It stays due. Name another: npm run hardhat -- affiliates payees set carol ADDRESS --network rehearsal\n",
      );
      expect(await sale.balance(books)).to.equal(fivePercent(byCarol));
      await (await payouts.setPayees(["carol"], [BOB])).wait();
      expect(await sale.done(...PAY)).to.contain("funds       nothing: that suffices");
      expect(await paid()).to.deep.equal([fivePercent(byAlice), fivePercent(byCarol)]);
    });

    it("counts no payment that only a payee's own event tells of", async () => {
      const forger = await deployDouble("payouts/ForgingPayee.sol", sale.owner);
      await sale.done("affiliates", "payees", "set", "carol", await forger.getAddress());
      const sum = fivePercent(await sale.buy(2, "carol"));
      expect(await sale.done(...PAY)).to.contain(`Done: 1 affiliate paid, ${printed(sum)} in all`);
    });

    it("checks the whole sum against the balance before it sends anything", async () => {
      const due = fivePercent(await sale.buy(4, "alice"));
      const { address } = sale.owner;
      await sale.node.provider.send("hardhat_setBalance", [address, toQuantity(due - 1n)]);
      expect(await sale.refused(...PAY)).to.contain(`Insufficient funds: ${address} has`);
    });

    it("starts nothing beside something else that is pending", async () => {
      await sale.buy(1, "alice");
      for (const sending of [
        () => sale.owner.sendTransaction({ to: BOB, value: 1n }),
        () => payouts.setPayees(["alice"], [BOB]),
      ]) {
        await sale.node.provider.send("evm_setAutomine", [false]);
        await sending();
        const errors = await sale.refused(...PAY);
        await sale.node.provider.send("hardhat_mine", []);
        await sale.node.provider.send("evm_setAutomine", [true]);
        expect(errors).to.contain("has a pending transaction that this command does not ask for");
      }
    });

    for (const [what, held, sent] of [
      ["payout", true, 1],
      ["funding", false, 2],
    ] as const) {
      it(`finds a ${what} that is pending, waits for it, and does not send it once more`, async () => {
        const due = fivePercent(await sale.buy(1, "alice"));
        if (held) await fund(due);
        await sale.node.provider.send("evm_setAutomine", [false]);
        const { hash } = held
          ? await payouts.payOut(["alice"])
          : await sale.owner.sendTransaction({ to: books, value: due });
        const ended = await sale.taskOver(
          {
            after({ method, params }) {
              if (method === "eth_getBlockByNumber" && params[0] === "pending") {
                void sale.node.provider.send("hardhat_mine", []);
                void sale.node.provider.send("evm_setAutomine", [true]);
              }
              return undefined;
            },
          },
          ...PAY,
        );
        expect(ended, ended.errors).to.include({ code: 0, sent });
        expect(ended.output).to.contain(`Pending from an interrupted run: ${hash}`);
        expect(ended.output).to.contain(held ? NOTHING_DUE : "nothing: that suffices");
        expect(await paid()).to.deep.equal([due, 0n]);
        expect(await sale.balance(books)).to.equal(0n);
      });
    }
  });

  describe("with a Safe as the owner", () => {
    let safe: Contract;
    let safeAddress: string;
    let due: readonly [alice: bigint, bob: bigint];

    const execute = (file: string, send?: (data: string) => Promise<void>) =>
      executeBatch(safe, [sale.account(1), sale.account(2)], path.join(sale.project, file), send);

    prepareOnce(
      () => sale,
      async () => {
        safe = await deploySafeWallet([1, 2, 3].map(sale.account), 2);
        safeAddress = await safe.getAddress();
        payouts = await sale.deployPayouts("--owner", safeAddress);
        books = await payouts.getAddress();
        const [naming = ""] = safeFilesIn(await sale.namePayees({ alice: ALICE, bob: BOB }));
        await execute(naming);
        await rm(path.join(sale.project, naming));
        due = [fivePercent(await sale.buy(3, "alice")), fivePercent(await sale.buy(1, "bob"))];
        await (await sale.owner.sendTransaction({ to: safeAddress, value: 100n * PRICE })).wait();
      },
    );

    it("writes one batch that funds and pays, and one that is executed twice pays each affiliate once", async () => {
      const output = await sale.done(...PAY);
      const [file = "", ...others] = safeFilesIn(output);
      expect(others).to.deep.equal([]);
      const { transactions } = JSON.parse(await readFile(path.join(sale.project, file), "utf8"));
      expect(
        transactions.map((one: Readonly<Record<string, object>>) => [
          one.to,
          one.value,
          one.data,
          ...["name", "payable"].map((field) => Reflect.get(one.contractMethod ?? {}, field)),
          one.contractInputsValues,
        ]),
      ).to.deep.equal([
        [books, String(due[0] + due[1]), null, "receive", true, {}],
        [books, "0", null, "payOut", false, { codes: '["alice","bob"]' }],
      ]);
      expect(output).to.contain("the second funding stays in Payouts as the owner's surplus");

      await execute(file);
      await execute(file);
      expect(await paid()).to.deep.equal(due);
      expect(await sale.balance(books)).to.equal(due[0] + due[1]);
      expect(await sale.done(...PAY)).to.contain("Nothing is due");
    });

    it("pays each affiliate once, though the Safe's transactions are executed through another contract, and again", async () => {
      const [file = ""] = safeFilesIn(await sale.done(...PAY));
      const relay = await deployDouble("safe/Relay.sol", sale.account(8));
      const throughRelay = async (data: string) => {
        const sent = await relay.getFunction("pass")(safeAddress, data);
        await sent.wait();
      };
      await execute(file, throughRelay);
      await execute(file);
      await execute(file, throughRelay);
      expect(await paid()).to.deep.equal(due);
    });

    it("marks the file of an earlier run as superseded, since a later one pays all that is due", async () => {
      const [old = ""] = safeFilesIn(await sale.done(...PAY));
      await sale.buy(1, "bob");
      const [file = ""] = safeFilesIn(await sale.done(...PAY));
      const listed = await sale.done("ticket", "safe-files");
      expect(listed).to.contain(`${old.replace(/json$/, "superseded.json")}: superseded`);
      expect(listed).to.contain(`${file}: pending`);
      expect(listed).to.match(
        new RegExp(`^    to ${books} \\(Payouts\\), \\S+ ETH: receive\\(\\)`, "m"),
      );
      expect(listed).to.contain("payOut([alice, bob])");
    });
  });
});
