import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { formatEther, getAddress, id, parseUnits, toQuantity, type Wallet } from "ethers";
import type { Ticket } from "../../../typechain-types/index.ts";
import { type Interference, type RpcProxy, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { deferred } from "../../support/deferred.ts";
import { runTask, startWarmTask } from "../support/command.ts";
import { PRICE, RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments, forgetKept } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

const GWEI = 10n ** 9n;
const DEAD = "http://127.0.0.1:9";

describe("A pause", () => {
  let project: string;
  let node: TestNode;
  let owner: Wallet;
  let ticket: Ticket;
  let clean: string;
  let proxies: RpcProxy[];

  before(async function () {
    // The first test also waits for the compiler.
    this.timeout(240_000);
    ({ project, node, owner, ticket } = await startOwnedSale("emergency pause"));
    await recordAsMainnet(project);
    const file = path.join(project, "cache/night-payees.csv");
    await writeFile(file, `code,payee\nalice,${getAddress(id("alice").slice(0, 42))}\n`);
    for (const words of [
      ["affiliates", "import", file],
      ["ticket", "deploy-payouts", "--commission", "5", "--owner", owner.address],
      ["affiliates", "payees", "import", file],
    ]) {
      const { code, errors } = await runTask(
        at(node.url, `${node.url}/second`),
        ...words,
        ...["--yes", "--network", "mainnet"],
      );
      expect(code, errors).to.equal(0);
    }
    const value = await ticket.getAffiliatePriceForQuantity(2);
    await (await ticket.buyTicketWithAffiliate(owner.address, 2, "alice", { value })).wait();
    await node.provider.send("evm_setAutomine", [false]);
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    proxies = [];
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
    await forgetKept("notes");
  });

  afterEach(() => Promise.all(proxies.map((proxy) => proxy.close())));

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const at = (first: string, second: string) => ({
    project,
    env: {
      MAINNET_RPC_URL: first,
      MAINNET_SECOND_RPC_URL: second,
      DEPLOYER_PRIVATE_KEY: owner.privateKey,
      ANSWER_WITHIN_SECONDS: "5",
    },
  });

  /** Mines a block when asked for the receipt of a sent transaction. */
  async function endpoint(interference: Interference = {}): Promise<RpcProxy> {
    let sent = false;
    const proxy = await startRpcProxy(node.url, {
      ...interference,
      after(request, number) {
        sent ||= request.method === "eth_sendRawTransaction";
        if (sent && request.method === "eth_getTransactionReceipt") {
          void node.provider.send("evm_mine", []);
        }
        return interference.after?.(request, number);
      },
    });
    proxies.push(proxy);
    return proxy;
  }

  async function run(command: ReturnType<typeof at>, ...words: string[]) {
    return await runTask(command, ...words, "--yes", "--network", "mainnet");
  }

  async function pause(...words: string[]) {
    const [first, second] = [await endpoint(), await endpoint()];
    return await run(at(first.url, second.url), "ticket", "pause", ...words);
  }

  async function baseFeeOf(wei: bigint): Promise<void> {
    await node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(wei)]);
    await node.provider.send("evm_mine", []);
  }

  async function sentIn(output: string) {
    const [, hash = ""] = /^Sent (0x[0-9a-f]{64}), /m.exec(output) ?? [output];
    const sent = await node.provider.getTransaction(hash);
    if (sent === null) throw new Error(`Nothing was sent: ${output}`);
    return sent;
  }

  it("is the first thing that both endpoints hear after the answer", async () => {
    const [first, second] = [await endpoint(), await endpoint()];
    const started = startInTerminal(
      at(first.url, second.url),
      ...["ticket", "pause", "--network", "mainnet"],
    );
    await started.answer(/Type yes to go on: /, "yes");
    const before = [first, second].map(({ requests }) => requests.length);
    const { code, output } = await started.ended;
    expect(code, output).to.equal(0);
    const next = [first, second].map(({ requests }, i) => requests[before[i] ?? 0]?.method);
    expect(next).to.deep.equal(["eth_sendRawTransaction", "eth_sendRawTransaction"]);
    expect(await ticket.paused()).to.equal(true);
  });

  for (const fee of [60n, 300n]) {
    it(`is sent at a base fee of ${fee} gwei, and says what it may cost`, async () => {
      await baseFeeOf(fee * GWEI);
      const { code, output, errors } = await pause();
      expect(code, errors + output).to.equal(0);
      expect(output).to.contain(
        "  emergency   above the cap of 100 gwei: it may cost up to about ",
      );
      expect(await ticket.paused()).to.equal(true);
      const { maxFeePerGas, gasLimit } = await sentIn(output);
      expect(Number(maxFeePerGas)).to.be.greaterThan(Number(fee * GWEI));
      const cost = formatEther((maxFeePerGas ?? 0n) * gasLimit).slice(0, 6);
      expect(output).to.contain(`it may cost up to about ${cost}`);
    });
  }

  it("is not sent above what it may cost, or above --max-fee, and names the limit that would do", async () => {
    await baseFeeOf(2_500n * GWEI);
    const dear = await pause();
    expect(dear.errors).to.match(
      /Error: This takes 28\d\d\.\d+ gwei, above the 2000 gwei \(about 0\.\d+ ETH\) that this may cost\. Nothing was sent\. Name a higher limit: --max-fee 28\d\d\n$/,
    );
    const limited = await pause("--max-fee", "2600");
    expect(limited.errors).to.contain("above --max-fee 2600 gwei. Nothing was sent.");
    const paid = await pause("--max-fee", "4000");
    expect(paid.code, paid.errors).to.equal(0);
    expect(await ticket.paused()).to.equal(true);
  });

  it("leaves the cap to everything else, which --max-fee may pass", async () => {
    await baseFeeOf(60n * GWEI);
    const [first, second] = [await endpoint(), await endpoint()];
    const setPrice = (...words: string[]) =>
      run(at(first.url, second.url), "ticket", "set-price", typed(RAISED_PRICE), ...words);
    const refused = await setPrice();
    expect(refused.errors).to.match(
      /Error: The fee would be up to 1\d\d(\.\d+)? gwei, above the cap of 100 gwei in networks\.ts\. Nothing was sent\. Wait for a quieter hour, ask another endpoint, or name a limit of your own: --max-fee 1\d\d\.\n$/,
    );
    const paid = await setPrice("--max-fee", "150");
    expect(paid.code, paid.errors).to.equal(0);
    expect(await ticket.ticketPrice()).to.equal(RAISED_PRICE);
  });

  const fees = { maxFeePerGas: parseUnits("50", "gwei"), maxPriorityFeePerGas: GWEI };
  const price = (wei: bigint, offered: object = fees) =>
    ticket.setTicketPrice(wei, { gasLimit: 60_000, ...offered });

  it("takes the next nonce behind what the next block takes anyway", async () => {
    const nonce = await owner.getNonce();
    await price(RAISED_PRICE);
    const { code, output, errors } = await pause();
    expect(code, errors).to.equal(0);
    expect(output).to.contain(
      `  nonce       ${nonce + 1}, the next one: the 1 transaction ahead can be in the same block\n`,
    );
    expect((await sentIn(output)).nonce).to.equal(nonce + 1);
    expect(await ticket.paused()).to.equal(true);
    expect(await ticket.ticketPrice()).to.equal(RAISED_PRICE);
  });

  /** Imitates Geth's pool of pending transactions, which this node lacks. */
  const pooled = (...pool: readonly { readonly nonce: string }[]): Interference => {
    let sent = false;
    return {
      before({ method, params }) {
        sent ||= method === "eth_sendRawTransaction";
        if (sent) return undefined;
        if (method === "eth_getTransactionCount" && params[1] === "pending") {
          return { result: toQuantity(Number(pool.at(-1)?.nonce) + 1) };
        }
        const isPending = method === "eth_getBlockByNumber" && params[0] === "pending";
        return isPending ? { result: { transactions: pool } } : undefined;
      },
    };
  };
  const byHash = (hash: string) => node.provider.send("eth_getTransactionByHash", [hash]);

  it("replaces a set-price that is stuck", async () => {
    const nonce = await owner.getNonce();
    const stuck = await price(RAISED_PRICE, { maxFeePerGas: 2n * GWEI, maxPriorityFeePerGas: 1n });
    await baseFeeOf(20n * GWEI);
    const pool = pooled(await byHash(stuck.hash));
    const [first, second] = [await endpoint(pool), await endpoint(pool)];
    const { code, output, errors } = await run(at(first.url, second.url), "ticket", "pause");
    expect(code, errors).to.equal(0);
    expect(output).to.contain(
      `  nonce       ${nonce}, in place of setTicketPrice(${RAISED_PRICE}) (${stuck.hash}): it offers too little for the next block\n`,
    );
    expect((await sentIn(output)).nonce).to.equal(nonce);
    expect(await ticket.paused()).to.equal(true);
    expect(await ticket.ticketPrice()).to.equal(PRICE);
  });

  it("replaces an unpause behind what is stuck as well, which would undo it", async () => {
    const nonce = await owner.getNonce();
    const low = { maxFeePerGas: 2n * GWEI, maxPriorityFeePerGas: 1n };
    const stuck = await price(RAISED_PRICE, low);
    const undoing = await ticket.unpause({ gasLimit: 60_000, nonce: nonce + 1, ...fees });
    await baseFeeOf(20n * GWEI);
    const pool = pooled(await byHash(stuck.hash), await byHash(undoing.hash));
    const [first, second] = [await endpoint(pool), await endpoint(pool)];
    const { code, output, errors } = await run(at(first.url, second.url), "ticket", "pause");
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`${nonce + 1}, in place of unpause() (${undoing.hash})`);
    expect(await owner.getNonce()).to.equal(nonce + 2);
    expect(await ticket.paused()).to.equal(true);
  });

  it("offers more until an endpoint takes it in place of what no endpoint shows", async () => {
    const nonce = await owner.getNonce();
    await price(RAISED_PRICE, { maxFeePerGas: 19n * GWEI, maxPriorityFeePerGas: 3n * GWEI });
    await baseFeeOf(20n * GWEI);
    const { code, output, errors } = await pause();
    expect(code, errors).to.equal(0);
    expect((await sentIn(output)).nonce).to.equal(nonce);
    expect(await ticket.paused()).to.equal(true);
  });

  it("goes out during a payout, which pays each affiliate once", async () => {
    const words = ["affiliates", "pay", "--yes", "--network", "mainnet"];
    const nonce = await owner.getNonce();
    const { promise: waiting, resolve } = deferred<void>();
    let sent = false;
    const quiet = await startRpcProxy(node.url, {
      after({ method }) {
        // The task's first transaction funds Payouts and stays pending.
        if (sent && method === "eth_getTransactionReceipt") resolve();
        sent ||= method === "eth_sendRawTransaction";
        return undefined;
      },
    });
    proxies.push(quiet);
    const paying = startWarmTask(at(quiet.url, `${node.url}/second`), ...words);
    await waiting;
    const paused = await pause();
    expect(paused.code, paused.errors).to.equal(0);
    expect(paused.output).to.contain(`  nonce       ${nonce + 1}, the next one`);
    expect(await ticket.paused()).to.equal(true);
    await node.provider.send("evm_setIntervalMining", [100]);
    const ended = await paying.ended;
    expect(ended.code, ended.errors).to.equal(0);
    await node.provider.send("evm_setIntervalMining", [0]);
    const again = await run(at(node.url, `${node.url}/second`), "affiliates", "pay");
    expect(again.output).to.contain("Nothing is due");
  });

  const silent: Interference = { before: () => "silent" };
  for (const kind of ["dead", "silent"] as const) {
    for (const place of ["first", "second"] as const) {
      it(`goes out by the other one's word when the ${place} endpoint is ${kind}`, async () => {
        const alive = await endpoint();
        const dead = kind === "dead" ? DEAD : (await endpoint(silent)).url;
        const [first, second] = place === "first" ? [dead, alive.url] : [alive.url, dead];
        const { code, output, errors } = await run(at(first, second), "ticket", "pause");
        expect(code, errors + output).to.equal(0);
        expect(errors).to.equal(
          `Warning: ${new URL(dead).host} does not answer, so what ${new URL(alive.url).host} says is not checked: ` +
            "the owner, the nonce, the fee, and whether sales are paused.\n",
        );
        expect(output).to.match(/\nDone in block \d+ /);
        expect(await ticket.paused()).to.equal(true);
      });
    }
  }

  it("is the only task that goes out by one endpoint's word", async () => {
    const alive = await endpoint();
    for (const [first, second] of [
      [alive.url, DEAD],
      [DEAD, alive.url],
    ] as const) {
      const { code, output } = await run(at(first, second), "ticket", "unpause");
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    }
  });

  /** Stays some blocks behind until it gets the pause and a few more requests. */
  const behind = async (blocks: number, count: number): Promise<Interference> => {
    const old = toQuantity(head - blocks);
    const block = await node.provider.send("eth_getBlockByNumber", [old, false]);
    let asked = 0;
    let sent = false;
    return {
      before({ method, params }) {
        sent ||= method === "eth_sendRawTransaction";
        if (method === "eth_getBlockByNumber" && params[0] === "latest") {
          asked += sent ? 1 : 0;
          return asked > 1 ? undefined : { result: block };
        }
        if (method === "eth_blockNumber") return asked > 1 ? undefined : { result: old };
        const isCount = method === "eth_getTransactionCount" && !String(params[1]).startsWith("0x");
        return isCount && !sent ? { result: toQuantity(count) } : undefined;
      },
    };
  };
  let head: number;

  for (const place of ["first", "second"] as const) {
    it(`goes out when the ${place} endpoint is some blocks behind`, async () => {
      for (let i = 0; i < 4; i += 1) await node.provider.send("evm_mine", []);
      head = await node.provider.getBlockNumber();
      const late = await endpoint(await behind(3, await owner.getNonce()));
      const level = await endpoint();
      const [first, second] = place === "first" ? [late, level] : [level, late];
      const { code, output, errors } = await run(at(first.url, second.url), "ticket", "pause");
      expect(code, errors + output).to.equal(0);
      expect(errors).to.equal("");
      expect(await ticket.paused()).to.equal(true);
    });

    it(`goes out by the other one's word when the ${place} endpoint is far behind`, async () => {
      await node.provider.send("hardhat_mine", [toQuantity(200)]);
      head = await node.provider.getBlockNumber();
      const late = await endpoint(await behind(100, await owner.getNonce()));
      const level = await endpoint();
      const [first, second] = place === "first" ? [late, level] : [level, late];
      const { code, output, errors } = await run(at(first.url, second.url), "ticket", "pause");
      expect(code, errors + output).to.equal(0);
      expect(errors).to.contain(
        `Warning: ${new URL(late.url).host} is 100 blocks behind ${new URL(level.url).host}, so what ${new URL(level.url).host} says is not checked: `,
      );
      expect(await ticket.paused()).to.equal(true);
    });
  }

  it("takes the nonce behind what an endpoint that is behind has not seen mined, and says by whose word", async () => {
    const nonce = await owner.getNonce();
    await price(RAISED_PRICE);
    await node.provider.send("evm_mine", []);
    head = await node.provider.getBlockNumber();
    const late = await endpoint(await behind(1, nonce));
    const level = await endpoint();
    const { code, output, errors } = await run(at(level.url, late.url), "ticket", "pause");
    expect(code, errors + output).to.equal(0);
    expect(errors).to.equal(
      `Warning: ${new URL(level.url).host} says that 1 transaction of ${owner.address} are mined since block ${head - 1}, which no other endpoint has yet.\n`,
    );
    expect((await sentIn(output)).nonce).to.equal(nonce + 1);
  });
});
