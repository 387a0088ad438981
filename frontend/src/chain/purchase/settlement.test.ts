import { toQuantity } from "ethers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import {
  alone,
  BUYER,
  HASH,
  mined,
  OTHER_HASH,
  replacing,
  sale,
  selling,
  sent,
  soldLog,
  TICKET,
  type Told,
  toldChain,
  type View,
} from "../../../../test/doubles/rpc/told-chain.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { MiningNotice } from "../../domain/mint/mint-state.ts";
import type { PendingPurchase } from "../../domain/order/purchase.ts";
import { EndpointsFailed, Reverted } from "../rpc/transport.ts";
import { createPurchaser } from "./purchase.ts";
import type { Following } from "./settlement.ts";

/** `sighting.test.ts` has the verdicts of one look at one endpoint. */

const GENESIS = `0x${"9e".repeat(32)}`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER });
const known: PendingPurchase = { ...pending, nonce: 5 };
const bySafe: PendingPurchase = { ...pending, byContract: true };
const local: PendingPurchase = { ...known, genesis: GENESIS };

/** One view for all looks, one for each look (the last one repeats), or one by time in ms. */
type Script = View | readonly View[] | ((ms: number) => View);

const only = (...transactions: readonly Told[]): View => ({ transactions });
const waits: View = {};
const unseen = only();
const sold = only(selling(7n));
const reverted = only(mined({ status: "0x0" }));
const cancelled = only(mined({ hash: OTHER_HASH }));
const reset: View = { ...unseen, genesis: OTHER_HASH };
const failing = new EndpointsFailed("down");
const down: View = { tells: { eth_blockNumber: failing, eth_getTransactionReceipt: failing } };
const silent: View = { tells: { eth_blockNumber: new Promise(() => {}) } };
const refusing = (eth_call: unknown): View => ({ ...reverted, tells: { eth_call } });
const times = (count: number, view: View): readonly View[] =>
  Array.from({ length: count }, () => view);

const purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };
const revertedFor = (refusal: object | null) => ({ reason: "reverted", refusal });
const noneLeft = { kind: "tooFewLeft", remaining: 0n };
const soldOut = new Reverted(sale.encodeErrorResult("SoldOut", [2, 0]));

interface World {
  readonly confirmations?: number;
  readonly beside?: readonly Script[];
  /** Time since the page asked the wallet, in ms. */
  readonly age?: number;
}

function endpoint(script: Script) {
  const began = Date.now();
  const lookedAt: number[] = [];
  const chain = toldChain(({ method }) => {
    const ms = Date.now() - began;
    if (method === "eth_blockNumber") lookedAt.push(ms);
    if (typeof script === "function") return script(ms);
    return [script].flat()[lookedAt.length - 1] ?? [script].flat().at(-1) ?? {};
  });
  return { ...chain, lookedAt };
}

