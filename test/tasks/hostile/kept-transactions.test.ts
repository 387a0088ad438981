import { rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Transaction, toQuantity } from "ethers";
import type { RpcRequest, Verdict } from "../../doubles/rpc/rpc-proxy.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { printed, RAISED_PRICE, typed } from "../support/money.ts";

/** The endpoint accepts a signed transaction, withholds it, and can broadcast it later. */
describe("An endpoint that keeps signed transactions", () => {
  const sale = useLiveSale("kept transactions");
  const raise = `ticket set-price ${typed(RAISED_PRICE)} --yes`;
  const kept: Transaction[] = [];
  let count: number;

  before(async () => {
    await (await sale.ticket.pause()).wait();
  });

  beforeEach(async () => {
    kept.length = 0;
    count = await sale.owner.getNonce();
  });

  type Conduct = (request: RpcRequest) => Verdict | undefined;

  const keeping: Conduct = ({ method, params }) => {
    if (method === "eth_sendRawTransaction") {
      const sent = Transaction.from(String(params[0]));
      kept.push(sent);
      return { result: sent.hash };
    }
    return kept.length > 0 && method === "eth_getTransactionReceipt" ? "no" : undefined;
  };

  const runAt = (conduct: Conduct, task: string) =>
    sale.run(task, { first: { before: conduct }, env: { ANSWER_WITHIN_SECONDS: "1" } });

  const broadcast = async () =>
    await sale.node.provider.broadcastTransaction(kept[0]?.serialized ?? "").catch(() => null);

  const counting = (lies: (tag: unknown, times: number) => number): Conduct => {
    let times = 0;
    return (request) => {
      if (request.method !== "eth_getTransactionCount") return keeping(request);
      times += 1;
      const later = lies(request.params[1], times);
      return later === 0 ? undefined : { result: toQuantity(count + later) };
    };
  };
  const pendingOnes = () => counting((tag) => (tag === "pending" ? 2 : 0));

  const madeUp = (later: number) => ({
    hash: `0x${"ab".repeat(32)}`,
    type: "0x2",
    chainId: "0x1",
    from: sale.owner.address,
    nonce: toQuantity(count + later),
    to: sale.ticket.target,
    value: "0x0",
    gas: "0xea60",
    maxFeePerGas: "0x77359400",
    maxPriorityFeePerGas: "0x1",
    accessList: [],
    input: sale.ticket.interface.encodeFunctionData("unpause"),
    r: `0x${"11".repeat(32)}`,
    s: `0x${"22".repeat(32)}`,
    yParity: "0x0",
  });

  const lies: readonly (readonly [title: string, conduct: () => Conduct])[] = [
    ["says that two more were sent", () => counting(() => 2)],
    ["says so of what is pending", pendingOnes],
    ["says so of its newest block", () => counting((tag) => (tag === "latest" ? 2 : 0))],
    [
      "says so once the task has looked for what is pending",
      () => counting((tag, times) => (tag === "pending" && times > 2 ? 2 : 0)),
    ],
    [
      "shows two that the owner has not signed",
      () => {
        const lie = pendingOnes();
        return (request) =>
          request.method === "eth_getBlockByNumber" && request.params[0] === "pending"
            ? { result: { transactions: [madeUp(0), madeUp(1)] } }
            : lie(request);
      },
    ],
  ];
  for (const [title, conduct] of lies) {
    for (const task of ["ticket unpause --yes", raise, "ticket pause --cancel --yes"]) {
      it(`gets nothing signed for a later nonce when it ${title}: ${task}`, async () => {
        await runAt(conduct(), task);
        expect(kept.map(({ nonce }) => nonce).filter((nonce) => nonce !== count)).to.deep.equal([]);
      });
    }
  }

  it("gets no deployment signed for a later nonce", async () => {
    await rm(path.join(sale.project, "deployments/mainnet"), { recursive: true });
    const { address } = sale.owner;
    const { code, errors } = await runAt(
      counting(() => 2),
      `ticket deploy --yes --single-owner --owner ${address} --price 0.05 --royalty-receiver ${address} --royalty-bps 500`,
    );
    expect(code).to.equal(1);
    expect(errors).to.contain(`The endpoints disagree on how much ${address} had sent by block`);
    expect(kept).to.deep.equal([]);
  });

  it("can't undo a pause with what it kept: the next change takes its nonce", async () => {
    const swallowed = await runAt(keeping, "ticket unpause --yes");
    expect(swallowed.code).to.equal(1);
    const { hash, maxFeePerGas } = kept[0] as Transaction;
    const named = await sale.run("ticket pending");
    expect(named.output).to.contain(`nonce ${count}: unpause()`).and.to.contain(hash);

    const raised = await sale.run(raise);
    expect(raised.code, raised.errors).to.equal(0);
    expect(raised.output).to.contain(
      `Signed by an earlier run for nonce ${count}, and in no block: unpause() (${hash}). ` +
        "The endpoint that has it can still send it. The new transaction replaces it.\n",
    );
    expect(raised.output).to.contain("  replaces    what is pending, at a higher fee\n");
    const [, sent = ""] = /^Sent (0x[0-9a-f]{64}), /m.exec(raised.output) ?? [];
    const mined = await sale.node.provider.getTransaction(sent);
    expect(mined?.nonce).to.equal(count);
    expect(Number(mined?.maxFeePerGas)).to.be.greaterThan(Number(maxFeePerGas) * 1.1);

    await broadcast();
    expect(await sale.ticket.paused()).to.equal(true);
    const forgotten = await sale.run("ticket pending");
    expect(forgotten.output).to.contain(`0 transactions of ${sale.owner.address} pending`);
  });

  it("can't undo a pause with what it kept, once that is taken back", async () => {
    await runAt(keeping, "ticket unpause --yes");
    const { code, output, errors } = await sale.run("ticket pause --cancel --yes");
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`  nonce ${count}: unpause(), never seen (${kept[0]?.hash})`);
    expect(output).to.contain("Done: 1 transaction cancelled.\n");
    await broadcast();
    expect(await sale.ticket.paused()).to.equal(true);
  });

  it("finds the change done if it was sent in the meantime, and forgets it", async () => {
    await runAt(keeping, raise);
    await broadcast();
    const { output } = await sale.run(raise);
    expect(output).to.equal(`The price is already ${printed(RAISED_PRICE)}. Nothing to do.\n`);
  });
});
