import type { Purchaser } from "../../chain/purchase/purchase.ts";
import type { Others } from "../../chain/purchase/sale-search.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import { MintError, type MintFailure } from "../../domain/mint-failure.ts";
import type { PendingPurchase, Purchase } from "../../domain/sale.ts";
import { checkAborted } from "../../platform/check-aborted.ts";
import { delay } from "../../platform/delay.ts";
import type { MintStatus } from "./mint-status.ts";
import { type Intent, isOpen, names, owns, type PurchaseJournal } from "./purchase-journal.ts";
import type { TrackedPurchases } from "./tracked-purchases.ts";

/** Before a purchase is followed again that could not be followed. */
const RETRY_MS = 4_000;

export type FollowedPurchases = ReturnType<typeof createFollowedPurchases>;

/** Follows each purchase of the journal until its outcome is certain. */
export function createFollowedPurchases(
  journal: PurchaseJournal,
  tracked: TrackedPurchases,
  getState: MintStatus["getState"],
  loadPurchaser: () => Promise<Pick<Purchaser, "follow">>,
  onMinted: () => void,
) {
  const intentOf = (id: string) => journal.list().find((intent) => intent.id === id);

  /** From the start, if it is followed already. */
  function follow(id: string): void {
    void followToItsEnd(id, tracked.begin(id));
  }

  async function followToItsEnd(id: string, signal: AbortSignal): Promise<void> {
    const before = intentOf(id);
    if (before === undefined) return;
    const pending = () => (intentOf(id) ?? before).pending;
    const say = (following: Following) => {
      if (!signal.aborted) report(id, following);
    };
    for (;;) {
      try {
        const purchaser = await loadPurchaser();
        checkAborted(signal);
        const others = othersOf(journal, id);
        const purchase = await purchaser.follow(pending, before.askedAt, others, say, signal);
        checkAborted(signal);
        if (!tracked.isBought(id)) showBought(id, purchase);
        return settle(id, "certain", tracked.currentId() === id);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof MintError) return settleNotBought(id, error.failure, "certain");
        // Nothing is known by that, so nothing is said: its code may not have been loaded, or has a fault.
        console.warn("A purchase could not be followed", error);
        await delay(RETRY_MS, signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  }

  function report(id: string, following: Following): void {
    switch (following.type) {
      case "noticed":
        tracked.show({ id, ...following });
        break;
      case "nonceKnown":
        journal.learn(id, { nonce: following.nonce });
        break;
      case "mined":
        showBought(id, following.purchase);
        break;
      case "unmined":
        showUnmined(id);
        break;
      default:
        following satisfies never;
    }
  }

  function showBought(id: string, purchase: Purchase) {
    const intent = journal.learn(id, { found: purchase.transactionHash });
    // Meanwhile another purchase was found to be this transaction.
    if (intent === null) return follow(id);
    tracked.change(id, { outcome: { kind: "bought", purchase } });
    followUnclaimed();
    tracked.show({ type: "mined", id, pending: intent.pending, purchase });
    onMinted();
  }

  function showUnmined(id: string): void {
    journal.learn(id, { found: null });
    tracked.change(id, { outcome: { kind: "open" }, dismissed: false });
    tracked.show({ type: "unmined", id });
  }

  /** Looks again for purchases whose transaction turned out to be another one's. */
  function followUnclaimed(): void {
    for (const { id, found } of journal.list()) {
      if (found !== null || !tracked.isBought(id)) continue;
      showUnmined(id);
      follow(id);
    }
  }

  function settleNotBought(id: string, failure: MintFailure, settled: "certain" | "refused"): void {
    const isCurrent = tracked.currentId() === id;
    tracked.change(id, { outcome: { kind: "notBought", failure } });
    tracked.show({ type: "failed", id, failure });
    settle(id, settled, isCurrent);
  }

  /** @param isShown whether its outcome is not to be listed among the earlier ones */
  function settle(id: string, settled: NonNullable<Intent["settled"]>, isShown: boolean): void {
    journal.learn(id, { settled });
    tracked.end(id);
    if (isShown) tracked.forget(id);
    tracked.show();
  }

  function showSent({ id, pending }: Intent): void {
    tracked.show({ type: "sent", id, pending, kept: journal.keeps(id) });
    follow(id);
  }

  function syncOne(intent: Intent): void {
    const { id, pending, setAside, settled } = intent;
    const outcome = tracked.outcomeOf(id);
    if (outcome === undefined) {
      if (settled !== null) return;
      follow(id);
      tracked.show(setAside ? undefined : { type: "resumed", id, pending });
    } else if (settled === "refused" || settled === "dismissed") {
      if (outcome.kind !== "open") return;
      // The chain tells nothing of it, so this tab ends as the other one did.
      settle(id, settled, true);
      tracked.show({ type: "setAside", id });
    } else if (tracked.currentId() === id) {
      const isSending = getState().current.step === "sending";
      if (setAside) tracked.show({ type: "setAside", id });
      else if (isSending && pending.transactionHash !== null) showSent(intent);
    } else if (isOpen(intent) && pending.transactionHash !== null) {
      tracked.show({ type: "resumed", id, pending });
    }
  }

  return {
    follow,
    settle,
    settleNotBought,

    /** The wallet has named the transaction, which may be another one than the purchase was found in. */
    nameTransaction(intent: Intent): void {
      const { id } = intent;
      const outcome = tracked.outcomeOf(id);
      if (outcome?.kind === "bought" && !names(intent, outcome.purchase.transactionHash)) {
        showUnmined(id);
      }
      followUnclaimed();
      if (!tracked.isBought(id)) showSent(intentOf(id) ?? intent);
    },

    /** Adopts what the journal has and this tab does not know yet. */
    syncWithJournal: () => journal.list().forEach(syncOne),
  };
}

function othersOf(journal: PurchaseJournal, id: string): Others {
  const own = () => journal.list().find((each) => each.id === id);
  const others = () => journal.list().filter((each) => each.id !== id);
  return {
    has: (hash) => others().some((each) => owns(each, hash)),
    names: (hash) => others().some((each) => names(each, hash)),
    usesNonce: (nonce) =>
      others().some(({ pending }) => pending.nonce === nonce && isSameBuyer(pending, own())),
    hasOlderTwin: () => others().some((each) => each.id < id && isTwin(each, own())),
  };
}

function isSameBuyer({ buyer }: PendingPurchase, own: Intent | undefined): boolean {
  return buyer.toLowerCase() === own?.pending.buyer.toLowerCase();
}

/** Whether a sale that only its order identifies could be this open purchase's too. */
function isTwin({ pending, found, settled }: Intent, own: Intent | undefined): boolean {
  const [one, other] = [pending.order, own?.pending.order];
  return (
    settled === null &&
    found === null &&
    pending.nonce === null &&
    isSameBuyer(pending, own) &&
    one.quantity === other?.quantity &&
    one.payable === other.payable &&
    one.recipient === other.recipient
  );
}
