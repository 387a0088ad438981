import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { formatEther, getAddress, id, parseUnits, Transaction, toQuantity } from "ethers";
import { writeNote } from "../../../scripts/tasks/outbox/notes.ts";
import type { Interference } from "../../doubles/rpc/rpc-proxy.ts";
import { deferred } from "../../support/deferred.ts";
import { startWarmTask } from "../support/command.ts";
import { fakeSale } from "../support/fake-sale.ts";
import { answers, type Places, useLiveSale } from "../support/live-sale.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import { startInTerminal } from "../support/terminal.ts";

const GWEI = 10n ** 9n;
const DEAD = "http://127.0.0.1:9";

describe("A pause", () => {
  const sale = useLiveSale("emergency pause");
  let nonce: number;

  before(async function () {
    // The first test also waits for the compiler.
    this.timeout(240_000);
    const { project, owner, ticket, node } = sale;
    const file = path.join(project, "cache/night-payees.csv");
    await writeFile(file, `code,payee\nalice,${getAddress(id("alice").slice(0, 42))}\n`);
    for (const task of [
      `affiliates import ${file} --yes`,
      `ticket deploy-payouts --commission 5 --owner ${owner.address} --yes`,
      `affiliates payees import ${file} --yes`,
    ]) {
      const { code, errors } = await sale.run(task);
      expect(code, errors).to.equal(0);
    }
    const value = await ticket.getAffiliatePriceForQuantity(2);
    await (await ticket.buyTicketWithAffiliate(owner.address, 2, "alice", { value })).wait();
    await node.provider.send("evm_setAutomine", [false]);
  });

  beforeEach(async () => {
    nonce = await sale.owner.getNonce();
  });

  const mine = () => sale.node.provider.send("evm_mine", []);

  /** Mines a block when asked for the receipt of a sent transaction. */
  function endpoint(interference: Interference = {}): Interference {
    let sent = false;
    return {
      ...interference,
      after({ method }) {
        sent ||= method === "eth_sendRawTransaction";
        if (sent && method === "eth_getTransactionReceipt") void mine();
        return undefined;
      },
    };
  }

  const run = (task: string, { first = endpoint(), second = endpoint() }: Places = {}) =>
    sale.run(`${task} --yes`, { first, second, env: { ANSWER_WITHIN_SECONDS: "5" } });

  /** Runs a pause that goes out. */
  async function pause(places?: Places, options = "") {
    const ended = await run(`ticket pause${options}`, places);
    expect(ended.code, ended.errors + ended.output).to.equal(0);
    expect(await sale.ticket.paused()).to.equal(true);
    const [, hash = ""] = /^Sent (0x[0-9a-f]{64}), /m.exec(ended.output) ?? [];
    const sent = await sale.node.provider.getTransaction(hash);
    if (sent === null) throw new Error(`Nothing was sent: ${ended.output}`);
    return { ...ended, sent };
  }

  it("is the first thing that both endpoints hear after the answer", async () => {
    const [first, second] = [await sale.proxy(endpoint()), await sale.proxy(endpoint())];
    const command = await sale.at({ first, second });
    const started = startInTerminal(command, "ticket", "pause", "--network", "mainnet");
    await started.answer(/Type yes to go on: /, "yes");
    const before = [first, second].map(({ requests }) => requests.length);
    const { code, output } = await started.ended;
    expect(code, output).to.equal(0);
    const next = [first, second].map(({ requests }, i) => requests[before[i] ?? 0]?.method);
    expect(next).to.deep.equal(["eth_sendRawTransaction", "eth_sendRawTransaction"]);
    expect(await sale.ticket.paused()).to.equal(true);
  });

  for (const fee of [60n, 300n]) {
    it(`is sent at a base fee of ${fee} gwei, and says what it may cost`, async () => {
      await sale.baseFeeOf(fee * GWEI);
      const { output, sent } = await pause();
      expect(Number(sent.maxFeePerGas)).to.be.greaterThan(Number(fee * GWEI));
      const cost = formatEther((sent.maxFeePerGas ?? 0n) * sent.gasLimit).slice(0, 6);
      expect(output).to.contain(
        `  emergency   above the cap of 100 gwei: it may cost up to about ${cost}`,
      );
    });
  }

  it("is not sent above what it may cost, or above --max-fee, and names the limit that would do", async () => {
    await sale.baseFeeOf(2_500n * GWEI);
    const dear = await run("ticket pause");
    expect(dear.errors).to.match(
      /Error: This takes 28\d\d\.\d+ gwei, above the 2000 gwei \(about 0\.\d+ ETH\) that this may cost\. Nothing was sent\. Name a higher limit: --max-fee 28\d\d\n$/,
    );
    const limited = await run("ticket pause --max-fee 2600");
    expect(limited.errors).to.contain("above --max-fee 2600 gwei. Nothing was sent.");
    await pause({}, " --max-fee 4000");
  });

  it("leaves the cap to everything else, which --max-fee may pass", async () => {
    await sale.baseFeeOf(60n * GWEI);
    const setPrice = `ticket set-price ${typed(RAISED_PRICE)}`;
    const refused = await run(setPrice);
    expect(refused.errors).to.match(
      /Error: The fee would be up to 1\d\d(\.\d+)? gwei, above the cap of 100 gwei in networks\.ts\. Nothing was sent\. Wait for a quieter hour, ask another endpoint, or name a limit of your own: --max-fee 1\d\d\.\n$/,
    );
    const paid = await run(`${setPrice} --max-fee 150`);
    expect(paid.code, paid.errors).to.equal(0);
    expect(await sale.ticket.ticketPrice()).to.equal(RAISED_PRICE);
  });

  const enough = { maxFeePerGas: parseUnits("50", "gwei"), maxPriorityFeePerGas: GWEI };
  const low = { maxFeePerGas: 2n * GWEI, maxPriorityFeePerGas: 1n };
  const raisePrice = (fees: object) =>
    sale.ticket.setTicketPrice(RAISED_PRICE, { gasLimit: 60_000, ...fees });

  it("takes the next nonce behind what the next block takes anyway", async () => {
    await raisePrice(enough);
    const { output, sent } = await pause();
    expect(output).to.contain(
      `  nonce       ${nonce + 1}, the next one: the 1 transaction ahead can be in the same block\n`,
    );
    expect(sent.nonce).to.equal(nonce + 1);
    expect(await sale.ticket.ticketPrice()).to.equal(RAISED_PRICE);
  });

  it("goes out behind an unpause that is pending, though sales are still paused", async () => {
    await sale.ticket.pause({ gasLimit: 60_000, ...enough });
    await mine();
    await sale.ticket.unpause({ gasLimit: 60_000, ...enough });
    expect((await pause()).sent.nonce).to.equal(nonce + 2);
  });

  /** Imitates Geth's pool of pending transactions, which this node lacks. */
  async function pooled(...hashes: readonly string[]): Promise<() => Interference> {
    const transactions = await Promise.all(
      hashes.map((hash) => sale.node.provider.send("eth_getTransactionByHash", [hash])),
    );
    const count = toQuantity(nonce + hashes.length);
    return () => {
      let sent = false;
      return endpoint({
        before({ method, params }) {
          sent ||= method === "eth_sendRawTransaction";
          if (sent || !params.includes("pending")) return undefined;
          if (method === "eth_getTransactionCount") return { result: count };
          return method === "eth_getBlockByNumber" ? { result: { transactions } } : undefined;
        },
      });
    };
  }

  const full = { gasLimit: 16_000_000, ...enough };
  for (const [what, stuck, why] of [
    ["is stuck", [low], "it offers too little for the next block"],
    [
      "offers less than an eighth above the base fee",
      [{ ...low, maxFeePerGas: 22n * GWEI }],
      "it offers too little for the next block",
    ],
    [
      "fills half of the next block with another",
      [full, full],
      "the next block has no room for all that is pending",
    ],
  ] as const) {
    it(`replaces a set-price that ${what}`, async () => {
      await sale.baseFeeOf(20n * GWEI);
      const hashes: string[] = [];
      for (const [i, options] of stuck.entries()) {
        hashes.push((await raisePrice({ ...options, nonce: nonce + i })).hash);
      }
      const pool = await pooled(...hashes);
      const { output, sent } = await pause({ first: pool(), second: pool() });
      expect(output).to.contain(
        `  nonce       ${nonce}, in place of setTicketPrice(${RAISED_PRICE}) (${hashes[0]}): ${why}\n`,
      );
      expect(sent.nonce).to.equal(nonce);
    });
  }

  it("replaces what only one endpoint shows", async () => {
    const { hash } = await raisePrice(enough);
    const hiding = endpoint({
      before: ({ params }) => (params[0] === hash ? { result: null } : undefined),
    });
    const { output, sent } = await pause({ second: hiding });
    expect(output).to.contain(`: not every endpoint shows nonce ${nonce}\n`);
    expect(sent.nonce).to.equal(nonce);
  });

  it("waits for a pause that is pending behind an unpause, and sends no other", async () => {
    await sale.ticket.unpause({ gasLimit: 60_000, ...enough });
    const { hash } = await sale.ticket.pause({ gasLimit: 60_000, nonce: nonce + 1, ...enough });
    let asked = 0;
    const first: Interference = {
      after({ method, params }) {
        // A block takes both while the task waits.
        if (method === "eth_getTransactionCount" && params[1] === "pending" && ++asked > 1) {
          void mine();
        }
        return undefined;
      },
    };
    const { code, output, errors } = await run("ticket pause", { first });
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`Pending from an interrupted run: ${hash}.`);
    expect(output).not.to.contain("Sent ");
    expect(await sale.owner.getNonce()).to.equal(nonce + 2);
  });

  it("replaces an unpause behind what is stuck as well, which would undo it", async () => {
    const stuck = await raisePrice(low);
    const undoing = await sale.ticket.unpause({ gasLimit: 60_000, nonce: nonce + 1, ...enough });
    await sale.baseFeeOf(20n * GWEI);
    const pool = await pooled(stuck.hash, undoing.hash);
    const { output } = await pause({ first: pool(), second: pool() });
    expect(output).to.contain(`${nonce + 1}, in place of unpause() (${undoing.hash})`);
    expect(await sale.owner.getNonce()).to.equal(nonce + 2);
  });

  it("takes the next nonce if a block takes its own first, whatever one endpoint answers", async () => {
    let sends = 0;
    const refusing = endpoint({
      before({ method }) {
        if (method === "eth_sendRawTransaction") sends += 1;
        return method === "eth_sendRawTransaction" && sends === 1
          ? { status: 403, body: "no" }
          : undefined;
      },
    });
    const command = await sale.at({ first: refusing, second: endpoint() });
    const started = startInTerminal(command, "ticket", "pause", "--network", "mainnet");
    await started.screen.saw(/Type yes to go on: /);
    await raisePrice(enough);
    await mine();
    await started.answer(/Type yes to go on: /, "yes");
    const { code, output } = await started.ended;
    expect(code, output).to.equal(0);
    expect(output).to.contain(
      "Another transaction has used the nonce. Looking for the next one.\n",
    );
    expect(output).not.to.contain("Warning");
    expect(await sale.ticket.paused()).to.equal(true);
    expect(await sale.owner.getNonce()).to.equal(nonce + 2);
  });

  describe("in place of what no endpoint shows", () => {
    const UNDERPRICED = "replacement transaction underpriced";
    let offers: bigint[];

    /** Two endpoints that take no offer below this one. */
    const asking = (least: bigint): Places => {
      const first = endpoint({
        before({ method, params }) {
          if (method !== "eth_sendRawTransaction") return undefined;
          const { maxFeePerGas } = Transaction.from(String(params[0]));
          offers.push(maxFeePerGas ?? 0n);
          return (maxFeePerGas ?? 0n) < least ? UNDERPRICED : undefined;
        },
      });
      return { first, second: first };
    };

    beforeEach(async () => {
      offers = [];
      await sale.baseFeeOf(20n * GWEI);
    });

    it("offers more until an endpoint takes it", async () => {
      const { sent } = await pause(asking(60n * GWEI));
      expect(sent.nonce).to.equal(nonce);
      expect(Number(sent.maxFeePerGas)).to.be.within(60e9, 70e9);
    });

    it("offers no more than --max-fee, and says that this was refused", async () => {
      const { code, errors } = await run("ticket pause --max-fee 50", asking(60n * GWEI));
      expect(code).to.equal(1);
      expect(errors).to.contain(UNDERPRICED);
      expect(await sale.ticket.paused()).to.equal(false);
      expect(Number(offers.at(-1))).to.be.within(45e9, 50e9);
    });
  });

  /** Starts a payout. Its first transaction, which funds Payouts, stays pending. */
  async function startPayout() {
    const { promise: waiting, resolve } = deferred<void>();
    let sent = false;
    const quiet = await sale.at({
      first: {
        after({ method }) {
          if (sent && method === "eth_getTransactionReceipt") resolve();
          sent ||= method === "eth_sendRawTransaction";
          return undefined;
        },
      },
    });
    const paying = startWarmTask(quiet, "affiliates", "pay", "--yes", "--network", "mainnet");
    await waiting;
    return async () => {
      await sale.node.provider.send("evm_setIntervalMining", [100]);
      const ended = await paying.ended;
      await sale.node.provider.send("evm_setIntervalMining", [0]);
      return ended;
    };
  }

  it("goes out during a payout, which pays each affiliate once", async () => {
    const finish = await startPayout();
    expect((await pause()).output).to.contain(`  nonce       ${nonce + 1}, the next one`);
    const { code, errors } = await finish();
    expect(code, errors).to.equal(0);
    expect((await sale.run("affiliates pay --yes")).output).to.contain("Nothing is due");
  });

  it("keeps its nonce from that payout before an endpoint counts it", async () => {
    const finish = await startPayout();
    const data = sale.ticket.interface.encodeFunctionData("pause");
    const chain = fakeSale({ chainId: 1, record: { address: await sale.ticket.getAddress() } });
    const offer = { maxFeePerGas: "1", maxPriorityFeePerGas: "1" };
    const note = { nonce: nonce + 1, data, hash: id("pause"), ...offer };
    await writeNote(chain, sale.owner.address, note);
    const { code, errors } = await finish();
    expect(code).to.equal(1);
    expect(errors).to.contain(
      `Another task on this machine has sent pause() (${id("pause")}) with the next nonce, ${nonce + 1}, so this one stops here.`,
    );
    expect(await sale.owner.getNonce()).to.equal(nonce + 1);
  });

  it("does not go out by the word of an endpoint of another chain, if no other answers", async () => {
    const { code, errors } = await run("ticket pause", {
      first: DEAD,
      second: answers("eth_chainId", "0x2105"),
    });
    expect(code).to.equal(1);
    expect(errors).to.match(
      /Error: Neither 127\.0\.0\.1:9 nor 127\.0\.0\.1:\d+ answers\. Nothing was sent\./,
    );
  });

  it("is the only task that goes out by one endpoint's word", async () => {
    for (const place of ["first", "second"] as const) {
      const { code, output } = await run("ticket unpause", { [place]: DEAD });
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    }
  });

  /** Stays some blocks behind until it gets the pause and a few more requests. */
  async function behind(blocks: number): Promise<Interference> {
    const old = toQuantity((await sale.node.provider.getBlockNumber()) - blocks);
    const block = await sale.node.provider.send("eth_getBlockByNumber", [old, false]);
    let asked = 0;
    let sent = false;
    return endpoint({
      before({ method, params }) {
        sent ||= method === "eth_sendRawTransaction";
        if (method === "eth_getBlockByNumber" && params[0] === "latest") {
          asked += sent ? 1 : 0;
          return asked > 1 ? undefined : { result: block };
        }
        if (method === "eth_blockNumber") return asked > 1 ? undefined : { result: old };
        const isCount = method === "eth_getTransactionCount" && !String(params[1]).startsWith("0x");
        return isCount && !sent ? { result: toQuantity(nonce) } : undefined;
      },
    });
  }

  const conducts: readonly (readonly [
    how: string,
    late: () => Promise<Interference | string>,
    why: string | null,
  ])[] = [
    ["dead", async () => DEAD, "does not answer"],
    ["silent", async () => ({ before: () => "silent" }), "does not answer"],
    [
      "some blocks behind",
      async () => {
        for (let i = 0; i < 4; i += 1) await mine();
        return await behind(3);
      },
      null,
    ],
    [
      "far behind",
      async () => {
        // With more blocks, the task would also warn of this machine's clock.
        await sale.node.provider.send("hardhat_mine", [toQuantity(80)]);
        return await behind(70);
      },
      "is 70 blocks behind OTHER",
    ],
  ];
  for (const [how, late, why] of conducts) {
    for (const place of ["first", "second"] as const) {
      const by = why === null ? "" : " by the other one's word";
      it(`goes out${by} when the ${place} endpoint is ${how}`, async () => {
        const conduct = await late();
        const bad = typeof conduct === "string" ? { url: conduct } : await sale.proxy(conduct);
        const good = await sale.proxy(endpoint());
        const [first, second] = place === "first" ? [bad, good] : [good, bad];
        const { errors } = await pause({ first: first.url, second: second.url });
        const other = new URL(good.url).host;
        expect(errors).to.equal(
          why === null
            ? ""
            : `Warning: ${new URL(bad.url).host} ${why.replace("OTHER", other)}, so what ${other} says is not checked: ` +
                "the owner, the nonce, the fee, and whether sales are paused.\n",
        );
      });
    }
  }

  it("takes the nonce behind what an endpoint that is behind has not seen mined, and says by whose word", async () => {
    await raisePrice(enough);
    await mine();
    const head = await sale.node.provider.getBlockNumber();
    const level = await sale.proxy(endpoint());
    const { errors, sent } = await pause({ first: level, second: await behind(1) });
    expect(errors).to.equal(
      `Warning: ${new URL(level.url).host} says that 1 transaction of ${sale.owner.address} are mined since block ${head - 1}, which no other endpoint has yet.\n`,
    );
    expect(sent.nonce).to.equal(nonce + 1);
  });
});
