import type { Interface } from "ethers";
import { MintError, type Refusal } from "../../domain/mint/mint-failure.ts";
import type { MiningNotice } from "../../domain/mint/mint-state.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/purchase.ts";
import { untilLookedAt } from "../../platform/until-looked-at.ts";
import { opinions, textOf } from "../rpc/opinions.ts";
import type { FailoverTransport, Transport } from "../rpc/transport.ts";
import { type Memory, newMemory, type Others } from "./sale-search.ts";
import {
  createObserver,
  type Look,
  type Outcome,
  type Sighting,
  type Waiting,
} from "./sighting.ts";

/** Most chains make a block within this time. */
const FIRST_LOOKS_MS = [500, 1_000, 2_000] as const;
/** The specification sets this interval (K-30). */
const POLL_MS = 4_000;
/** The polling interval is the purchase's age divided by this number. */
const AGE_SHARE = 15;
const RAREST_LOOK_MS = 60 * 60_000;
/** The interval during a search, or while endpoints disagree. */
const SOON_MS = 1_000;
const MINED_LOOK_MS = 10_000;
/** Some chains make several blocks a second, so an outcome is certain only after this time. */
const CERTAIN_AFTER_MS = 30_000;
/** After this time the page reports that no endpoint knows the transaction. */
const UNKNOWN_AFTER_MS = 30_000;
const SLOW_AFTER_MS = 3 * 60_000;
/** If no node reaches the agreed block in this many rounds, the chain was rolled back. */
const ROUNDS_BELOW = 20;

export type Following =
  | { readonly type: "noticed"; readonly notice: MiningNotice }
  /**
   * Endpoints forget a replaced transaction, so the page stores its nonce, which later proves the
   * replacement.
   */
  | { readonly type: "nonceKnown"; readonly nonce: number }
  /** A reorganisation can still drop the purchase. */
  | { readonly type: "mined"; readonly purchase: Purchase }
  | { readonly type: "unmined" };

/** @param confirmations blocks after the purchase's block */
export function createSettlement(
  transport: FailoverTransport,
  ticketAddress: string,
  ticket: Interface,
  confirmations: number,
  revertedBecause: (pending: PendingPurchase, block: number) => Promise<Refusal | null>,
) {
  const observe = createObserver(ticketAddress, ticket);
  const needed = transport.size > 1 ? 2 : 1;

  return {
    /**
     * Polls until the outcome is certain. If the build has several endpoints, two must agree.
     * @param purchase read at each poll, because another tab may have learnt more
     * @param askedAt when the page asked the wallet, in ms since 1970
     * @throws {MintError} if it is certain that nothing was bought
     */
    async follow(
      purchase: () => PendingPurchase,
      askedAt: number,
      others: Others,
      report: (following: Following) => void,
      signal: AbortSignal,
    ): Promise<Purchase> {
      const memories = new Map<Transport, Memory>();
      const memoryOf = (endpoint: Transport) => {
        const memory = memories.get(endpoint) ?? newMemory();
        memories.set(endpoint, memory);
        return memory;
      };
      const course = createCourse(askedAt, report);
      let learntNonce: number | null = null;
      /** The highest block that enough endpoints have. A node whose newest block is lower lags. */
      let agreedHead = 0;
      let roundsBelow = 0;

      for (let round = 0; ; round += 1) {
        const isSearching = [...memories.values()].some((memory) => memory.isSearching);
        const pause = course.pause(round);
        await untilLookedAt(isSearching ? Math.min(SOON_MS, pause) : pause, signal);
        const pending = purchase();
        const known = { ...pending, nonce: pending.nonce ?? learntNonce };
        const look = (endpoint: Transport, asking: AbortSignal) =>
          observe(endpoint, known, memoryOf(endpoint), others, asking);
        const isEnough = (told: readonly Look[]) => agreedOutcome(told, needed) !== null;
        const all = await opinions(transport, look, isEnough, signal);
        const looks = all.filter(({ head, sighting }) => head >= agreedHead || isReset(sighting));
        const heads = looks.map(({ head }) => head).sort((a, b) => b - a);
        agreedHead = Math.max(agreedHead, heads[needed - 1] ?? 0);
        roundsBelow = looks.length < needed && all.length >= needed ? roundsBelow + 1 : 0;
        if (roundsBelow > ROUNDS_BELOW) agreedHead = 0;
        if (all.length === 0) course.heardNothing();
        if (looks.length === 0) continue;

        const nonce = agreedNonce(looks, needed);
        if (nonce !== null && known.nonce === null) {
          learntNonce = nonce;
          report({ type: "nonceKnown", nonce });
        }

        const agreed = agreedOutcome(looks, needed);
        if (agreed === null) {
          course.sawNothing(looks, needed, known);
          continue;
        }
        const { outcome, head } = agreed;
        if (!course.saw(outcome, head >= outcome.block + confirmations)) continue;
        if (outcome.kind === "bought") return outcome.purchase;
        const { failure, block } = outcome;
        if (failure.reason !== "reverted") throw new MintError(failure);
        throw new MintError({ ...failure, refusal: await revertedBecause(known, block) });
      }
    },
  };
}