function start(what: PendingPurchase, script: Script, world: World = {}) {
  const { confirmations = 0, beside = [], age = 0 } = world;
  const first = endpoint(script);
  const further = beside.map((each) => endpoint(each).transport);
  const reports: Following[] = [];
  const controller = new AbortController();
  let outcome: unknown;
  createPurchaser(several(first.transport, ...further), TICKET, 1, confirmations)
    .follow(
      () => what,
      Date.now() - age,
      alone,
      (report) => reports.push(report),
      controller.signal,
    )
    .then(
      (bought) => {
        outcome = bought;
      },
      (error: unknown) => {
        outcome = error instanceof MintError ? error.failure : error;
      },
    );
  return {
    ...first,
    reports,
    controller,
    /** `undefined` while the purchase is followed. */
    outcome: () => outcome,
    types: () => reports.map(({ type }) => type),
    notices: (): MiningNotice[] =>
      reports.flatMap((following) => (following.type === "noticed" ? following.notice : [])),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

async function settle(what: PendingPurchase, script: Script, world: World = {}, ms = 120_000) {
  const started = start(what, script, world);
  await started.pass(ms);
  const outcome = started.outcome();
  started.controller.abort();
  return { ...started, outcome, types: started.types(), notices: started.notices() };
}

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a transaction", () => {
  it("is found although endpoints fail or tell nonsense meanwhile", async () => {
    const nonsense = { tells: { eth_getTransactionReceipt: {} } };
    expect((await settle(pending, [down, nonsense, sold])).outcome).toEqual(purchase);
  });

  it("that is reverted reports the reason that the same call has at the receipt's block", async () => {
    const { outcome, calls } = await settle(pending, refusing(soldOut));
    expect(outcome).toEqual(revertedFor(noneLeft));
    const data = sale.encodeFunctionData("buyTicket", [BUYER, 2]);
    const value = toQuantity(pending.order.payable);
    const params = [{ from: BUYER, to: TICKET, data, value }, "0xc"];
    expect(calls.at(-1)).toEqual({ method: "eth_call", params });
  });

  it.each<[string, unknown]>([
    ["the call succeeds now", "0x"],
    ["no endpoint knows", failing],
    ["the reason is hidden", new Reverted("0x")],
    ["the reason is cut", new Reverted(soldOut.data.slice(0, 20))],
  ])("that is reverted is told as such when %s", async (_, answer) => {
    expect((await settle(pending, refusing(answer))).outcome).toEqual(revertedFor(null));
  });

  it.each<[string, object, string]>([
    ["is reverted", { status: "0x0" }, "reverted"],
    ["has sold nothing", {}, "soldNothing"],
  ])("that %s is certain after 30 s in the same block", async (_, fields, reason) => {
    const looks = [12, 12, 13].map((block) => ({ ...only(mined({ ...fields, block })), head: 13 }));
    const { outcome, notices, pass } = start(pending, looks);
    // The page polls after 0.5 s, then every 4 s. The third poll shows another block.
    await pass(8_500 + 31_999);
    expect(new Set(notices())).toEqual(new Set(["confirming"]));
    expect(outcome()).toBeUndefined();
    await pass(1);
    expect(outcome()).toMatchObject({ reason });
  });
});

describe("a transaction that is replaced", () => {
  const words = { reason: "replaced", by: OTHER_HASH };

  it("by nothing that bought tickets was cancelled, by the transaction that used its nonce", async () => {
    const { outcome, reports, asked } = await settle(pending, [waits, cancelled]);
    expect(outcome).toEqual(words);
    expect(reports).toContainEqual({ type: "nonceKnown", nonce: 5 });
    expect(reports.at(-1)).toEqual({ type: "noticed", notice: "confirming" });
    expect(asked("eth_getBlockByNumber")).toHaveLength(1);
  });

  it("is looked for again from the start when a look shows something else in between", async () => {
    const looks = [cancelled, cancelled, unseen, cancelled];
    const { outcome, pass } = start(known, looks);
    await pass(35_000);
    expect(outcome()).toBeUndefined();
    await pass(10_000);
    expect(outcome()).toEqual(words);
  });

  it("is not given up before the block in which the nonce was used is deep enough", async () => {
    const deepens = (ms: number) => ({ ...cancelled, head: ms < 120_000 ? 13 : 14 });
    const { outcome, pass } = start(known, deepens, { confirmations: 2 });
    await pass(120_000);
    expect(outcome()).toBeUndefined();
    await pass(10_000);
    expect(outcome()).toEqual(words);
  });

  it("is not given up when one endpoint's count runs ahead of its receipts", async () => {
    const ahead = { count: 6 };
    expect((await settle(pending, [ahead, ahead, sold])).outcome).toEqual(purchase);
  });
});

