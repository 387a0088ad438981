import type {
  PurchaseStore,
  StoredPurchase,
  StoredRequest,
} from "../../../frontend/src/mint/checkout/purchase-store.ts";

/** The browser's storage in memory. Each tab has its own view; a change notifies the other tabs a moment later. */
export class MemoryPurchases {
  readonly unsettled = new Map<string, StoredPurchase>();
  readonly settled = new Map<string, readonly string[]>();
  request: StoredRequest | null = null;
  readonly #tabs = new Set<{ onChange(): void }>();

  tab(): PurchaseStore {
    const own = new Set<{ onChange(): void }>();
    const tellOthers = () => {
      for (const tab of this.#tabs) {
        if (!own.has(tab)) setTimeout(() => this.#tabs.has(tab) && tab.onChange(), 50);
      }
    };
    return {
      list: () => [...this.unsettled.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
      save: (purchase) => {
        this.unsettled.set(purchase.id, purchase);
        tellOthers();
        return true;
      },
      settle: (id, hashes) => {
        this.settled.set(id, hashes);
        this.unsettled.delete(id);
        tellOthers();
      },
      settledHashes: (exceptId) =>
        [...this.settled].flatMap(([id, hashes]) => (id === exceptId ? [] : hashes)),
      request: () => this.request,
      keepRequest: (request) => {
        this.request = request;
      },
      forgetRequest: () => {
        this.request = null;
      },
      subscribe: (onChange) => {
        const tab = { onChange };
        own.add(tab);
        this.#tabs.add(tab);
        return () => this.#tabs.delete(tab);
      },
    };
  }
}

/** For a page in a single tab. */
export async function alone(task: () => Promise<void>): Promise<boolean> {
  await task();
  return true;
}
