import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { id } from "ethers";
import type { Endpoint } from "../../../scripts/tasks/chain/endpoint.ts";
import { minedReceipt } from "../../../scripts/tasks/outbox/transaction.ts";
import type { Sale } from "../../../scripts/tasks/record/sale.ts";
import { fakeSale } from "../support/fake-sale.ts";

const HASH = id("sent");
const FROM = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const NONCE = 7;

/** An answer to each look: the transaction's block, or how many the account has sent. */
type Looks = readonly ({ readonly block: number } | { readonly count: number } | "fails")[];

describe("The receipt of what was sent", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  function endpoint(looks: Looks): Endpoint {
    let look = 0;
    return {
      host: "an endpoint",
      async request(method, params) {
        expect(params.slice(1)).to.deep.equal(
          method === "eth_getTransactionCount" ? ["latest"] : [],
        );
        const found = looks[Math.min(look, looks.length - 1)];
        if (method === "eth_getTransactionCount") look += 1;
        if (found === undefined || found === "fails") throw new Error("no");
        if (method === "eth_getTransactionCount") return "count" in found ? found.count : NONCE + 1;
        return "block" in found ? { blockNumber: found.block } : null;
      },
    };
  }

  /** @param agreed the newest block that the endpoints agree on */
  async function wait(receipt: object | null, agreed: number, ...looks: readonly Looks[]) {
    const did: string[] = [];
    const provider = {
      async getTransactionReceipt(hash: string) {
        did.push(`read ${hash === HASH}`);
        return receipt;
      },
    };
    const refresh = async (block?: number) => void did.push(`refresh ${block}`);
    const sale = { ...fakeSale({ renew: async () => agreed, refresh }), provider };
    const waiting = minedReceipt(
      sale as unknown as Sale,
      { hash: HASH, from: FROM, nonce: NONCE },
      looks.map(endpoint),
      () => void did.push("ahead"),
    ).catch(({ message }: Error) => message);
    let isOver = false;
    void waiting.then(() => {
      isOver = true;
    });
    for (let ticks = 0; !isOver && ticks < 100; ticks += 1) {
      mock.timers.tick(1_000);
      await turn();
    }
    expect(isOver, "it still waits").to.equal(true);
    return { found: await waiting, did };
  }

  const mined = { status: 1 };
  const used = { count: NONCE + 1 };
  const unused = { count: NONCE };

  it("is read once reads use its block", async () => {
    const waiting: Looks = [unused, "fails", unused, unused, unused, unused, { block: 9 }];
    expect(await wait(mined, 9, waiting)).to.deep.equal({
      found: mined,
      did: ["ahead", "read true"],
    });
    expect(await wait(mined, 8, waiting)).to.deep.equal({
      found: mined,
      did: ["refresh 9", "ahead", "read true"],
    });
  });

  it("is what any endpoint has, and waits for a node that counts it before it shows it", async () => {
    for (const looks of [
      [["fails"], [{ block: 9 }]],
      [[unused], [{ block: 9 }]],
      [[used, used, used, used, { block: 9 }]],
    ] as const) {
      expect((await wait(mined, 9, ...looks)).found).to.equal(mined);
    }
  });

  for (const [what, receipt, looks, says] of [
    [
      "reverted",
      { status: 0 },
      [[{ block: 9 }]],
      `${HASH} was mined and reverted: it changed nothing.`,
    ],
    [
      "is gone from its block",
      null,
      [[{ block: 9 }]],
      `${HASH} was mined, but the endpoint no longer shows it. Look it up in an explorer.`,
    ],
    [
      "was replaced",
      mined,
      [[used], [unused]],
      `${HASH} was replaced: another transaction of ${FROM} has nonce ${NONCE}. Look at it in an explorer.`,
    ],
  ] as const) {
    it(`says so of a transaction that ${what}`, async () => {
      expect((await wait(receipt, 9, ...looks)).found).to.equal(says);
    });
  }
});