describe("a purchase that is exchanged by a reorganisation", () => {
  const confirmations = 2;
  const at = (head: number, ...transactions: readonly Told[]): View => ({ head, transactions });
  const known7 = selling(7n);
  const moved = (first: bigint) => selling(first, { block: 13 });
  const lost = mined({ status: "0x0", block: 13 });

  it("is told as mined at once, and settled only after 30 s and when two blocks follow", async () => {
    const looks = [12, 13, 13, 13, 14].map((head) => at(head, known7));
    const { outcome, reports, lookedAt } = await settle(pending, looks, { confirmations });
    expect(reports).toEqual([
      { type: "nonceKnown", nonce: 5 },
      { type: "mined", purchase },
    ]);
    expect(outcome).toEqual(purchase);
    expect(lookedAt).toEqual([500, 10_500, 20_500, 30_500, 40_500]);
    expect((await settle(pending, sold)).lookedAt).toEqual([500, 10_500, 20_500, 30_500]);
  });

  it("is settled no sooner when the device's clock jumps forward", async () => {
    const { outcome, reports, pass } = start(pending, sold);
    await pass(1_000);
    vi.setSystemTime(Date.now() + HOUR_MS);
    await pass(20_000);
    expect(reports.at(-1)).toMatchObject({ type: "mined" });
    expect(outcome()).toBeUndefined();
  });

  it.each<[string, readonly View[], readonly string[], object]>([
    [
      "is not told as bought any more, until it is mined again",
      [sold, waits, at(13, moved(9n)), at(15, moved(9n))],
      ["nonceKnown", "mined", "unmined", "noticed", "mined"],
      { ...purchase, firstTokenId: 9n },
    ],
    [
      "is another block's when it moves there",
      [sold, at(13, moved(8n)), at(15, moved(8n))],
      ["nonceKnown", "mined", "unmined", "mined"],
      { ...purchase, firstTokenId: 8n },
    ],
    [
      "and reverted in its new block is not bought, once that is deep enough",
      [sold, ...times(4, at(13, lost)), at(14, lost), at(15, lost)],
      ["nonceKnown", "mined", "unmined", ...Array.from({ length: 9 }, () => "noticed")],
      revertedFor(null),
    ],
  ])("%s", async (_, looks, types, expected) => {
    const { outcome, types: told } = await settle(pending, looks, { confirmations });
    expect(told).toEqual(types);
    expect(outcome).toEqual(expected);
  });

  it("is reported as reorganised for as long as it is not mined again", async () => {
    const { notices } = await settle(pending, [at(13, known7), at(13, sent())], { confirmations });
    expect(notices.length).toBeGreaterThan(5);
    expect(new Set(notices)).toEqual(new Set(["reorganised"]));
    const denied = await settle(pending, [sold, at(13, lost), at(14, sent())], { confirmations });
    expect(new Set(denied.notices)).toEqual(new Set(["confirming", "reorganised"]));
  });

  it("is not announced by nodes that are below the block that was agreed on", async () => {
    const late = [at(13, known7), at(11, sent()), at(12, sent()), at(13, known7)];
    const { types } = await settle(pending, late, { confirmations: 5, beside: [late] });
    expect(types).toEqual(["nonceKnown", "mined"]);
  });

  it("is heard again after the chain itself has gone back", async () => {
    const back = [at(255, sent()), at(13, selling(7n, { block: 11 }))];
    const { outcome } = await settle(pending, back, { beside: [back] }, 240_000);
    expect(outcome).toEqual(purchase);
  });

  it("is found under its new hash again after that was exchanged", async () => {
    const again = replacing();
    const exchanged = { ...at(12, sent({ hash: OTHER_HASH })), count: 6 };
    const looks = [at(12, again), exchanged, at(12, again), at(14, again)];
    const { outcome, reports, types } = await settle(known, looks, { confirmations });
    expect(types.filter((type) => type !== "noticed")).toEqual(["mined", "unmined", "mined"]);
    expect(reports).toContainEqual({ type: "noticed", notice: "reorganised" });
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH, firstTokenId: 7n });
  });
});

