import type { Interface } from "ethers";
import { MintError, type MintFailure, type Refusal } from "../../domain/mint-failure.ts";
import type { MiningNotice } from "../../domain/mint-state.ts";
import type { PendingPurchase, Purchase } from "../../domain/sale.ts";
import { delay } from "../../platform/delay.ts";
import { opinions } from "../rpc/opinions.ts";
import type { FailoverTransport, Transport } from "../rpc/transport.ts";
import {
  createObserver,
  type Look,
  type Memory,
  newMemory,
  type Others,
  type Sighting,
} from "./sighting.ts";

/** Spec section 9: fallback polling. The first looks come sooner, since most blocks do. */
const POLL_MS = [500, 1_000, 2_000, 4_000] as const;

/** Between looks at something that is not certain yet, or not searched to its end. */
const SECOND_LOOK_MS = 1_000;

/** "Not bought" has to be seen so many times in a row: nodes behind one address are not all at the same block. */
const SURE_AFTER_LOOKS = 3;

/** No endpoint knows the transaction for so many looks: about half a minute. */
const UNSEEN_AFTER_LOOKS = 9;

/** Endpoints differ for so many looks in a row: by then one that is a few blocks late has caught up. */
const UNCLEAR_AFTER_LOOKS = 8;

/** What is learnt while a purchase is followed. */
export type Following =
  | { readonly type: "noticed"; readonly notice: MiningNotice }
  /** Endpoints know the transaction: worth remembering, since no endpoint knows a replaced one. */
  | { readonly type: "nonceKnown"; readonly nonce: number }
  /** It is mined, and so few blocks ago that it can still be exchanged. */
  | { readonly type: "mined"; readonly purchase: Purchase }
  /** The chain was reorganised, and the purchase is not in it any more. */
  | { readonly type: "unmined" };

/**
 * Follows a purchase until its outcome is certain, whatever becomes of its transaction: mined, reverted, sped up or
 * replaced under another hash, cancelled, exchanged by a reorganisation, or signed by a Safe's owners days later.
 */
export interface Settlement {
  /**
   * Where the page was built with several endpoints, an outcome is what two of them show alike, each by its own answers.
   * @param purchase what is known of it by now, asked for at each look: another tab may have learnt more
   * @param others the other purchases of this browser, likewise
   * @returns the purchase, once its block is deep enough
   * @throws {MintError} if nothing was bought, which is as certain
   */
  follow(
    purchase: () => PendingPurchase,
    others: () => Others,
    report: (following: Following) => void,
    signal: AbortSignal,
  ): Promise<Purchase>;
}

