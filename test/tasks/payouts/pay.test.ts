import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { type Contract, ContractFactory, toQuantity } from "ethers";
import { compileStandIn } from "../../../scripts/dev/compile-stand-in.ts";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { workAlone } from "../../../scripts/tasks/machine/one-at-a-time.ts";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/outbox/dry-run.ts";
import { senderName } from "../../../scripts/tasks/outbox/under-way.ts";
import type { Payouts } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { STATE_HOME } from "../support/command.ts";
import { deployMock } from "../support/deploy-mock.ts";
import { literally, printed } from "../support/money.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { forgetDeployments } from "../support/project.ts";

const ALICE = "0x00000000000000000000000000000000000A11cE";
const BOB = "0x0000000000000000000000000000000000000B0b";
const RELAY = path.resolve(import.meta.dirname, "../../doubles/safe/Relay.sol");

describe("affiliates pay", () => {
  let sale: PaidSale;
  let payouts: Payouts;
  let books: string;

  const pay = (...words: string[]) => sale.task("affiliates", "pay", ...words);
  const fivePercent = (wei: bigint) => (wei * 5n) / 100n;

  before(async () => {
    sale = await startPaidSale(["alice", "bob", "carol"]);
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  describe("with an account as the owner", () => {
    prepareOnce(
      () => sale,
      async () => {
        payouts = await sale.deployPayouts();
        await sale.namePayees({ alice: ALICE, bob: BOB });
        books = await payouts.getAddress();
      },
    );

    it("funds what is missing, pays each payee its commission, and the next time only what was earned since", async () => {
      const [byAlice, byBob] = [await sale.buy(3, "alice"), await sale.buy(1, "bob")];
      const sum = fivePercent(byAlice) + fivePercent(byBob);
      const nonce = await sale.owner.getNonce();
      const { code, output, errors } = await pay();
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`funds       ${printed(sum)}, which is missing`);
      expect(output).to.contain(`Done: 2 affiliates paid, ${printed(sum)} in all, for about `);
      expect(await sale.balance(ALICE)).to.equal(fivePercent(byAlice));
      expect(await sale.balance(BOB)).to.equal(fivePercent(byBob));
      expect(await sale.balance(books)).to.equal(0n);
      expect(await sale.owner.getNonce()).to.equal(nonce + 2);

      const again = await pay();
      expect([again.code, again.output]).to.deep.equal([
        0,
        "Nothing is due: each code was paid all that it has earned. Nothing to do.\n",
      ]);
      expect(await sale.owner.getNonce()).to.equal(nonce + 2);

      const more = await sale.buy(2, "alice");
      expect((await pay()).code).to.equal(0);
      expect(await sale.balance(ALICE)).to.equal(fivePercent(byAlice + more));
      expect(await sale.balance(BOB)).to.equal(fivePercent(byBob));
    });

    it("funds only what Payouts does not hold already, and nothing if that suffices", async () => {
      const due = fivePercent(await sale.buy(2, "alice"));
      await (await sale.owner.sendTransaction({ to: books, value: due - 1n })).wait();
      expect((await pay("--dry-run")).output).to.contain("funds       0.000000000000000001 ETH");
      await (await sale.owner.sendTransaction({ to: books, value: 1n })).wait();
      const nonce = await sale.owner.getNonce();
      const { code, output, errors } = await pay();
      expect(code, errors).to.equal(0);
      expect(output).to.contain("funds       nothing: that suffices");
      expect(await sale.balance(ALICE)).to.equal(due);
      expect(await sale.owner.getNonce()).to.equal(nonce + 1);
    });

    it("never pays a code twice, though a stranger has paid it out in between", async () => {
      const due = fivePercent(await sale.buy(2, "alice"));
      let asked = false;
      const stranger = (await sale.accounts[7]?.getAddress()) ?? "";
      const data = payouts.interface.encodeFunctionData("payOut", [["alice"]]);
      const proxy = await startRpcProxy(sale.node.url, {
        after({ method, params }) {
          const [sent] = params as { data?: string }[];
          if (asked || method !== "eth_estimateGas" || sent?.data !== data) return undefined;
          asked = true;
          const call = { from: stranger, to: books, data, gas: toQuantity(1_000_000) };
          void sale.node.provider.send("eth_sendTransaction", [call]);
          return undefined;
        },
      });
      const { code, errors } = await sale.taskAt(proxy.url, "affiliates", "pay");
      await proxy.close();
      expect(code, errors).to.equal(0);
      expect(asked).to.equal(true);
      expect(await sale.balance(ALICE)).to.equal(due);
    });

    it("says what an account has, and what is missing, that can't fund what is due", async () => {
      await sale.buy(4, "alice");
      const owner = await sale.owner.getAddress();
      await sale.node.provider.send("hardhat_setBalance", [owner, toQuantity(1_000)]);
      // Geth's error does not contain the amount either.
      const poor = await startRpcProxy(sale.node.url, {
        before: ({ method, params }) => {
          const isPaid = BigInt((params[0] as { value?: string } | undefined)?.value ?? 0) > 0n;
          const isRefused = method === "eth_estimateGas" && isPaid;
          return isRefused ? "insufficient funds for transfer" : undefined;
        },
      });
      const { code, errors } = await sale.taskAt(poor.url, "affiliates", "pay");
      await poor.close();
      expect(code).to.equal(1);
      expect(errors).to.match(
        /Error: Insufficient funds: 0x\w{40} has 0\.000000000000001 ETH and needs up to 0\.\d+ ETH\. Send it some\.\n$/,
      );
    });

    it("sends and writes nothing with --dry-run, and shows all that would be paid", async () => {
      const due = fivePercent(await sale.buy(2, "alice"));
      const nonce = await sale.owner.getNonce();
      const { output, code, errors } = await pay("--dry-run");
      expect(code, errors).to.equal(0);
      expect(output).to.match(new RegExp(`^alice +${literally(printed(due))} +${ALICE}$`, "m"));
      expect(output).to.contain(`value       ${due}\n  method      receive\n`);
      expect(output).to.contain('method      payOut\n  input       codes = ["alice"]');
      expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
      expect(await sale.owner.getNonce()).to.equal(nonce);
      expect(await sale.balance(ALICE)).to.equal(0n);
    });

    it("names who is left out and why, and never says that nothing is due meanwhile", async () => {
      const due = fivePercent(await sale.buy(1, "carol"));
      const { code, output } = await pay();
      expect(code).to.equal(0);
      expect(output).to.equal(
        `Not paid, because no payee is named: 1 code, ${printed(due)} due (carol). ` +
          "Name one: npm run hardhat -- affiliates payees set CODE ADDRESS --network rehearsal\n" +
          "No code can be paid now. Nothing to do.\n",
      );
    });

    it("keeps what is below --min due, and pays it once there is more", async () => {
      const paid = await sale.buy(1, "alice");
      const least = ["--min", printed(fivePercent(paid) + 1n).split(" ")[0] ?? ""];
      const first = await pay(...least);
      expect(first.output).to.contain(
        `Not paid, because it is below --min: 1 code, ${printed(fivePercent(paid))} due (alice).`,
      );
      expect(await sale.balance(ALICE)).to.equal(0n);
      const more = await sale.buy(1, "alice");
      await pay(...least);
      expect(await sale.balance(ALICE)).to.equal(fivePercent(paid + more));
    });

    it("says that a payment costs more than is due", async () => {
      await sale.buy(1, "alice");
      await sale.node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(10n ** 12n)]);
      await sale.node.provider.send("hardhat_mine", []);
      const { code, errors } = await pay("--dry-run", "--max-fee", "3000");
      expect(code, errors).to.equal(0);
      expect(errors).to.match(
        /^Warning: 1 code \(alice\) would be paid less than the about \S+ ETH that a payment costs now\. --min leaves them for later\.\n$/,
      );
    });

    it("pays the others if a payee refuses, names it, and pays it once another is named", async () => {
      const refusing = await deployMock("RejectingPayee", sale.owner);
      await refusing.waitForDeployment();
      const to = await refusing.getAddress();
      await sale.done("affiliates", "payees", "set", "carol", to);
      const [byAlice, byCarol] = [await sale.buy(1, "alice"), await sale.buy(2, "carol")];
      const { code, output, errors } = await pay();
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`Done: 1 affiliate paid, ${printed(fivePercent(byAlice))} in all`);
      expect(errors).to.equal(
        `Warning: carol was not paid: its payee ${to} refuses ${printed(fivePercent(byCarol))}, or needs more than 100,000 gas. ` +
          "It stays due. Name another: npm run hardhat -- affiliates payees set carol ADDRESS --network rehearsal\n",
      );
      expect(await sale.balance(books)).to.equal(fivePercent(byCarol));
      await (await payouts.setPayees(["carol"], [BOB])).wait();
      expect((await pay()).output).to.contain("funds       nothing: that suffices");
      expect(await sale.balance(BOB)).to.equal(fivePercent(byCarol));
    });

    it("checks the whole sum against the balance before it sends anything", async () => {
      const due = fivePercent(await sale.buy(4, "alice"));
      const self = await sale.owner.getAddress();
      await sale.node.provider.send("hardhat_setBalance", [self, toQuantity(due - 1n)]);
      const nonce = await sale.owner.getNonce();
      const { code, errors } = await pay();
      expect(code).to.equal(1);
      expect(errors).to.contain(`Insufficient funds: ${self} has`);
      expect(await sale.owner.getNonce()).to.equal(nonce);
    });

    it("starts nothing beside something else that is pending, nor beside another task", async () => {
      await sale.buy(1, "alice");
      const self = await sale.owner.getAddress();
      await sale.node.provider.send("evm_setAutomine", [false]);
      await sale.owner.sendUncheckedTransaction({ to: BOB, value: 1n });
      const beside = await pay();
      await sale.node.provider.send("hardhat_mine", []);
      await sale.node.provider.send("evm_setAutomine", [true]);
      expect(beside.code).to.equal(1);
      expect(beside.errors).to.contain(
        "has a pending transaction that this command does not ask for",
      );

      const state = path.join(STATE_HOME, "ticket-mint");
      const release = await workAlone(senderName({ chainId: 1 }, self, state), "At work.");
      const { code, errors } = await pay();
      await release();
      expect([code, errors]).to.deep.equal([1, "Error: At work.\n"]);
    });

    it("finds a payout that is pending, waits for it, and does not send it once more", async () => {
      const due = fivePercent(await sale.buy(1, "alice"));
      await (await sale.owner.sendTransaction({ to: books, value: due })).wait();
      await sale.node.provider.send("evm_setAutomine", [false]);
      const sent = await payouts.payOut(["alice"]);
      const nonce = await sale.owner.getNonce("pending");
      const proxy = await startRpcProxy(sale.node.url, {
        after({ method, params }) {
          if (method === "eth_getBlockByNumber" && params[0] === "pending") {
            void sale.node.provider.send("hardhat_mine", []);
          }
          return undefined;
        },
      });
      const { code, output, errors } = await sale.taskAt(proxy.url, "affiliates", "pay");
      await proxy.close();
      await sale.node.provider.send("evm_setAutomine", [true]);
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`Pending from an interrupted run: ${sent.hash}`);
      expect(output).to.contain("Nothing is due: each code was paid all that it has earned.");
      expect(await sale.owner.getNonce()).to.equal(nonce);
      expect(await sale.balance(ALICE)).to.equal(due);
    });

    it("says what is wrong with a least amount", async () => {
      const { code, errors } = await pay("--min", "a lot");
      expect([code, errors]).to.deep.equal([
        1,
        "Error: --min is not an amount in ETH, as in 0.01: a lot\n",
      ]);
    });
  });

  describe("with a Safe as the owner", () => {
    let safe: Contract;
    let safeAddress: string;
    let due: { readonly alice: bigint; readonly bob: bigint };

    prepareOnce(
      () => sale,
      async () => {
        safe = await deploySafeWallet(sale.accounts.slice(1, 4), 2);
        safeAddress = await safe.getAddress();
        payouts = await sale.deployPayouts("--owner", safeAddress);
        books = await payouts.getAddress();
        const [naming = ""] = safeFilesIn(await sale.namePayees({ alice: ALICE, bob: BOB }));
        await execute(naming);
        await rm(path.join(sale.project, naming));
        due = {
          alice: fivePercent(await sale.buy(3, "alice")),
          bob: fivePercent(await sale.buy(1, "bob")),
        };
        await (await sale.owner.sendTransaction({ to: safeAddress, value: 10n ** 19n })).wait();
      },
    );

    const execute = (file: string, send?: (data: string) => Promise<void>) =>
      executeBatch(safe, sale.accounts.slice(1, 3), path.join(sale.project, file), send);

    it("writes one batch that funds and pays, and one that is executed twice pays each affiliate once", async () => {
      const { code, output, errors } = await pay();
      expect(code, errors).to.equal(0);
      const [file = "", ...others] = safeFilesIn(output);
      expect(others).to.deep.equal([]);
      const { transactions } = JSON.parse(await readFile(path.join(sale.project, file), "utf8"));
      expect(
        transactions.map((one: Readonly<Record<string, object>>) => [
          ...[one.to, one.value, one.data],
          ...["name", "payable"].map((field) => Reflect.get(one.contractMethod ?? {}, field)),
          one.contractInputsValues,
        ]),
      ).to.deep.equal([
        [books, String(due.alice + due.bob), null, "receive", true, {}],
        [books, "0", null, "payOut", false, { codes: '["alice","bob"]' }],
      ]);
      expect(output).to.contain("what it funds twice stays in Payouts as a surplus of the owner's");

      await execute(file);
      await execute(file);
      expect(await sale.balance(ALICE)).to.equal(due.alice);
      expect(await sale.balance(BOB)).to.equal(due.bob);
      expect(await sale.balance(books)).to.equal(due.alice + due.bob);
      expect((await pay()).output).to.contain("Nothing is due");
    });

    it("pays each affiliate once, though the Safe's transactions are executed through another contract, and again", async () => {
      const [file = ""] = safeFilesIn((await pay()).output);
      const { abi, bytecode } = await compileStandIn(RELAY);
      const relay = await new ContractFactory(abi, bytecode, sale.accounts[8]).deploy();
      const throughRelay = async (data: string) => {
        const sent = await relay.getFunction("pass")(safeAddress, data);
        await sent.wait();
      };
      await execute(file, throughRelay);
      await execute(file);
      await execute(file, throughRelay);
      expect(await sale.balance(ALICE)).to.equal(due.alice);
      expect(await sale.balance(BOB)).to.equal(due.bob);
    });

    it("marks the file of an earlier run as superseded, since a later one pays all that is due", async () => {
      const [old = ""] = safeFilesIn((await pay()).output);
      await sale.buy(1, "bob");
      const [file = ""] = safeFilesIn((await pay()).output);
      const listed = await sale.done("ticket", "safe-files");
      expect(listed).to.contain(`${old.replace(/json$/, "superseded.json")}: superseded`);
      expect(listed).to.contain(`${file}: pending`);
      expect(listed).to.match(
        new RegExp(`^    to ${books} \\(Payouts\\), \\S+ ETH: receive\\(\\)`, "m"),
      );
      expect(listed).to.contain("payOut([alice, bob])");
    });

    it("writes no file with --dry-run", async () => {
      const { code, output, errors } = await pay("--dry-run");
      expect(code, errors).to.equal(0);
      expect(safeFilesIn(output)).to.deep.equal([]);
      expect(output).to.contain(`${safeAddress}, the owner of Payouts: a Safe (2 of 3)`);
    });
  });
});