describe("the notice", () => {
  const first = (count: number, notice = "none") => Array.from({ length: count }, () => notice);
  const hourAgo = { age: HOUR_MS };
  const flickering = [...times(7, unseen), waits, ...times(8, unseen), waits];
  const interrupted = [...times(7, unseen), cancelled, ...times(8, unseen), waits];
  const aside = [...first(7), "confirming", ...first(9)];
  const seenLater = [...times(11, unseen), waits];
  const usedNonce = { ...unseen, count: 6 };
  const behind = { ...pending, nonceFrom: 4 };
  const seen = [...first(9), "unseen", "unseen", "none"];

  // The page polls after 0.5, 1 and 2 s, and every 4 s then, or every second if all is unclear.
  it.each<[string, PendingPurchase, Script, readonly string[], World?]>([
    ["'unseen' comes after half a minute", pending, unseen, [...first(9), "unseen"]],
    ["'unseen' comes at once, an hour after sending", pending, unseen, ["unseen"], hourAgo],
    ["'unseen' needs half a minute without a break", pending, flickering, first(26)],
    ["'unseen' needs half a minute after an outcome that has gone", known, interrupted, aside],
    ["'unseen' ends once an endpoint sees it", pending, seenLater, seen],
    ["'slow' comes at once, an hour after sending", pending, waits, ["slow"], hourAgo],
    ["'behindNonce' comes at once", behind, { count: 4 }, [...first(3), "behindNonce"]],
    [
      "'unclear' comes if nothing shows who used the nonce",
      known,
      usedNonce,
      [...first(30), "unclear"],
    ],
    ["'owners' says that a Safe's owners must sign", bySafe, unseen, first(26, "owners")],
  ])("%s", async (_, what, script, expected, world) => {
    const { notices } = await settle(what, script, world, 150_000);
    expect(notices.slice(0, expected.length)).toEqual(expected);
  });

  it("'slow' comes after three minutes", async () => {
    const { notices, lookedAt } = await settle(pending, waits, {}, 200_000);
    expect(lookedAt[notices.indexOf("slow")]).toBeGreaterThanOrEqual(180_000);
    expect(notices.at(-1)).toBe("slow");
  });

  it("'unseen' is no end: the transaction is found later", async () => {
    const { outcome, notices } = await settle(pending, [...times(12, unseen), sold]);
    expect(notices.at(-1)).toBe("unseen");
    expect(outcome).toEqual(purchase);
  });

  const unanswered = { ...pending, transactionHash: null };
  const unlisted = { ...cancelled, tells: { eth_getBlockByNumber: failing } };

  it.each<[string, PendingPurchase, Script]>([
    ["has no hash from its wallet", unanswered, { ...unseen, count: 255 }],
    ["has a nonce that was used, in a block that no endpoint lists", known, unlisted],
  ])("is all that a purchase ever gets that %s", async (_, what, script) => {
    const { outcome, types } = await settle(what, script, { age: DAY_MS }, HOUR_MS);
    expect(outcome).toBeUndefined();
    expect(new Set(types)).toEqual(new Set(["noticed"]));
  });
});

describe("looks", () => {
  it("come after 0.5, 1 and 2 s, and every 4 s then", async () => {
    const { lookedAt } = await settle(pending, waits, {}, 30_000);
    expect(lookedAt).toEqual([500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500]);
  });

  it.each<[string, PendingPurchase, View, number, number]>([
    ["a new purchase", pending, waits, 0, 80],
    ["one of yesterday", pending, waits, DAY_MS, 4],
    ["one of last month", pending, waits, 30 * DAY_MS, 4],
    ["a Safe's that waits for signatures", bySafe, unseen, HOUR_MS, 20],
  ])("at %s are few: each is one request", async (_, what, view, age, most) => {
    const { calls, lookedAt } = await settle(what, view, { age }, HOUR_MS);
    expect(lookedAt.length).toBeGreaterThanOrEqual(3);
    expect(lookedAt.length).toBeLessThanOrEqual(most);
    if (what === pending) expect(calls).toHaveLength(4 * lookedAt.length);
  });

  it("come at once when the page is looked at again", async () => {
    const page = Object.assign(new EventTarget(), { hidden: true });
    vi.stubGlobal("document", page);
    const { lookedAt, controller, pass } = start(pending, waits, { age: 30 * DAY_MS });
    await pass(60_000);
    expect(lookedAt).toEqual([500, 1_500, 3_500]);
    page.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(lookedAt).toHaveLength(3);
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(lookedAt).toEqual([500, 1_500, 3_500, 60_000]);
    controller.abort();
  });

  it("come every second while older blocks are left to be searched", async () => {
    const long = { ...unseen, head: 10 + 11 * 500 };
    const { lookedAt } = await settle(pending, long, { age: DAY_MS }, 15_000);
    expect(lookedAt).toEqual([500, 1_500, 2_500]);
  });

  it("come every second while endpoints differ, for half a minute", async () => {
    const { lookedAt } = await settle(known, sold, { beside: [waits] }, 60_000);
    expect(lookedAt.filter((at) => at <= 30_500)).toHaveLength(31);
    expect(lookedAt.filter((at) => at > 30_500)).toHaveLength(7);
  });

  it("end with an abort", async () => {
    const { outcome, lookedAt, controller, pass } = start(pending, waits);
    await pass(600);
    const reason = new Error("gone");
    controller.abort(reason);
    await pass(60_000);
    expect(outcome()).toBe(reason);
    expect(lookedAt).toHaveLength(1);
  });
});

