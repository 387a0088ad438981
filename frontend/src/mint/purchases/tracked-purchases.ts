import { type MintEvent, mintReducer } from "../../domain/mint/mint.ts";
import type { MintFailure } from "../../domain/mint/mint-failure.ts";
import type { EarlierPurchase, OwnedMintStatus } from "./mint-status.ts";
import type { PurchaseJournal, Settled } from "./purchase-journal.ts";

interface Tracked {
  readonly controller: AbortController;
  readonly outcome: EarlierPurchase["outcome"];
  readonly dismissed: boolean;
}

export type TrackedPurchases = ReturnType<typeof createTrackedPurchases>;

/** @param visit changes and follows nothing once it is aborted, because wallets answer late */
export function createTrackedPurchases(
  journal: PurchaseJournal,
  status: OwnedMintStatus,
  visit: AbortSignal,
) {
  const tracked = new Map<string, Tracked>();
  visit.addEventListener("abort", () => {
    for (const { controller } of tracked.values()) controller.abort();
  });

  /** `null` after a failure, because the page no longer follows that purchase. */
  function currentId(current = status.getState().current): string | null {
    return "id" in current && current.step !== "failed" ? current.id : null;
  }

  function show(event?: MintEvent): void {
    if (visit.aborted) return;
    const before = status.getState();
    const current = event === undefined ? before.current : mintReducer(before.current, event);
    const earlier = journal.list().flatMap(({ id, pending }) => {
      const one = tracked.get(id);
      if (one === undefined || one.dismissed || id === currentId(current)) return [];
      return { id, pending, outcome: one.outcome };
    });
    status.setState({ ...before, current, earlier });
  }

  function change(id: string, changed: Partial<Tracked>): void {
    const one = tracked.get(id);
    if (one !== undefined) tracked.set(id, { ...one, ...changed });
  }

  /**
   * @param isShown true leaves the purchase out of the earlier ones, because the page shows it
   * elsewhere
   */
  function settle(id: string, settled: Settled, isShown = currentId() === id): void {
    journal.learn(id, { settled });
    tracked.get(id)?.controller.abort();
    if (isShown) tracked.delete(id);
    show();
  }

  return {
    currentId,
    show,
    change,
    settle,

    outcomeOf: (id: string) => tracked.get(id)?.outcome,

    isSending: () => status.getState().current.step === "sending",

    isBought: (id: string) => tracked.get(id)?.outcome.kind === "bought",

    begin(id: string): AbortSignal {
      const before = tracked.get(id);
      before?.controller.abort();
      const controller = new AbortController();
      if (visit.aborted) controller.abort();
      tracked.set(id, { outcome: { kind: "open" }, dismissed: false, ...before, controller });
      return controller.signal;
    },

    showUnmined(id: string): void {
      journal.learn(id, { found: null });
      change(id, { outcome: { kind: "open" }, dismissed: false });
      show({ type: "unmined", id });
    },

    settleNotBought(id: string, failure: MintFailure, settled: Settled): void {
      const isCurrent = currentId() === id;
      change(id, { outcome: { kind: "notBought", failure } });
      show({ type: "failed", id, failure });
      settle(id, settled, isCurrent);
    },
  };
}
