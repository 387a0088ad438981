import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { type Payouts, Payouts__factory } from "../../../typechain-types/index.ts";
import { type Lie, type RpcRequest, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask } from "../support/command.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { literally, printed } from "../support/money.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { forgetDeployments } from "../support/project.ts";

const ALICE = "0x00000000000000000000000000000000000A11cE";
const ABI = Payouts__factory.createInterface();

describe("affiliates due and payments", () => {
  let sale: PaidSale;
  let payouts: Payouts;
  let books: string;
  let bob: string;
  let byAlice: bigint;
  let byBob: bigint;
  let payment: string;

  const fivePercent = (wei: bigint) => (wei * 5n) / 100n;

  before(async () => {
    sale = await startPaidSale(["alice", "bob", "carol", "dave"]);
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  describe("once some were paid", () => {
    prepareOnce(
      () => sale,
      async () => {
        payouts = await sale.deployPayouts();
        books = await payouts.getAddress();
        bob = (await sale.accounts[5]?.getAddress()) ?? "";
        await sale.namePayees({ alice: ALICE });
        byAlice = await sale.buy(3, "alice", sale.accounts[6]);
        await sale.done("affiliates", "pay");
        const [event] = await payouts.queryFilter(payouts.filters.PaidOut());
        payment = event?.transactionHash ?? "";
        await sale.namePayees({ bob });
        byBob = await sale.buy(2, "bob");
        byAlice += await sale.buy(1, "alice", sale.accounts[6]);
        await sale.buy(1, "carol", sale.accounts[6]);
      },
    );

    it("lists what each code has earned, was paid and is due, and says who is left out and why", async () => {
      const one = await sale.ticket.getAffiliatePriceForQuantity(1);
      const text = await sale.done("affiliates", "due");
      const line = (...cells: string[]) => new RegExp(`^${cells.map(literally).join(" +")}$`, "m");
      const paid = fivePercent(byAlice - one);
      expect(text).to.match(
        line(
          "alice",
          ...[byAlice, fivePercent(byAlice), paid, fivePercent(one)].map((wei) => printed(wei)),
          ALICE,
        ),
      );
      expect(text).to.match(
        line(
          "bob",
          ...[byBob, fivePercent(byBob), 0n, fivePercent(byBob)].map((wei) => printed(wei)),
          bob,
        ),
      );
      expect(text).to.match(
        line(
          "carol",
          ...[one, fivePercent(one), 0n, fivePercent(one)].map((wei) => printed(wei)),
          "none",
        ),
      );
      expect(text).not.to.contain("dave");
      expect(text).to.contain(
        `Not paid, because no payee is named: 1 code, ${printed(fivePercent(one))} due (carol).`,
      );
      expect(text).to.contain(
        `bob: 1 purchase of these by the affiliate's own payee (2 tickets, ${printed(byBob)}).`,
      );
      expect(text).to.contain("Payouts holds 0 ETH. Pay what is due: ");
    });

    it("gives programs the same in wei", async () => {
      const json = JSON.parse(await sale.done("affiliates", "due", "--json"));
      expect([json.address, json.commissionBps, json.balanceWei]).to.deep.equal([books, 500, "0"]);
      const due = await Promise.all(["alice", "bob", "carol"].map((code) => payouts.due(code)));
      expect(json.dueWei).to.equal(String(due.reduce((sum, wei) => sum + wei, 0n)));
      expect(
        json.affiliates.map((one: Readonly<Record<string, unknown>>) => [
          ...[one.code, one.dueWei, one.payee, one.leftOut],
        ]),
      ).to.deep.equal([
        ["alice", String(due[0]), ALICE, null],
        ["bob", String(due[1]), bob, null],
        ["carol", String(due[2]), null, "no payee"],
      ]);
      expect(json.affiliates[1].bySelf).to.deep.equal({
        ...{ purchases: 1, tickets: 2, paidWei: String(byBob) },
      });
      const [header, first] = (await sale.done("affiliates", "due", "--csv")).split("\n");
      expect(header).to.equal("code,paid_by_buyers_wei,earned_wei,paid_wei,due_wei,payee,left_out");
      expect(first).to.equal(
        `alice,${byAlice},${fivePercent(byAlice)},${fivePercent(byAlice) - (due[0] ?? 0n)},${due[0]},${ALICE},`,
      );
    });

    it("lists who was paid what, when, and by which transaction", async () => {
      const [paid] = JSON.parse(await sale.done("affiliates", "payments", "--json"));
      const receipt = await sale.node.provider.getTransactionReceipt(payment);
      const block = await sale.node.provider.getBlock(receipt?.blockNumber ?? 0);
      const amount = await payouts.paid("alice");
      const time = new Date((block?.timestamp ?? 0) * 1000).toISOString().replace(".000Z", "Z");
      expect(paid).to.deep.equal({
        ...{ time, block: receipt?.blockNumber, transactionHash: payment },
        ...{ code: "alice", payee: ALICE, amountWei: String(amount) },
      });
      expect(await sale.done("affiliates", "payments", "--csv")).to.equal(
        "time,block,transaction_hash,code,payee,amount_wei\n" +
          `${time},${receipt?.blockNumber},${payment},alice,${ALICE},${amount}\n`,
      );
      const text = await sale.done("affiliates", "payments");
      expect(text).to.match(
        new RegExp(
          `^${literally(time)} +alice +${literally(printed(amount))} +${ALICE} +${payment}$`,
          "m",
        ),
      );
      expect(text).to.contain(`1 payment, ${printed(amount)} in all, at block `);
    });

    it("lists no payments that do not add up to what the contract has paid", async () => {
      const { topicHash } = ABI.getEvent("PaidOut");
      const proxy = await startRpcProxy(sale.node.url, {
        before: ({ method, params }) =>
          method === "eth_getLogs" && JSON.stringify(params).includes(topicHash)
            ? { result: [] }
            : undefined,
      });
      const { code, errors } = await sale.taskAt(proxy.url, "affiliates", "payments");
      await proxy.close();
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^Error: The payments don't add up: those of alice are 0 wei, and the contract has paid \d+\. The endpoint left something out/,
      );
    });

    describe("if one of two endpoints lies, the payout stops:", () => {
      const words = ["affiliates", "pay", "--network", "mainnet", "--yes"];
      const view = (name: "paid" | "payee" | "owner", value: unknown) => {
        const selector = ABI.getFunction(name).selector;
        return ({ method, params }: RpcRequest): Lie | undefined => {
          const [call] = params as { data?: string; to?: string }[];
          const isIt = method === "eth_call" && call?.data?.startsWith(selector) === true;
          if (!isIt || call?.to?.toLowerCase() !== books.toLowerCase()) return undefined;
          return { result: ABI.encodeFunctionResult(name, [value]) };
        };
      };
      const lies: readonly (readonly [
        string,
        () => (request: RpcRequest) => Lie | undefined,
        RegExp,
      ])[] = [
        ["what was paid", () => view("paid", 0n), /paid\(alice\)/],
        ["a payee", () => view("payee", books), /payee\(\w+\)/],
        ["the owner", () => view("owner", ALICE), /owner\(\)/],
        [
          "what Payouts holds",
          () =>
            ({ method, params }) =>
              method === "eth_getBalance" && String(params[0]).toLowerCase() === books.toLowerCase()
                ? { result: "0x77" }
                : undefined,
          /the balance of 0x\w{40}/,
        ],
      ];
      for (const [what, lie, subject] of lies) {
        for (const place of ["first", "second"] as const) {
          it(`${what}, when it is the ${place}`, async () => {
            await recordAsMainnet(sale.project);
            const file = (network: string) =>
              path.join(sale.project, "deployments", network, "payouts-record.json");
            const text = await readFile(file("rehearsal"), "utf8");
            await writeFile(file("mainnet"), text.replace('"rehearsal"', '"mainnet"'));
            const nonce = await sale.owner.getNonce();
            const liar = await startRpcProxy(sale.node.url, { before: lie() });
            const [first, second] =
              place === "first" ? [liar.url, `${sale.node.url}/second`] : [sale.node.url, liar.url];
            const env = {
              MAINNET_RPC_URL: first,
              MAINNET_SECOND_RPC_URL: second,
              DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
            };
            const { code, errors } = await runTask({ project: sale.project, env }, ...words);
            await liar.close();
            expect(code).to.equal(1);
            expect(errors).to.match(
              new RegExp(`Error: The endpoints disagree on ${subject.source}`),
            );
            expect(await sale.owner.getNonce()).to.equal(nonce);
          });
        }
      }
    });
  });

  it("says so while nothing was sold or paid", async () => {
    await sale.deployPayouts();
    expect(await sale.done("affiliates", "due")).to.match(/\nNo code has sold anything yet\.\n$/);
    expect(await sale.done("affiliates", "payments")).to.equal(
      "Nothing was paid on rehearsal yet.\n",
    );
    expect(await sale.done("affiliates", "pay")).to.contain("Nothing is due");
  });
});
