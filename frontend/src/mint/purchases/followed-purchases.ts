import type { Purchaser } from "../../chain/purchase/purchase.ts";
import type { Others } from "../../chain/purchase/sale-search.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/purchase.ts";
import { delay } from "../../platform/delay.ts";
import { type Intent, isOpen, names, owns, type PurchaseJournal } from "./purchase-journal.ts";
import type { TrackedPurchases } from "./tracked-purchases.ts";

const RETRY_MS = 4_000;
/** If the wallet answers late, the page polls as often as for a purchase of this age. */
const YOUNG_MS = 60_000;

export type FollowedPurchases = ReturnType<typeof createFollowedPurchases>;

export function createFollowedPurchases(
  journal: PurchaseJournal,
  tracked: TrackedPurchases,
  loadPurchaser: () => Promise<Pick<Purchaser, "follow">>,
  onMinted: () => void,
) {
  const intentOf = (id: string) => journal.list().find((intent) => intent.id === id);

  function follow(id: string, answeredAt = 0): void {
    void followToItsEnd(id, answeredAt, tracked.begin(id));
  }

  async function followToItsEnd(id: string, answeredAt: number, signal: AbortSignal) {
    const before = intentOf(id);
    if (before === undefined) return;
    const since = Math.max(before.askedAt, answeredAt - YOUNG_MS);
    const pending = () => (intentOf(id) ?? before).pending;
    const say = (following: Following) => {
      if (!signal.aborted) report(id, following);
    };
    const others = othersOf(journal, before);
    const outcome = await outcomeOf(
      async () => (await loadPurchaser()).follow(pending, since, others, say, signal),
      signal,
    );
    if (outcome === null || signal.aborted) return;
    if ("reason" in outcome) return tracked.settleNotBought(id, outcome, "certain");
    if (!tracked.isBought(id)) showBought(id, outcome);
    tracked.settle(id, "certain");
  }

  function report(id: string, following: Following): void {
    if (following.type === "noticed") tracked.show({ id, ...following });
    else if (following.type === "nonceKnown") journal.learn(id, { nonce: following.nonce });
    else if (following.type === "mined") showBought(id, following.purchase);
    else tracked.showUnmined(id);
  }

  function showBought(id: string, purchase: Purchase) {
    const intent = journal.learn(id, { found: purchase.transactionHash });
    // The journal has assigned this transaction to another purchase in the meantime.
    if (intent === null) return follow(id);
    tracked.change(id, { outcome: { kind: "bought", purchase } });
    followUnclaimed();
    tracked.show({ type: "mined", id, pending: intent.pending, purchase });
    onMinted();
  }

  /** If the journal reassigned a purchase's transaction, the page follows that purchase again. */
  function followUnclaimed(): void {
    for (const { id, found } of journal.list()) {
      if (found !== null || !tracked.isBought(id)) continue;
      tracked.showUnmined(id);
      follow(id);
    }
  }

  const { showSent, adopt } = createAdoption(journal, tracked, follow);

  return {
    follow,

    /** The wallet may return another transaction than the one that the page found. */
    nameTransaction(intent: Intent): void {
      const { id } = intent;
      const outcome = tracked.outcomeOf(id);
      if (outcome?.kind === "bought" && !names(intent, outcome.purchase.transactionHash)) {
        tracked.showUnmined(id);
      }
      followUnclaimed();
      if (!tracked.isBought(id)) showSent(intent);
    },

    syncWithJournal: () => journal.list().forEach(adopt),
  };
}

/** @returns `null` if the page stopped following */
async function outcomeOf(
  follow: () => Promise<Purchase>,
  signal: AbortSignal,
): Promise<Purchase | MintFailure | null> {
  while (!signal.aborted) {
    try {
      return await follow();
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof MintError) return error.failure;
      // Does not show the error, because the code may not have loaded.
      console.warn("A purchase could not be followed", error);
      await delay(RETRY_MS, signal).catch(() => undefined);
    }
  }
  return null;
}

function createAdoption(
  journal: PurchaseJournal,
  tracked: TrackedPurchases,
  follow: (id: string, answeredAt?: number) => void,
) {
  function showSent({ id, pending }: Intent): void {
    tracked.show({ type: "sent", id, pending, kept: journal.keeps(id) });
    follow(id, Date.now());
  }

  function adopt(intent: Intent): void {
    const { id, pending, setAside, settled } = intent;
    const outcome = tracked.outcomeOf(id);
    if (outcome === undefined) {
      if (settled !== null) return;
      follow(id);
      tracked.show(setAside ? undefined : { type: "resumed", id, pending });
    } else if (settled === "refused" || settled === "dismissed") {
      if (outcome.kind !== "open") return;
      // Another tab ended the purchase. The chain never shows that.
      tracked.settle(id, settled, true);
      tracked.show({ type: "setAside", id });
    } else if (tracked.currentId() === id) {
      if (setAside) tracked.show({ type: "setAside", id });
      else if (tracked.isSending() && pending.transactionHash !== null) showSent(intent);
    } else if (isOpen(intent) && pending.transactionHash !== null) {
      tracked.show({ type: "resumed", id, pending });
    }
  }

  return { showSent, adopt };
}

function othersOf(journal: PurchaseJournal, { id, pending: own }: Intent): Others {
  const others = () => journal.list().filter((each) => each.id !== id);
  const buyerOf = ({ buyer }: PendingPurchase) => buyer.toLowerCase();
  /** The page can distinguish these purchases only by their orders. */
  const orderOf = (pending: PendingPurchase) => {
    const { quantity, payable, recipient } = pending.order;
    return `${buyerOf(pending)} ${quantity} ${payable} ${recipient}`;
  };
  const isUnknown = ({ pending, found, settled }: Intent) =>
    settled === null && found === null && pending.nonce === null;
  return {
    has: (hash) => others().some((each) => owns(each, hash)),
    names: (hash) => others().some((each) => names(each, hash)),
    usesNonce: (nonce) =>
      others().some(({ pending }) => pending.nonce === nonce && buyerOf(pending) === buyerOf(own)),
    hasOlderTwin: () =>
      others().some(
        (each) => each.id < id && isUnknown(each) && orderOf(each.pending) === orderOf(own),
      ),
  };
}