const NOTICES = {
  unproven: { after: UNKNOWN_AFTER_MS, notice: "unclear" },
  behindNonce: { after: POLL_MS, notice: "behindNonce" },
  unknown: { after: UNKNOWN_AFTER_MS, notice: "unseen" },
  pending: { after: SLOW_AFTER_MS, notice: "slow" },
} as const;

/**
 * Measures how long the page has seen the same. Uses `performance.now()`, because the visitor's
 * clock may be set meanwhile.
 */
function createStopwatch<Seen>() {
  let seen: { readonly what: Seen; readonly since: number } | null = null;
  return {
    what: () => seen?.what ?? null,
    lasts(what: Seen): number {
      if (seen?.what !== what) seen = { what, since: performance.now() };
      return performance.now() - seen.since;
    },
    stop(): void {
      seen = null;
    },
  };
}

function createCourse(askedAt: number, report: (following: Following) => void) {
  const agreed = createStopwatch<string>();
  const waits = createStopwatch<Waiting | "silent">();
  let mined: string | null = null;
  let reorganised = false;

  const unmine = () => {
    mined = null;
    reorganised = true;
    report({ type: "unmined" });
  };

  const interval = () =>
    Math.min(RAREST_LOOK_MS, Math.max(POLL_MS, (Date.now() - askedAt) / AGE_SHARE));

  /**
   * Also true if the next poll comes later than `ms`, because a notice can change only at a poll.
   */
  const isLong = (because: Waiting | "silent", ms: number) =>
    waits.lasts(because) >= ms || interval() > ms;

  return {
    pause(round: number): number {
      if (mined !== null) return MINED_LOOK_MS;
      if (agreed.what() !== null) return POLL_MS;
      // Polls soon, because endpoints may prove the outcome at the next look.
      const isUnproven = waits.what() === "unproven";
      if (isUnproven && waits.lasts("unproven") < UNKNOWN_AFTER_MS) return SOON_MS;
      return FIRST_LOOKS_MS[round] ?? interval();
    },

    /** Changes nothing after a success. */
    heardNothing(): void {
      if (mined !== null || !isLong("silent", UNKNOWN_AFTER_MS)) return;
      report({ type: "noticed", notice: "unclear" });
    },

    saw(outcome: Outcome, isDeep: boolean): boolean {
      const key = keyOf(outcome);
      const isLasting = agreed.lasts(key) >= CERTAIN_AFTER_MS;
      waits.stop();
      if (mined !== null && key !== mined) unmine();
      if (outcome.kind !== "bought") {
        report({ type: "noticed", notice: "confirming" });
      } else if (mined === null) {
        mined = key;
        report({ type: "mined", purchase: outcome.purchase });
      }
      return isDeep && isLasting;
    },

    sawNothing(looks: readonly Look[], needed: number, { byContract }: PendingPurchase): void {
      const waiting = looks.flatMap(({ sighting }) =>
        sighting.kind === "waiting" ? sighting.because : [],
      );
      // The key contains the block, because a reorganisation can move a purchase.
      if (mined !== null) {
        if (waiting.length < Math.max(needed, looks.length)) return;
        unmine();
      }
      agreed.stop();
      report({ type: "noticed", notice: noticeOf(waiting, looks, byContract) });
    },
  };

  function noticeOf(
    waiting: readonly Waiting[],
    looks: readonly Look[],
    byContract: boolean,
  ): MiningNotice {
    const usual = reorganised ? "reorganised" : byContract ? "owners" : "none";
    const isProven = waiting.length === looks.length && !waiting.includes("unproven");
    const [first = "pending"] = waiting;
    const shared = waiting.every((because) => because === first) ? first : "pending";
    const because = isProven ? shared : "unproven";
    const { after, notice } = NOTICES[because];
    return isLong(because, after) && !(byContract && isProven) ? notice : usual;
  }
}

function isReset(sighting: Sighting): boolean {
  return sighting.kind === "notBought" && sighting.failure.reason === "chainReset";
}

function agreedOutcome(looks: readonly Look[], needed: number) {
  for (const { sighting } of looks) {
    const alike = looks.filter((look) => keyOf(look.sighting) === keyOf(sighting));
    if (sighting.kind !== "waiting" && alike.length >= needed) {
      return { outcome: sighting, head: Math.min(...alike.map(({ head }) => head)) };
    }
  }
  return null;
}

/** Includes the block, because a reorganisation can move a purchase. */
function keyOf(sighting: Sighting): string {
  return textOf(sighting).toLowerCase();
}

function agreedNonce(looks: readonly Look[], needed: number): number | null {
  const nonces = looks.flatMap(({ nonce }) => nonce ?? []);
  return nonces.find((nonce) => nonces.filter((other) => other === nonce).length >= needed) ?? null;
}