/** @param confirmations blocks that have to follow on a purchase's own before its outcome is certain */
export function createSettlement(
  transport: FailoverTransport,
  ticketAddress: string,
  ticket: Interface,
  confirmations: number,
  revertedBecause: (pending: PendingPurchase, block: number) => Promise<Refusal | null>,
): Settlement {
  const observe = createObserver(ticketAddress, ticket);
  const needed = transport.size > 1 ? 2 : 1;

  /** The looks that show the same as enough others, or `null`. */
  const agreeing = (looks: readonly Look[]): readonly Look[] | null => {
    for (const { sighting } of looks) {
      const alike = looks.filter((look) => keyOf(look.sighting) === keyOf(sighting));
      if (alike.length >= needed) return alike;
    }
    return null;
  };

  return {
    async follow(purchase, others, report, signal) {
      const memories = new Map<Transport, Memory>();
      const memoryOf = (endpoint: Transport) => {
        const memory = memories.get(endpoint) ?? newMemory();
        memories.set(endpoint, memory);
        return memory;
      };

      let learntNonce: number | null = null;
      let mined: string | null = null;
      let lastKey = "";
      let looksAlike = 0;
      let looksUnseen = 0;
      let looksUnclear = 0;
      let patience: number = POLL_MS[0];

      for (let round = 0; ; round += 1) {
        await delay(patience, signal);
        patience = POLL_MS[Math.min(round + 1, POLL_MS.length - 1)] ?? 4_000;

        const pending = purchase();
        const known = { ...pending, nonce: pending.nonce ?? learntNonce };
        const looks = await opinions(
          transport,
          (endpoint, asking) => observe(endpoint, known, memoryOf(endpoint), others(), asking),
          (answers) => agreeing(answers) !== null,
          signal,
        );
        // It is sent: endpoints that fail now don't change that, so go on looking.
        if (looks.length === 0) continue;

        const nonce = agreedNonce(looks, needed);
        if (nonce !== null && known.nonce === null) {
          learntNonce = nonce;
          report({ type: "nonceKnown", nonce });
        }

        const alike = agreeing(looks);
        const sighting = alike?.[0]?.sighting ?? null;
        const key = sighting === null ? "" : keyOf(sighting);
        looksAlike = key === lastKey ? looksAlike + 1 : 1;
        lastKey = key;
        if (mined !== null && sighting !== null && key !== mined) {
          mined = null;
          report({ type: "unmined" });
        }

        if (looks.every((look) => look.sighting.kind === "waiting")) {
          looksUnclear = 0;
          if (mined !== null) continue;
          looksUnseen = looks.some((look) => isKnown(look.sighting)) ? 0 : looksUnseen + 1;
          if (isSearching(memories)) patience = Math.min(patience, SECOND_LOOK_MS);
          const unseen = looksUnseen >= UNSEEN_AFTER_LOOKS ? "unseen" : "none";
          report({ type: "noticed", notice: known.byContract ? "owners" : unseen });
          continue;
        }
        if (alike === null || sighting === null || sighting.kind === "waiting") {
          looksUnclear += 1;
          patience = Math.min(patience, SECOND_LOOK_MS);
          if (looksUnclear >= UNCLEAR_AFTER_LOOKS && mined === null) {
            report({ type: "noticed", notice: "unclear" });
          }
          continue;
        }
        looksUnclear = 0;

        const deep = alike.every(({ head }) => head >= blockOf(alike) + confirmations);
        if (sighting.kind === "bought") {
          const { purchase: bought } = sighting;
          // Its transaction may have turned out to be another purchase's since the endpoints were asked.
          if (others().hashes.has(bought.transactionHash.toLowerCase())) continue;
          if (mined === null) {
            mined = key;
            report({ type: "mined", purchase: bought });
          }
          if (deep) return bought;
          continue;
        }

        if (deep && looksAlike >= SURE_AFTER_LOOKS) {
          throw new MintError(await failureOf(sighting, known));
        }
        patience = Math.min(patience, SECOND_LOOK_MS);
        report({ type: "noticed", notice: "confirming" });
      }
    },
  };

  async function failureOf(
    { kind, block }: Exclude<Sighting, { kind: "bought" | "waiting" }>,
    pending: PendingPurchase,
  ): Promise<MintFailure> {
    switch (kind) {
      case "reverted":
        return { reason: "reverted", refusal: await revertedBecause(pending, block) };
      case "soldNothing":
        return { reason: "soldNothing" };
      case "replaced":
        return { reason: "replaced" };
      case "reset":
        return { reason: "chainReset" };
      default:
        return kind satisfies never;
    }
  }
}

/** Two looks with the same key show the same. A block's height belongs to it: a block can be exchanged. */
function keyOf(sighting: Sighting): string {
  switch (sighting.kind) {
    case "bought": {
      const { transactionHash, firstTokenId, quantity } = sighting.purchase;
      return `bought ${transactionHash.toLowerCase()} ${firstTokenId} ${quantity} ${sighting.block}`;
    }
    case "reverted":
    case "soldNothing":
      return `${sighting.kind} ${sighting.block}`;
    default:
      return sighting.kind;
  }
}

/** The newest block that has to stay. */
function blockOf(looks: readonly Look[]): number {
  return Math.max(...looks.map(({ sighting }) => ("block" in sighting ? sighting.block : 0)));
}

function agreedNonce(looks: readonly Look[], needed: number): number | null {
  const nonces = looks.flatMap(({ nonce }) => nonce ?? []);
  return nonces.find((nonce) => nonces.filter((other) => other === nonce).length >= needed) ?? null;
}

function isKnown(sighting: Sighting): boolean {
  return sighting.kind === "waiting" && sighting.known;
}

/** Whether older blocks are left to be searched. */
function isSearching(memories: ReadonlyMap<Transport, Memory>): boolean {
  return [...memories.values()].some(({ searched }) => searched !== null && !searched.complete);
}
