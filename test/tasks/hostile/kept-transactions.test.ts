import { rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Transaction, toQuantity, type Wallet } from "ethers";
import type { Ticket } from "../../../typechain-types/index.ts";
import { type RpcRequest, startRpcProxy, type Verdict } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask } from "../support/command.ts";
import { printed, RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments, forgetKept } from "../support/project.ts";

/** The endpoint accepts a signed transaction, withholds it, and can broadcast it later. */
describe("An endpoint that keeps signed transactions", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let ticket: Ticket;
  let clean: string;
  let count: number;
  const kept: Transaction[] = [];

  before(async () => {
    ({ project, node, owner: signer, ticket } = await startOwnedSale("kept transactions"));
    await recordAsMainnet(project);
    await (await ticket.pause()).wait();
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    kept.length = 0;
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
    await forgetKept("notes");
    count = await signer.getNonce();
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  type Conduct = (request: RpcRequest, number: number) => Verdict | undefined;

  const keeping: Conduct = ({ method, params }) => {
    if (method === "eth_sendRawTransaction") {
      const sent = Transaction.from(String(params[0]));
      kept.push(sent);
      return { result: sent.hash };
    }
    return kept.length > 0 && method === "eth_getTransactionReceipt" ? "no" : undefined;
  };

  async function run(conduct: Conduct, ...words: string[]) {
    const proxy = await startRpcProxy(node.url, { before: conduct });
    const env = {
      MAINNET_RPC_URL: proxy.url,
      MAINNET_SECOND_RPC_URL: `${node.url}/second`,
      DEPLOYER_PRIVATE_KEY: signer.privateKey,
      ANSWER_WITHIN_SECONDS: "1",
    };
    const ended = await runTask({ project, env }, ...words, "--network", "mainnet");
    await proxy.close();
    return ended;
  }

  const counting = (lies: (tag: unknown, times: number) => number): Conduct => {
    let times = 0;
    return (request, number) => {
      if (request.method !== "eth_getTransactionCount") return keeping(request, number);
      times += 1;
      const later = lies(request.params[1], times);
      return later === 0 ? undefined : { result: toQuantity(count + later) };
    };
  };

  const lies: readonly (readonly [title: string, conduct: () => Conduct])[] = [
    ["says that two more were sent", () => counting(() => 2)],
    ["says so of what is pending", () => counting((tag) => (tag === "pending" ? 2 : 0))],
    [
      "says so once the task has looked for what is pending",
      () => counting((tag, times) => (tag === "pending" && times > 2 ? 2 : 0)),
    ],
    [
      "shows two that the owner has not signed",
      () => {
        const lie = counting((tag) => (tag === "pending" ? 2 : 0));
        return (request, number) => {
          const asked =
            request.method === "eth_getBlockByNumber" && request.params[0] === "pending";
          return asked
            ? { result: { transactions: [madeUp(0), madeUp(1)] } }
            : lie(request, number);
        };
      },
    ],
  ];
  const madeUp = (later: number) => ({
    ...{ hash: `0x${"ab".repeat(32)}`, type: "0x2", chainId: "0x1", from: signer.address },
    ...{ nonce: toQuantity(count + later), to: ticket.target, value: "0x0", gas: "0xea60" },
    ...{ maxFeePerGas: "0x77359400", maxPriorityFeePerGas: "0x1", accessList: [] },
    input: ticket.interface.encodeFunctionData("unpause"),
    ...{ r: `0x${"11".repeat(32)}`, s: `0x${"22".repeat(32)}`, yParity: "0x0" },
  });

  for (const [title, conduct] of lies) {
    for (const words of [["unpause"], ["set-price", typed(RAISED_PRICE)], ["pause", "--cancel"]]) {
      it(`gets nothing signed for a later nonce when it ${title}: ${words[0]} ${words[1] ?? ""}`, async () => {
        await run(conduct(), "ticket", ...words, "--yes");
        expect(kept.map(({ nonce }) => nonce).filter((nonce) => nonce !== count)).to.deep.equal([]);
      });
    }
  }

  it("gets no deployment signed for a later nonce", async () => {
    await rm(path.join(project, "deployments/mainnet"), { recursive: true });
    const { address } = signer;
    const { code, errors } = await run(
      counting(() => 2),
      ...["ticket", "deploy", "--yes", "--single-owner", "--owner", address, "--price", "0.05"],
      ...["--royalty-receiver", address, "--royalty-bps", "500"],
    );
    await recordAsMainnet(project);
    expect(code).to.equal(1);
    expect(errors).to.contain(`The endpoints disagree on how much ${address} had sent by block`);
    expect(kept).to.deep.equal([]);
  });

  it("can't undo a pause with what it kept: the next change takes its nonce", async () => {
    const swallowed = await run(keeping, "ticket", "unpause", "--yes");
    expect(swallowed.code).to.equal(1);
    const [unpause] = kept;
    if (unpause === undefined) throw new Error("Nothing was signed");

    const named = await run(() => undefined, "ticket", "pending");
    expect(named.output).to.contain(`nonce ${count}: unpause()`).and.to.contain(unpause.hash);

    const raised = await run(
      () => undefined,
      ...["ticket", "set-price", typed(RAISED_PRICE), "--yes"],
    );
    expect(raised.code, raised.errors).to.equal(0);
    expect(raised.output).to.contain(
      `Signed by an earlier run for nonce ${count}, and in no block: unpause() (${unpause.hash}). ` +
        "The endpoint that has it can still send it. The new transaction replaces it.\n",
    );
    expect(raised.output).to.contain("  replaces    what is pending, at a higher fee\n");
    const [, hash = ""] = /^Sent (0x[0-9a-f]{64}), /m.exec(raised.output) ?? [];
    const mined = await node.provider.getTransaction(hash);
    expect(mined?.nonce).to.equal(count);
    expect(Number(mined?.maxFeePerGas)).to.be.greaterThan(Number(unpause.maxFeePerGas) * 1.1);

    await node.provider.broadcastTransaction(unpause.serialized).catch(() => null);
    expect(await ticket.paused()).to.equal(true);
    const forgotten = await run(() => undefined, "ticket", "pending");
    expect(forgotten.output).to.contain(`0 transactions of ${signer.address} pending`);
  });

  it("can't undo a pause with what it kept, once that is taken back", async () => {
    await run(keeping, "ticket", "unpause", "--yes");
    const [unpause] = kept;
    const { code, output, errors } = await run(
      () => undefined,
      "ticket",
      "pause",
      "--cancel",
      "--yes",
    );
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`  nonce ${count}: unpause(), never seen (${unpause?.hash})`);
    expect(output).to.contain("Done: 1 transaction cancelled.\n");
    await node.provider.broadcastTransaction(unpause?.serialized ?? "").catch(() => null);
    expect(await ticket.paused()).to.equal(true);
  });

  it("finds the change done if it was sent in the meantime, and forgets it", async () => {
    await run(keeping, "ticket", "set-price", typed(RAISED_PRICE), "--yes");
    await node.provider.broadcastTransaction(kept[0]?.serialized ?? "");
    const { output } = await run(
      () => undefined,
      "ticket",
      "set-price",
      typed(RAISED_PRICE),
      "--yes",
    );
    expect(output).to.equal(`The price is already ${printed(RAISED_PRICE)}. Nothing to do.\n`);
  });
});
