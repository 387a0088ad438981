import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { type Contract, getAddress, Interface, type JsonRpcSigner, ZeroAddress } from "ethers";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { payoutData } from "../../../scripts/tasks/affiliates/payout-call.ts";
import { senderName } from "../../../scripts/tasks/affiliates/set-affiliates.ts";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/send/dry-run.ts";
import { workAlone } from "../../../scripts/tasks/shared/one-at-a-time.ts";
import { type Ticket, Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask, STATE_HOME } from "../support/command.ts";
import { literally, printed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { forgetDeployments, testProject } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

const ALICE = "0x00000000000000000000000000000000000A11cE";
const BOB = "0x0000000000000000000000000000000000000B0b";
/** Of the first account of every Hardhat node: known to everybody. */
const KNOWN_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const JOURNAL = "deployments/rehearsal/payouts/journal.json";

describe("affiliates pay", () => {
  let project: string;
  let folder: string;
  let node: TestNode;
  let accounts: readonly JsonRpcSigner[];
  let owner: JsonRpcSigner;
  let ticket: Ticket;
  let address: string;

  const taskAt = (url: string, ...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: url } }, ...words, "--network", "rehearsal");
  const task = (...words: string[]) => taskAt(node.url, ...words);
  const place = () => ({ project, node });
  const pay = (...words: string[]) => task("affiliates", "pay", "--commission", "5", ...words);

  async function done(...words: string[]): Promise<string> {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  }

  /** @returns wei */
  async function buy(quantity: number, code: string, buyer = accounts[5]): Promise<bigint> {
    const value = await ticket.getAffiliatePriceForQuantity(quantity);
    const to = (await buyer?.getAddress()) ?? "";
    const asBuyer = ticket.connect(buyer);
    await (await asBuyer.buyTicketWithAffiliate(to, quantity, code, { value })).wait();
    return value;
  }

  async function importRows(...rows: string[]): Promise<void> {
    const file = path.join(folder, "affiliates.csv");
    await writeFile(file, `code,payout_address\n${rows.join("\n")}\n`);
    await done("affiliates", "import", file);
  }

  const balance = (of: string) => node.provider.getBalance(of);
  const journal = async () => JSON.parse(await readFile(path.join(project, JOURNAL), "utf8"));
  const fivePercent = (wei: bigint) => (wei * 5n) / 100n;

  before(async function () {
    // The first to ask for a project waits for its compiler.
    this.timeout(180_000);
    project = await testProject();
    folder = await mkdtemp(path.join(tmpdir(), "pay-"));
    node = await startHardhatNode(1);
    accounts = await node.provider.listAccounts();
    owner = await node.provider.getSigner(0);
  });

  after(async () => {
    await node.close();
    await rm(folder, { recursive: true });
  });

  async function deploy(...words: string[]): Promise<void> {
    await forgetDeployments(project);
    await done("ticket", "deploy", ...words);
    const record = await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8");
    address = JSON.parse(record).address;
    ticket = Ticket__factory.connect(address, owner);
  }

  describe("with an account as the owner", () => {
    prepareOnce(place, async () => {
      await deploy();
      await importRows(`alice,${ALICE}`, `bob,${BOB}`, "carol,");
    });

    it("pays each address its commission, and the next time only what was earned since", async () => {
      const [byAlice, byBob] = [await buy(3, "alice"), await buy(1, "bob")];
      await done("affiliates", "pay", "--rebuild");
      const { code, output, errors } = await pay();
      expect(code, errors).to.equal(0);
      expect(output).to.contain("Reconciled with the contract's counters at block");
      expect(output).to.contain(
        `Done: 2 affiliates paid, ${printed(fivePercent(byAlice) + fivePercent(byBob))} in all.`,
      );
      expect(await balance(ALICE)).to.equal(fivePercent(byAlice));
      expect(await balance(BOB)).to.equal(fivePercent(byBob));

      const nonce = await owner.getNonce();
      expect((await pay()).output).to.contain("Nothing is due. Nothing to do.");
      expect(await owner.getNonce()).to.equal(nonce);

      const more = await buy(2, "alice");
      expect((await pay()).code).to.equal(0);
      expect(await balance(ALICE)).to.equal(fivePercent(byAlice + more));
      expect(await balance(BOB)).to.equal(fivePercent(byBob));
      expect(await owner.getNonce()).to.equal(nonce + 1);
    });

    it("says in each payment's data whom it is for, and how much by now", async () => {
      const payout = new Interface(["function affiliatePayout(address, string, uint256)"]);
      await done("affiliates", "pay", "--rebuild");
      let total = 0n;
      for (const quantity of [1, 2]) {
        const earned = fivePercent(await buy(quantity, "alice"));
        total += earned;
        await pay();
        const block = await node.provider.getBlock("latest", true);
        const [sent] = block?.prefetchedTransactions ?? [];
        expect([sent?.to, sent?.value, sent?.data]).to.deep.equal([
          ...[ALICE, earned],
          payout.encodeFunctionData("affiliatePayout", [address, "alice", total]),
        ]);
      }
    });

    it("sends and writes nothing with --dry-run, and shows all that would be paid", async () => {
      const paid = await buy(2, "alice");
      await buy(1, "carol");
      await done("affiliates", "pay", "--rebuild");
      const before = await journal();
      const { output, code } = await pay("--dry-run");
      expect(code).to.equal(0);
      expect(output).to.match(
        new RegExp(`^alice .* ${literally(printed(fivePercent(paid)))} +${ALICE}$`, "m"),
      );
      expect(output).to.match(/^carol .* - +no payout_address is imported$/m);
      expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
      expect(await balance(ALICE)).to.equal(0n);
      expect(await journal()).to.deep.equal(before);
    });

    it("shows with --dry-run what an interrupted run has left, and neither sends nor writes", async () => {
      const paid = await buy(1, "alice");
      await done("affiliates", "pay", "--rebuild");
      const proxy = await startRpcProxy(node.url, {
        before: ({ method }) => (method === "eth_sendTransaction" ? "out of order" : undefined),
      });
      const first = await taskAt(proxy.url, "affiliates", "pay", "--commission", "5");
      await proxy.close();
      expect(first.code).to.equal(1);
      const [before, nonce] = [await journal(), await owner.getNonce()];
      const { code, output, errors } = await pay("--dry-run");
      expect(code, errors).to.equal(0);
      expect(output).to.equal(
        "1 payment of an interrupted run is in no block yet:\n" +
          `  nonce ${nonce}: ${printed(fivePercent(paid))} to ${ALICE}, alice\n` +
          "Without --dry-run, the task sends them again first, with the same nonces.\n" +
          `${DRY_RUN_ENDS}\n`,
      );
      expect(await journal()).to.deep.equal(before);
      expect(await owner.getNonce()).to.equal(nonce);
      await pay();
      expect(await balance(ALICE)).to.equal(fivePercent(paid));
    });

    it("leaves out an address that is none, is misspelt, refuses the payment or is its own, with the reason", async () => {
      const self = await owner.getAddress();
      await importRows(
        ...["alice,alice.eth", `bob,${BOB.replace("B0b", "b0B")}`],
        ...[`carol,${address}`, `dave,${self}`, `erin,${BOB}`],
      );
      for (const code of ["alice", "bob", "carol", "dave", "erin"]) await buy(1, code);
      await done("affiliates", "pay", "--rebuild");
      const { output, code, errors } = await pay();
      expect(code, errors).to.equal(0);
      for (const line of [
        /^alice .* - +payout_address is not an address: alice\.eth$/m,
        /^bob .* - +payout_address is misspelt/m,
        new RegExp(`^carol .* - +${address} is a contract that refuses the payment$`, "m"),
        /^dave .* - +is the account that pays$/m,
      ]) {
        expect(output).to.match(line);
      }
      expect(output).to.contain("Done: 1 affiliate paid");
      expect(await balance(BOB)).to.be.greaterThan(0n);
    });

    it("keeps what is below --min owed, and pays it once there is more", async () => {
      const paid = await buy(1, "alice");
      await done("affiliates", "pay", "--rebuild");
      const least = ["--min", printed(fivePercent(paid) + 1n).split(" ")[0] ?? ""];
      const first = await pay(...least);
      expect(first.output).to.match(/^alice .* - +below --min, stays owed$/m);
      expect(await balance(ALICE)).to.equal(0n);
      const more = await buy(1, "alice");
      await pay(...least);
      expect(await balance(ALICE)).to.equal(fivePercent(paid + more));
    });

    it("shows what an affiliate has bought with its own code, and pays it like the rest", async () => {
      const self = (await accounts[5]?.getAddress()) ?? "";
      await importRows(`alice,${self}`);
      const paid = await buy(2, "alice");
      await buy(1, "alice", accounts[6]);
      await done("affiliates", "pay", "--rebuild");
      const { output } = await pay();
      expect(output).to.contain(
        `alice: 1 purchase of these by the affiliate's own address (2 tickets, ${printed(paid)}).`,
      );
      expect(output).to.contain("Done: 1 affiliate paid");
    });

    it("checks the whole sum against the balance before the first payment", async () => {
      const paid = await buy(5, "alice");
      await done("affiliates", "pay", "--rebuild");
      const self = await owner.getAddress();
      await node.provider.send("hardhat_setBalance", [
        self,
        `0x${(fivePercent(paid) - 1n).toString(16)}`,
      ]);
      const nonce = await owner.getNonce();
      const { code, errors } = await pay();
      expect(code).to.equal(1);
      expect(errors).to.contain(`Insufficient funds: ${self} has`);
      expect(await owner.getNonce()).to.equal(nonce);
    });

    it("refuses without its journal, and finds every payment in the chain with --rebuild", async () => {
      const paid = await buy(3, "alice");
      const missing = await pay();
      expect([missing.code, missing.errors]).to.deep.equal([
        1,
        `Error: There is no journal of payouts, ${JOURNAL}: what was paid before is not known. It is written anew from the ` +
          "chain, and nothing is paid by that: npm run hardhat -- affiliates pay --rebuild --network rehearsal\n",
      ]);
      await done("affiliates", "pay", "--rebuild");
      await pay();
      const more = await buy(1, "alice");
      await pay();
      await done("ticket", "pause");
      await rm(path.join(project, JOURNAL));
      expect((await pay()).code).to.equal(1);

      const rebuilt = await done("affiliates", "pay", "--rebuild");
      expect(rebuilt).to.contain(
        `2 payments to 1 affiliate, ${printed(fivePercent(paid + more))} in all.`,
      );
      expect((await pay()).output).to.contain("Nothing is due. Nothing to do.");
      expect(await balance(ALICE)).to.equal(fivePercent(paid + more));
    });

    it("takes no journal that was changed, or is of a chain that is gone", async () => {
      await buy(1, "alice");
      await done("affiliates", "pay", "--rebuild");
      await pay();
      const file = path.join(project, JOURNAL);
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(/"code": "alice"/, '"code": "nobody"'));
      const changed = await pay();
      expect(changed.code).to.equal(1);
      expect(changed.errors).to.contain(`${JOURNAL} was changed, or another machine wrote it.`);

      await writeFile(file, text);
      const { searched } = JSON.parse(text);
      const hash = searched.blockHash;
      const proxy = await startRpcProxy(node.url, {
        edit: (_, answer) => answer.replaceAll(hash, `0x${"77".repeat(32)}`),
      });
      const gone = await taskAt(proxy.url, "affiliates", "pay", "--commission", "5");
      await proxy.close();
      expect(gone.code).to.equal(1);
      expect(gone.errors).to.contain("The journal of payouts is of another chain");
    });

    it("says that an endpoint without old state can't find earlier payments", async () => {
      const self = await owner.getAddress();
      const proxy = await startRpcProxy(node.url, {
        before: ({ method, params }) =>
          method === "eth_getTransactionCount" && /^0x/.test(String(params[1]))
            ? "missing trie node"
            : undefined,
      });
      const { code, errors } = await taskAt(proxy.url, "affiliates", "pay", "--rebuild");
      await proxy.close();
      expect(code).to.equal(1);
      expect(errors).to.match(
        new RegExp(
          `^Error: The endpoint does not tell how much ${self} had sent by block \\d+ \\(.*missing trie node.*\\)\\. ` +
            "To find earlier payments takes one that keeps old state \\(an archive node\\)\\. Nothing was sent\\.\n$",
        ),
      );
    });

    it("pays nothing if the endpoint leaves out an earlier payment", async () => {
      const first = await buy(1, "alice");
      await done("affiliates", "pay", "--rebuild");
      await pay();
      await buy(1, "alice");
      await pay();
      await rm(path.join(project, JOURNAL));
      const hidden = payoutData(address, { code: "alice", total: fivePercent(first) });
      const proxy = await startRpcProxy(node.url, {
        edit: (_, answer) => answer.replaceAll(hidden, "0x"),
      });
      const rebuilt = await taskAt(proxy.url, "affiliates", "pay", "--rebuild");
      await proxy.close();
      expect(rebuilt.code).to.equal(1);
      expect(rebuilt.errors).to.contain("The payments of alice add up to");
      expect(rebuilt.errors).to.contain("the endpoint left something out");
    });

    it("starts nothing beside something else that is pending, nor beside another task", async () => {
      await buy(1, "alice");
      await done("affiliates", "pay", "--rebuild");
      const self = await owner.getAddress();
      await node.provider.send("evm_setAutomine", [false]);
      await owner.sendUncheckedTransaction({ to: BOB, value: 1n });
      const beside = await pay();
      await node.provider.send("evm_setAutomine", [true]);
      await node.provider.send("hardhat_mine", []);
      expect(beside.code).to.equal(1);
      expect(beside.errors).to.contain(`${self} has a pending transaction, nonce`);
      expect(await balance(ALICE)).to.equal(0n);

      const name = senderName({ chainId: 1 }, self, path.join(STATE_HOME, "ticket-mint"));
      const release = await workAlone(name, "Another task is at work.");
      const second = await pay();
      await release();
      expect([second.code, second.errors]).to.deep.equal([1, "Error: Another task is at work.\n"]);
    });

    it("pays again what was replaced before a block took it", async () => {
      const paid = await buy(1, "alice");
      await done("affiliates", "pay", "--rebuild");
      await node.provider.send("evm_setAutomine", [false]);
      let replaced = false;
      const proxy = await startRpcProxy(node.url, {
        after({ method, params }) {
          const [sent] = params as { nonce: string; from: string }[];
          if (method !== "eth_sendTransaction" || replaced) return undefined;
          replaced = true;
          const fee = `0x${(10n ** 11n).toString(16)}`;
          const cancel = { from: sent?.from, to: sent?.from, nonce: sent?.nonce };
          void node.provider
            .send("eth_sendTransaction", [
              { ...cancel, gas: "0x5208", maxFeePerGas: fee, maxPriorityFeePerGas: fee },
            ])
            .then(() => node.provider.send("hardhat_mine", []));
          return undefined;
        },
      });
      const first = await taskAt(proxy.url, "affiliates", "pay", "--commission", "5");
      await proxy.close();
      await node.provider.send("evm_setAutomine", [true]);
      expect(first.code).to.equal(1);
      expect(first.errors).to.contain("1 payment can't be found in the chain: alice.");
      expect(await balance(ALICE)).to.equal(0n);
      expect((await pay()).output).to.contain("Done: 1 affiliate paid");
      expect(await balance(ALICE)).to.equal(fivePercent(paid));
    });

    it("says what is wrong with a commission or a least amount", async () => {
      for (const [words, error] of [
        [[], "Say how many percent of what buyers paid: --commission 5"],
        [["--commission", "0"], "--commission is not a percentage above 0"],
        [["--commission", "100.01"], "--commission is not a percentage above 0"],
        [["--commission", "5.125"], "--commission is not a percentage above 0"],
        [["--commission", "5", "--min", "a lot"], "--min is not an amount in ETH"],
        [["--rebuild", "--dry-run"], "--rebuild pays nothing: leave out --dry-run"],
      ] as const) {
        const { code, errors } = await task("affiliates", "pay", ...words);
        expect(code).to.equal(1);
        expect(errors).to.contain(error);
      }
    });

    it("has its figures in the report: rounded down, by code, in wei for programs", async () => {
      await buy(3, "alice");
      const self = (await accounts[5]?.getAddress()) ?? "";
      await importRows(`bob,${self}`);
      await buy(1, "bob");
      const json = JSON.parse(await done("affiliates", "report", "--commission", "7.25", "--json"));
      expect(json.commissionBps).to.equal(725);
      const earned = json.affiliates.map(
        ({ paidWei }: { paidWei: string }) => (BigInt(paidWei) * 725n) / 10_000n,
      );
      expect(
        json.affiliates.map(({ commissionWei }: { commissionWei: string }) => commissionWei),
      ).to.deep.equal(earned.map(String));
      expect(json.withoutCode.commissionWei).to.equal("0");
      const sum = earned.reduce((all: bigint, wei: bigint) => all + wei, 0n);
      expect(json.all.commissionWei).to.equal(String(sum));
      const bob = json.affiliates.find(({ code }: { code: string }) => code === "bob");
      expect(bob.bySelf).to.deep.equal({ purchases: 1, tickets: 1, paidWei: bob.paidWei });

      const csv = await done("affiliates", "report", "--commission", "7.25", "--csv");
      const [header, first] = csv.split("\n");
      expect(header).to.match(/^code,active,purchases,tickets,paid_wei,commission_wei,/);
      expect(first?.split(",")[5]).to.equal(String(earned[0]));

      const table = await done("affiliates", "report", "--commission", "7.25");
      expect(table).to.match(/^code +purchases +tickets +paid +commission +first sale/m);
      expect(table).to.match(/^\(no code\) +0 +0 +0 ETH +0 ETH$/m);
      expect(table).to.match(new RegExp(`^all .* ${literally(printed(sum))}$`, "m"));
      expect(table).to.contain("bob: 1 purchase of these by the affiliate's own address");
    });
  });

  describe("where real money may be meant", () => {
    const OTHER = getAddress("0x00000000000000000000000000000000000ca401");
    const env = () => ({
      MAINNET_RPC_URL: node.url,
      SECOND_RPC_URL: `${node.url}/second`,
      DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
    });
    const payLive = (...words: string[]) =>
      runTask(
        { project, env: env() },
        ...["affiliates", "pay", "--commission", "5", "--network", "mainnet", ...words],
      );

    async function payTo(...rows: string[]): Promise<void> {
      const file = path.join(folder, "live.csv");
      await writeFile(file, `code,payout_address\n${rows.join("\n")}\n`);
      const { code, errors } = await runTask(
        { project, env: env() },
        ...["affiliates", "import", file, "--network", "mainnet", "--yes"],
      );
      expect(code, errors).to.equal(0);
    }

    prepareOnce(place, async () => {
      await deploy();
      await recordAsMainnet(project);
      await payTo(`alice,${ALICE}`, `bob,${BOB}`);
      await buy(1, "alice");
      await buy(1, "bob");
      expect((await payLive("--rebuild")).code).to.equal(0);
    });

    it("pays another address than the last one only if that is confirmed by hand", async function () {
      this.timeout(120_000);
      const first = await payLive("--yes");
      expect(first.code, first.errors).to.equal(0);
      expect(first.output).not.to.contain("Warning");
      await payTo(`alice,${OTHER}`, `bob,${BOB}`);
      await buy(2, "alice");
      await buy(2, "bob");
      const [paid, nonce] = [await balance(ALICE), await owner.getNonce()];

      const refused = await payLive("--yes");
      expect(refused.output).to.contain(
        `Warning: alice was last paid to ${ALICE}, and is due to ${OTHER} now.\n`,
      );
      expect(refused.output).not.to.contain("Warning: bob");
      expect([refused.code, refused.errors]).to.deep.equal([
        1,
        "Error: The address to pay is another than the last one that was paid (alice), which --yes does not answer: " +
          "run it in a terminal, without --yes. Nothing was sent.\n",
      ]);
      expect(await owner.getNonce()).to.equal(nonce);

      const run = startInTerminal(
        { project, env: env() },
        ...["affiliates", "pay", "--commission", "5", "--network", "mainnet"],
      );
      await run.answer(/Type changed to go on: /, "changed");
      const { code, output } = await run.ended;
      expect(code, output).to.equal(0);
      expect(await balance(OTHER)).to.equal(2n * paid);
      expect(await balance(ALICE)).to.equal(paid);

      await buy(1, "alice");
      const again = await payLive("--yes");
      expect(again.code, again.errors).to.equal(0);
      expect(await balance(OTHER)).to.equal(3n * paid);
    });
  });

  describe("with a Safe as the owner", () => {
    let safe: Contract;
    let safeAddress: string;
    let byAlice: bigint;
    let byBob: bigint;

    prepareOnce(place, async () => {
      await deploy("--paused");
      await importRows(`alice,${ALICE}`, `bob,${BOB}`);
      await done("ticket", "unpause");
      byAlice = await buy(3, "alice");
      byBob = await buy(1, "bob");
      safe = await deploySafeWallet(accounts.slice(1, 4), 2);
      safeAddress = await safe.getAddress();
      await (await ticket.transferOwnership(safeAddress)).wait();
      const [accepting = ""] = safeFilesIn(await done("ticket", "accept-ownership"));
      await execute(accepting);
      await rm(path.join(project, accepting));
      await (await owner.sendTransaction({ to: safeAddress, value: 10n ** 18n })).wait();
      await done("affiliates", "pay", "--rebuild");
    });

    const execute = (file: string) =>
      executeBatch(safe, accounts.slice(1, 3), path.join(project, file));

    it("writes one batch that pays all, and the same one again until it is executed", async () => {
      const first = await pay();
      expect(first.code, first.errors).to.equal(0);
      const [file = "", ...others] = safeFilesIn(first.output);
      expect(others).to.deep.equal([]);
      const { transactions } = JSON.parse(await readFile(path.join(project, file), "utf8"));
      expect(
        transactions.map((one: { to: string; value: string; contractMethod: object }) => [
          one.to,
          one.value,
          Reflect.get(one.contractMethod, "payable"),
        ]),
      ).to.deep.equal([
        [ALICE, String(fivePercent(byAlice)), true],
        [BOB, String(fivePercent(byBob)), true],
      ]);
      await buy(1, "bob");
      const again = await pay();
      expect(safeFilesIn(again.output)).to.deep.equal([file]);
      expect(again.output).to.contain("2 of 2 payments that were written for the Safe");

      await execute(file);
      expect(await balance(ALICE)).to.equal(fivePercent(byAlice));
      const next = await pay();
      const [later = ""] = safeFilesIn(next.output);
      expect(later).not.to.equal(file);
      await execute(later);
      expect(await balance(ALICE)).to.equal(fivePercent(byAlice));
      expect((await pay()).output).to.contain("Nothing is due. Nothing to do.");
    });

    it("ends a dry run alike while a batch waits, and writes no file", async () => {
      const [file = ""] = safeFilesIn((await pay()).output);
      await rm(path.join(project, file));
      const { code, output, errors } = await pay("--dry-run");
      expect(code, errors).to.equal(0);
      expect(output).to.contain("2 of 2 payments that were written for the Safe");
      expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
      expect(existsSync(path.join(project, file))).to.equal(false);
    });

    it("writes its file again after a run that was ended before it", async () => {
      const [file = ""] = safeFilesIn((await pay()).output);
      const text = await readFile(path.join(project, file), "utf8");
      await rm(path.join(project, file));
      expect(safeFilesIn((await pay()).output)).to.deep.equal([file]);
      expect(await readFile(path.join(project, file), "utf8")).to.equal(text);
    });

    it("proposes anew with --replace what was rejected, and marks the old file", async () => {
      const [old = ""] = safeFilesIn((await pay()).output);
      await importRows("alice,");
      const replaced = await pay("--replace");
      expect(replaced.output).to.contain("reject it there first");
      expect(replaced.output).to.match(/^alice .* - +no payout_address is imported$/m);
      const [file = ""] = safeFilesIn(replaced.output);
      expect(file).not.to.equal(old);
      const listed = await done("ticket", "safe-files");
      expect(listed).to.contain(`${old.replace(/json$/, "superseded.json")}: superseded`);
      expect(listed).to.contain(`${file}: pending`);
      expect(listed).to.contain(`affiliatePayout(${address}, bob, ${fivePercent(byBob)})`);
      await execute(file);
      expect(await balance(ALICE)).to.equal(0n);
      expect(await balance(BOB)).to.equal(fivePercent(byBob));
    });

    it("still waits for the Safe's batch when an account has become the owner", async () => {
      await pay();
      const self = (await accounts[0]?.getAddress()) ?? "";
      const [handing = ""] = safeFilesIn(await done("ticket", "transfer-ownership", self));
      await execute(handing);
      await done("ticket", "accept-ownership");
      const { code, output } = await pay();
      expect(code).to.equal(0);
      expect(output).to.contain("2 of 2 payments that were written for the Safe");
      expect(await balance(ALICE)).to.equal(0n);
    });

    it("tells of a batch that was executed twice, and deducts it from what is earned later", async () => {
      const [file = ""] = safeFilesIn((await pay()).output);
      await execute(file);
      await execute(file);
      expect(await balance(ALICE)).to.equal(2n * fivePercent(byAlice));
      const told = async () => {
        const { code, output, errors } = await pay();
        expect(code, errors).to.equal(0);
        for (const [name, paid] of [
          ["alice", byAlice],
          ["bob", byBob],
        ] as const) {
          expect(output).to.match(
            new RegExp(
              `^Warning: ${name} was paid ${literally(printed(fivePercent(paid)))} a second time, in 0x[0-9a-f]{64}, ` +
                "after 0x[0-9a-f]{64}: it is deducted from what is earned later\\.$",
              "m",
            ),
          );
        }
        return output;
      };
      const nothing = await told();
      expect(nothing).to.match(/^alice .* - +was paid more than this commission$/m);
      expect(nothing).to.match(/^bob .* - +was paid more than this commission$/m);
      expect(nothing).to.contain("Nothing is due. Nothing to do.");

      const more = await buy(4, "alice");
      const next = safeFilesIn(await told());
      await execute(next[0] ?? "");
      expect(await balance(ALICE)).to.equal(fivePercent(byAlice + more));
      expect(await balance(BOB)).to.equal(2n * fivePercent(byBob));

      await rm(path.join(project, JOURNAL));
      await done("affiliates", "pay", "--rebuild");
      expect(await told()).to.contain("Nothing is due. Nothing to do.");
    });

    it("misses no payment of a Safe that an endpoint fails to show as one", async () => {
      const [file = ""] = safeFilesIn((await pay()).output);
      await execute(file);
      await rm(path.join(project, JOURNAL));
      const getOwners = "0xa0e67e2b";
      const proxy = await startRpcProxy(node.url, {
        before: ({ method, params }) =>
          method === "eth_call" && JSON.stringify(params).includes(getOwners)
            ? "busy for now"
            : undefined,
      });
      const { code, errors } = await taskAt(proxy.url, "affiliates", "pay", "--rebuild");
      await proxy.close();
      expect(code).to.equal(1);
      expect(errors).to.contain(`The endpoint does not show that ${safeAddress} is a Safe`);
    });

    it("finds what the Safe has paid, and what its owners paid before it, if the journal is lost", async () => {
      const [file = ""] = safeFilesIn((await pay()).output);
      await execute(file);
      await rm(path.join(project, JOURNAL));
      const rebuilt = await done("affiliates", "pay", "--rebuild");
      expect(rebuilt).to.contain(
        `2 payments to 2 affiliates, ${printed(fivePercent(byAlice) + fivePercent(byBob))} in all.`,
      );
      expect((await pay()).output).to.contain("Nothing is due. Nothing to do.");
    });
  });

  it("pays nothing for an owner that is a contract and no Safe", async () => {
    const fresh = await node.provider.send("evm_snapshot", []);
    await deploy();
    await deploy("--owner", address);
    const { code, errors } = await pay();
    await node.provider.send("evm_revert", [fresh]);
    expect(code).to.equal(1);
    expect(errors).to.contain("is a contract, and no Safe that this can recognise");
    expect(address).not.to.equal(ZeroAddress);
  });
});