it("notices that a local chain was reset, although it has fewer blocks then, and not in one look", async () => {
  const withGenesis = { ...local, nonce: null };
  const fewer = { ...reset, head: 3 };
  const { outcome } = await settle(withGenesis, [waits, fewer], {}, 60_000);
  expect(outcome).toEqual({ reason: "chainReset" });
  const same = { ...unseen, genesis: GENESIS };
  expect((await settle(withGenesis, [reset, reset, same])).outcome).toBeUndefined();
});

describe("several endpoints", () => {
  const elsewhere = only(selling(BigInt(collection.size) - 10n));
  const shallow = { confirmations: 2 };
  const justMined = { type: "mined", purchase };

  /** Puts one endpoint's script at each place among the others'. */
  async function inEachPlace(
    one: Script | (() => Script),
    others: readonly Script[],
    check: (settled: Awaited<ReturnType<typeof settle>>) => void,
    { world = {}, ms = 120_000 }: { readonly world?: World; readonly ms?: number } = {},
  ) {
    for (let place = 0; place <= others.length; place += 1) {
      const [first = {}, ...beside] = [...others.slice(0, place), one, ...others.slice(place)];
      check(await settle(local, first as Script, { ...world, beside: beside as Script[] }, ms));
    }
  }

  it.each<[string, View, readonly (readonly View[])[]]>([
    ["a revert and the other nothing", reverted, [[waits], [down], [waits, waits]]],
    ["a success and the other nothing", sold, [[waits], [down], [waits, waits]]],
    ["a cancellation and the other nothing", cancelled, [[waits], [down]]],
    ["a reset and the other nothing", reset, [[waits], [down]]],
    ["a success and the other a revert", sold, [[reverted]]],
    ["a success and the other other tickets", sold, [[elsewhere]]],
    ["a success and the other a cancellation", sold, [[cancelled]]],
  ])("of which one tells %s make no outcome", async (_, told, others) => {
    for (const other of others) {
      await inEachPlace(told, other, ({ outcome, types, notices }) => {
        expect(outcome).toBeUndefined();
        expect(types).not.toContain("mined");
        expect(notices.at(-1)).toBe("unclear");
      });
    }
  });

  it("of which two agree make an outcome against the third, wherever that stands", async () => {
    const ahead = { ...elsewhere, head: 1_000_000 };
    for (const lie of [reverted, elsewhere, cancelled, reset, waits, ahead, down]) {
      await inEachPlace(lie, [sold, sold], ({ outcome }) => expect(outcome).toEqual(purchase));
    }
  });

  it("of which one is a block late agree a moment later", async () => {
    const { outcome, notices } = await settle(known, sold, {
      beside: [[...times(3, waits), sold]],
    });
    expect(outcome).toEqual(purchase);
    expect(new Set(notices)).toEqual(new Set(["none"]));
  });

  it("of which two agree are enough at once, though a third is silent for ever", async () => {
    const check = ({ reports }: { readonly reports: readonly Following[] }) =>
      expect(reports).toEqual([justMined]);
    await inEachPlace(silent, [sold, sold], check, { ms: 500 });
  });

  it("that all fail leave it sent, and the result unclear after half a minute", async () => {
    const { outcome, reports, lookedAt, pass, notices } = start(known, down, { beside: [down] });
    await pass(30_000);
    expect(outcome()).toBeUndefined();
    expect(reports).toEqual([]);
    expect(lookedAt.length).toBeGreaterThan(5);
    await pass(10_000);
    expect(notices().at(-1)).toBe("unclear");
  });

  const later = (view: View): Script => [sold, view];
  it.each<[string, Script, ...Script[]]>([
    ["all fail", later(down), later(down)],
    ["differ", sold, later(reverted)],
    ["show it waiting, of which only one answers,", later(waits), later(down)],
    ["show it waiting, except one,", sold, later(waits), later(waits)],
  ])("that %s once it is mined take no success back, nor call it unclear", async (...given) => {
    const [, first, ...beside] = given;
    const { outcome, reports } = await settle(known, first, { ...shallow, beside });
    expect(outcome).toBeUndefined();
    expect(reports).toEqual([justMined]);
  });

  it("of which two show receipts later than nonces deny nothing, and are heard once they show them", async () => {
    const hidden = { eth_getTransactionByHash: null, eth_getLogs: [] };
    const late = (ms: number): View => ({
      ...sold,
      tells: ms < 36_000 ? { ...hidden, eth_getTransactionReceipt: null } : hidden,
    });
    const honest = { ...sold, genesis: GENESIS };
    await inEachPlace(honest, [late, late], ({ outcome, notices }) => {
      expect(outcome).toEqual(purchase);
      expect(notices).not.toContain("confirming");
    });
  });

  it.each<[string, object, object]>([
    ["a revert", { status: "0x0" }, { status: "0x0", block: 11 }],
    ["a transaction without a sale", {}, { block: 11 }],
    ["a revert and one without a sale", { status: "0x0" }, {}],
  ])("do not agree about %s, in another block or of another kind", async (_, one, other) => {
    const { outcome, notices } = await settle(known, only(mined(one)), {
      beside: [only(mined(other))],
    });
    expect(outcome).toBeUndefined();
    expect(notices.at(-1)).toBe("unclear");
  });

  it("that agree must both be deep enough, wherever the late one stands", async () => {
    const late = [12, 12, 12, 12, 13, 14].map((head) => ({ ...sold, head }));
    const ahead = { ...sold, head: 14 };
    const check = ({ outcome, lookedAt }: Awaited<ReturnType<typeof settle>>) => {
      expect(outcome).toEqual(purchase);
      expect(lookedAt).toHaveLength(late.length);
    };
    await inEachPlace(late, [ahead], check, { world: shallow });
  });

  it("agree about a transaction whose hash one of them writes in capitals", async () => {
    const logs = [{ ...soldLog(7n), transactionHash: `0x${"AB".repeat(32)}` }];
    const { outcome } = await settle(known, sold, { beside: [only(mined({ logs }))] });
    expect(outcome).toMatchObject({ firstTokenId: 7n, quantity: 2 });
  });

  it.each([0, 50])("of which one knows the transaction after %d ms have seen it", async (ms) => {
    const answer = () => new Promise((resolve) => setTimeout(resolve, ms, "0xc"));
    const knowing: View = { tells: { eth_blockNumber: answer } };
    await inEachPlace(knowing, [{ ...unseen, genesis: GENESIS }], ({ notices }) => {
      expect(notices.length).toBeGreaterThan(10);
      expect(new Set(notices)).toEqual(new Set(["none"]));
    });
  });

  it("give an account a nonce only when two know it", async () => {
    const { types } = await settle(pending, waits, { beside: [only(sent({ nonce: 7 }))] });
    expect(types).not.toContain("nonceKnown");
  });

  const capitals = new Reverted(`0x${soldOut.data.slice(2).toUpperCase()}`);
  const paused = new Reverted(sale.encodeErrorResult("SalePaused", []));
  it.each<[string, Reverted, object | null]>([
    ["the same", soldOut, noneLeft],
    ["the same in capitals", capitals, noneLeft],
    ["another", paused, null],
  ])(
    "have one reason for a revert, or none is told: the other has %s",
    async (_, told, refusal) => {
      const { outcome } = await settle(known, refusing(soldOut), { beside: [refusing(told)] });
      expect(outcome).toEqual(revertedFor(refusal));
    },
  );
});
