import {
  type Intent,
  learnt,
  type PurchaseJournal,
} from "../../../frontend/src/mint/purchases/purchase-journal.ts";

/** Each tab has its own view; a change reaches the other tabs a moment later. */
export class MemoryPurchases {
  readonly intents = new Map<string, Intent>();
  readonly #tabs = new Set<{ onChange(): void }>();

  get unsettled(): readonly Intent[] {
    return [...this.intents.values()].filter(({ settled }) => settled === null);
  }

  tab(): PurchaseJournal {
    const own = new Set<{ onChange(): void }>();
    const save = (intent: Intent) => {
      this.intents.set(intent.id, intent);
      for (const tab of this.#tabs) {
        if (!own.has(tab)) setTimeout(() => this.#tabs.has(tab) && tab.onChange(), 50);
      }
    };
    const list = () => [...this.intents.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      list,
      open: save,
      learn(id, change) {
        const changed = learnt(list(), id, change);
        changed?.forEach(save);
        return changed?.[0] ?? null;
      },
      forget: () => {
        for (const { id, settled } of list()) if (settled !== null) this.intents.delete(id);
      },
      keeps: () => true,
      subscribe: (onChange) => {
        const tab = { onChange };
        own.add(tab);
        this.#tabs.add(tab);
        return () => this.#tabs.delete(tab);
      },
    };
  }
}
