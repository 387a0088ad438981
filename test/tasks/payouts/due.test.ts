import { expect } from "chai";
import { type Payouts, Payouts__factory } from "../../../typechain-types/index.ts";
import { type Lie, type RpcRequest, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { ALICE, BOB, fivePercent, literally, printed } from "../support/money.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { useSale } from "../support/sale.ts";

const ABI = Payouts__factory.createInterface();

describe("affiliates due and payments", () => {
  const sale = useSale({ codes: ["alice", "bob", "carol", "dave"] });
  let payouts: Payouts;
  let books: string;

  describe("once some were paid", () => {
    /** Wei that buyers have paid. */
    let one: bigint;
    let payment: string;
    let bob: string;

    prepareOnce(
      () => sale,
      async () => {
        payouts = await sale.deployPayouts();
        books = await payouts.getAddress();
        bob = sale.account(5).address;
        await sale.namePayees({ alice: ALICE });
        const other = sale.account(6);
        await sale.buy(3, "alice", other);
        await sale.done("affiliates", "pay");
        const [event] = await payouts.queryFilter(payouts.filters.PaidOut());
        payment = event?.transactionHash ?? "";
        await sale.namePayees({ bob });
        const value = await sale.ticket.getAffiliatePriceForQuantity(2);
        const asOther = sale.ticket.connect(other);
        await (await asOther.buyTicketWithAffiliate(bob, 2, "bob", { value })).wait();
        one = await sale.buy(1, "alice", sale.account(5));
        await sale.buy(1, "carol", other);
      },
    );

    /** Code, tickets, tickets that it was paid for, and its payee. */
    const sold = () =>
      [
        ["alice", 4n, 3n, ALICE],
        ["bob", 2n, 0n, bob],
        ["carol", 1n, 0n, null],
      ] as const;

    it("lists what each code has earned, was paid and is due, and says who is left out and why", async () => {
      const text = await sale.done("affiliates", "due");
      for (const [code, tickets, paid, payee] of sold()) {
        const earned = fivePercent(tickets * one);
        const due = earned - fivePercent(paid * one);
        const cells = [tickets * one, earned, earned - due, due].map((wei) => printed(wei));
        const row = [code, ...cells, payee ?? "none"].map(literally).join(" +");
        expect(text).to.match(new RegExp(`^${row}$`, "m"));
      }
      expect(text).not.to.contain("dave");
      expect(text).to.contain(
        `Not paid, because no payee is named: 1 code, ${printed(fivePercent(one))} due (carol).`,
      );
      expect(text).to.contain(
        `bob: 1 purchase of these by the affiliate's own payee (2 tickets, ${printed(2n * one)}).`,
      );
      expect(text).to.contain("Payouts holds 0 ETH. Pay what is due: ");
    });

    it("leaves out no code that was paid in full before its payee was taken back", async () => {
      await sale.done("affiliates", "pay");
      await sale.done("affiliates", "payees", "set", "alice", "none");
      const { affiliates } = JSON.parse(await sale.done("affiliates", "due", "--json"));
      expect(affiliates[0]).to.include({ code: "alice", payee: null, dueWei: "0", leftOut: null });
    });

    it("gives programs the same in wei", async () => {
      const json = JSON.parse(await sale.done("affiliates", "due", "--json"));
      expect(json).to.include({
        address: books,
        commissionBps: 500,
        balanceWei: "0",
        dueWei: String(4n * fivePercent(one)),
      });
      const rows = sold().map(([code, tickets, paid, payee]) => ({
        code,
        paidByBuyersWei: String(tickets * one),
        earnedWei: String(fivePercent(tickets * one)),
        paidWei: String(fivePercent(paid * one)),
        dueWei: String(fivePercent((tickets - paid) * one)),
        payee,
        leftOut: payee === null ? "no payee" : null,
        ...(code === "bob" && {
          bySelf: { purchases: 1, tickets: 2, paidWei: String(2n * one) },
        }),
      }));
      expect(json.affiliates).to.deep.equal(rows);
      for (const { code, dueWei } of rows) expect(String(await payouts.due(code))).to.equal(dueWei);
      const [header, first] = (await sale.done("affiliates", "due", "--csv")).split("\n");
      expect(header).to.equal("code,paid_by_buyers_wei,earned_wei,paid_wei,due_wei,payee,left_out");
      expect(first).to.equal(Object.values({ ...rows[0], leftOut: "" }).join());
    });

    it("reads all at one block, though a code is paid meanwhile", async () => {
      let isPaid = false;
      const { output } = await sale.taskOver(
        {
          async before({ method }) {
            if (method !== "eth_getLogs" || isPaid) return undefined;
            isPaid = true;
            await (await sale.owner.sendTransaction({ to: books, value: one })).wait();
            await (await payouts.payOut(["alice"])).wait();
            return undefined;
          },
        },
        ...["affiliates", "due", "--json"],
      );
      expect(await payouts.due("alice")).to.equal(0n);
      const { affiliates } = JSON.parse(output);
      expect(affiliates[0]).to.include({ code: "alice", dueWei: String(fivePercent(one)) });
    });

    it("lists who was paid what, when, and by which transaction", async () => {
      const [paid] = JSON.parse(await sale.done("affiliates", "payments", "--json"));
      const receipt = await sale.node.provider.getTransactionReceipt(payment);
      const block = await sale.node.provider.getBlock(receipt?.blockNumber ?? 0);
      const amount = fivePercent(3n * one);
      const time = new Date((block?.timestamp ?? 0) * 1000).toISOString().replace(".000Z", "Z");
      expect(paid).to.deep.equal({
        time,
        block: receipt?.blockNumber,
        transactionHash: payment,
        code: "alice",
        payee: ALICE,
        amountWei: String(amount),
      });
      expect(await sale.done("affiliates", "payments", "--csv")).to.equal(
        "time,block,transaction_hash,code,payee,amount_wei\n" +
          `${time},${receipt?.blockNumber},${payment},alice,${ALICE},${amount}\n`,
      );
      const text = await sale.done("affiliates", "payments");
      const row = [time, "alice", printed(amount), ALICE, payment].map(literally).join(" +");
      expect(text).to.match(new RegExp(`^${row}$`, "m"));
      expect(text).to.contain(`1 payment, ${printed(amount)} in all, at block `);
    });

    it("lists no payments that do not add up to what the contract has paid", async () => {
      const { topicHash } = ABI.getEvent("PaidOut");
      const { code, errors } = await sale.taskOver(
        {
          before: ({ method, params }) =>
            method === "eth_getLogs" && JSON.stringify(params).includes(topicHash)
              ? { result: [] }
              : undefined,
        },
        "affiliates",
        "payments",
      );
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^Error: The payments don't add up: those of alice are 0 wei, and the contract has paid \d+\. The endpoint omitted something/,
      );
    });

    const isOfBooks = (address: unknown) => String(address).toLowerCase() === books.toLowerCase();
    const view =
      (name: "paid" | "payee" | "owner", value: unknown) =>
      ({ method, params }: RpcRequest): Lie | undefined => {
        const [call] = params as { data?: string; to?: string }[];
        const isIt = call?.data?.startsWith(ABI.getFunction(name).selector) === true;
        return method === "eth_call" && isIt && isOfBooks(call.to)
          ? { result: ABI.encodeFunctionResult(name, [value]) }
          : undefined;
      };
    const held = ({ method, params }: RpcRequest): Lie | undefined =>
      method === "eth_getBalance" && isOfBooks(params[0]) ? { result: "0x77" } : undefined;

    for (const [what, place, lie, subject] of [
      ["what was paid", "first", view("paid", 0n), "paid\\(alice\\)"],
      ["a payee", "second", view("payee", BOB), "payee\\(\\w+\\)"],
      ["the owner", "first", view("owner", ALICE), "owner\\(\\)"],
      ["what Payouts holds", "second", held, "the balance of 0x\\w{40}"],
    ] as const) {
      it(`stops a payout if the ${place} of two endpoints lies about ${what}`, async () => {
        await recordAsMainnet(sale.project);
        const liar = await startRpcProxy(sale.node.url, { before: lie });
        const variable = place === "first" ? "MAINNET_RPC_URL" : "MAINNET_SECOND_RPC_URL";
        const { code, errors, sent } = await sale.onMainnetWith(
          { [variable]: liar.url },
          ...["affiliates", "pay", "--yes"],
        );
        await liar.close();
        expect({ code, sent }).to.deep.equal({ code: 1, sent: 0 });
        expect(errors).to.match(new RegExp(`Error: The endpoints disagree on ${subject}`));
      });
    }
  });

  it("says so while nothing was sold or paid", async () => {
    await sale.deployPayouts();
    for (const [task, says] of [
      ["due", /\nNo code has sold anything yet\.\n$/],
      ["payments", /^No payment was made on rehearsal yet\.\n$/],
      ["pay", /Nothing is due/],
    ] as const) {
      expect(await sale.done("affiliates", task)).to.match(says);
    }
  });
});
