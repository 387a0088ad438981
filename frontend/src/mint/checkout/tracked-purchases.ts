import { type MintEvent, mintReducer } from "../../domain/mint.ts";
import type { EarlierPurchase, OwnedMintStatus } from "./mint-status.ts";
import type { PurchaseJournal } from "./purchase-journal.ts";

/** A purchase that this tab follows. */
interface Tracked {
  readonly controller: AbortController;
  readonly outcome: EarlierPurchase["outcome"];
  /** Whether the visitor has dismissed this outcome. */
  readonly dismissed: boolean;
}

export type TrackedPurchases = ReturnType<typeof createTrackedPurchases>;

/** Shows the current purchase, and beside it all others that this tab follows. */
export function createTrackedPurchases(journal: PurchaseJournal, status: OwnedMintStatus) {
  const tracked = new Map<string, Tracked>();

  /** A failure is about no purchase that is still followed. */
  function currentId(current = status.getState().current): string | null {
    return "id" in current && current.step !== "failed" ? current.id : null;
  }

  return {
    currentId,

    show(event?: MintEvent): void {
      const before = status.getState();
      const current = event === undefined ? before.current : mintReducer(before.current, event);
      const earlier = journal.list().flatMap(({ id, pending }) => {
        const one = tracked.get(id);
        if (one === undefined || one.dismissed || id === currentId(current)) return [];
        return { id, pending, outcome: one.outcome };
      });
      status.setState({ ...before, current, earlier });
    },

    outcomeOf: (id: string) => tracked.get(id)?.outcome,

    isBought: (id: string) => tracked.get(id)?.outcome.kind === "bought",

    change(id: string, changed: Partial<Tracked>): void {
      const one = tracked.get(id);
      if (one !== undefined) tracked.set(id, { ...one, ...changed });
    },

    /** @returns aborted when it is followed again, or no longer */
    begin(id: string): AbortSignal {
      const before = tracked.get(id);
      before?.controller.abort();
      const controller = new AbortController();
      tracked.set(id, { outcome: { kind: "open" }, dismissed: false, ...before, controller });
      return controller.signal;
    },

    end: (id: string) => tracked.get(id)?.controller.abort(),

    forget: (id: string) => tracked.delete(id),

    forgetAll(): void {
      for (const { controller } of tracked.values()) controller.abort();
      tracked.clear();
    },
  };
}
