import * as v from "valibot";
import type { Order } from "../../domain/order/order.ts";
import type { PendingPurchase } from "../../domain/order/purchase.ts";
import { MAX_QUANTITY, MIN_QUANTITY } from "../../domain/order/quantity.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";
import { storedUnder, storeJson } from "../../platform/stored-json.ts";

/**
 * One purchase of this browser. Its stages: asked, sent (the hash is known), found (a block has the
 * sale) and settled. A transaction belongs to only one purchase.
 */
export interface Intent {
  readonly id: string;
  /** A time in ms since 1970. */
  readonly askedAt: number;
  readonly pending: PendingPurchase;
  /** The sale's transaction. A reorganisation can still drop it. */
  readonly found: string | null;
  /** The visitor stopped waiting, but the page still follows the purchase. */
  readonly setAside: boolean;
  readonly settled: Settled | null;
}

export type Settled = "certain" | "refused" | "dismissed";

/** Only a reorganisation may set `found` back to `null`. */
export type IntentChange = Partial<
  Pick<PendingPurchase, "transactionHash" | "nonce"> & Omit<Intent, "id" | "askedAt" | "pending">
>;

export interface PurchaseJournal {
  /** Lists purchases, oldest first. */
  list(): readonly Intent[];
  open(intent: Intent): void;
  /** @returns `null` if the purchase is missing, or if the hash belongs to another purchase */
  learn(id: string, change: IntentChange): Intent | null;
  /**
   * Removes nothing while a purchase is unsettled, because the page then needs all purchases'
   * transactions.
   */
  forget(): void;
  /** Whether the purchase survives a reload. */
  keeps(id: string): boolean;
  /** Reports changes by other tabs. @returns a function that ends it */
  subscribe(onChange: () => void): () => void;
}

export const NOTHING_LEARNT = { found: null, setAside: false, settled: null } as const;

/** The number of settled purchases to keep. The page must not take their transactions for a later purchase. */
const MOST_SETTLED = 50;

/** While a purchase is open, no other one can start. */
export function isOpen({ found, setAside, settled }: Intent): boolean {
  return found === null && !setAside && settled === null;
}

export function names({ pending }: Intent, hash: string): boolean {
  return pending.transactionHash?.toLowerCase() === hash.toLowerCase();
}

export function owns(intent: Intent, hash: string): boolean {
  return names(intent, hash) || intent.found?.toLowerCase() === hash.toLowerCase();
}

function isProven({ pending }: Intent): boolean {
  return pending.byContract || pending.nonce !== null;
}

/**
 * Gives a transaction to the purchase whose wallet returned its hash. Otherwise the nonce decides,
 * then the first purchase that found it.
 * @returns the changed purchases, `id` first; `null` if the hash belongs to another purchase
 */
export function learnt(
  intents: readonly Intent[],
  id: string,
  change: IntentChange,
): readonly Intent[] | null {
  const intent = intents.find((each) => each.id === id);
  if (intent === undefined) return null;
  const { transactionHash = null, nonce = null, found = intent.found } = change;
  const { pending } = intent;
  const changed: Intent = {
    ...intent,
    pending: {
      ...pending,
      transactionHash: pending.transactionHash ?? transactionHash,
      nonce: pending.nonce ?? nonce,
    },
    found,
    setAside: intent.setAside || change.setAside === true,
    settled: intent.settled ?? change.settled ?? null,
  };
  const claimed = transactionHash ?? change.found ?? null;
  if (claimed === null) return [changed];
  const rivals = intents.filter((each) => each.id !== id && owns(each, claimed));
  const yields = (rival: Intent) =>
    names(changed, claimed) || (isProven(changed) && !isProven(rival) && rival.settled === null);
  if (rivals.some((rival) => names(rival, claimed) || !yields(rival))) return null;
  // The page never withdraws a certain outcome.
  const open = rivals.filter(({ settled }) => settled === null);
  return [changed, ...open.map((rival) => ({ ...rival, found: null }))];
}

/** Uses one storage key per purchase, because two tabs must not overwrite each other. */
export function createPurchaseJournal(unsettledKey: string): PurchaseJournal {
  const settledKey = `settled-${unsettledKey}`;
  /** This tab's copies, because storage may be full or cleared. */
  let copies = new Map<string, Intent>();
  const unkept = new Set<string>();

  const readAll = (prefix: string) =>
    storedUnder(prefix).flatMap(([id, value]) => parseIntent(id, value) ?? []);

  const list = () => {
    const stored = readAll(unsettledKey).filter(({ id }) => !unkept.has(id));
    // Settled purchases come last, because they must override this tab's copy.
    const all = [...copies.values(), ...stored, ...readAll(settledKey)];
    const byId = new Map(all.map((intent) => [intent.id, intent]));
    const isCopied = ({ id, settled }: Intent) => settled === null || unkept.has(id);
    copies = new Map([...byId].filter(([, intent]) => isCopied(intent)));
    return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  };

  function save(intent: Intent): void {
    const isOver = intent.settled !== null;
    const isKept = storeJson((isOver ? settledKey : unsettledKey) + intent.id, written(intent));
    copies.set(intent.id, intent);
    if (isKept) unkept.delete(intent.id);
    else unkept.add(intent.id);
    if (isKept && isOver) storeJson(unsettledKey + intent.id);
  }

  return {
    list,
    open: save,
    forget() {
      // Another tab may have started a purchase.
      if (list().some(({ settled }) => settled === null)) return;
      for (const { id } of list()) {
        copies.delete(id);
        storeJson(settledKey + id);
      }
    },
    keeps: (id) => !unkept.has(id),
    learn(id, change) {
      const changed = learnt(list(), id, change);
      changed?.forEach(save);
      const over = list().filter(({ settled }) => settled !== null);
      for (const { id: old } of over.slice(0, -MOST_SETTLED)) storeJson(settledKey + old);
      return changed?.[0] ?? null;
    },
    subscribe(onChange) {
      // The key is `null` after `localStorage.clear()`.
      const listener = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(unsettledKey)) onChange();
      };
      window.addEventListener("storage", listener);
      return () => window.removeEventListener("storage", listener);
    },
  };
}

const text = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const ADDRESS = text(/^0x[0-9a-f]{40}$/i);
const HASH = text(/^0x[0-9a-f]{64}$/i);

const ORDER = v.pipe(
  v.object({
    quantity: v.pipe(COUNT, v.minValue(MIN_QUANTITY), v.maxValue(MAX_QUANTITY)),
    // Codes are in lower case. An import of `codePattern` would add its module to the first load.
    affiliateCode: v.nullable(text(/^[a-z0-9_-]{3,32}$/)),
    payable: v.pipe(
      text(/^\d{1,78}$/),
      v.transform((wei) => BigInt(wei)),
    ),
    recipient: v.exactOptional(ADDRESS),
  }),
  v.transform(
    ({ affiliateCode: code, ...kept }): Order => ({
      ...kept,
      affiliate: code === null ? { kind: "none" } : { kind: "code", code },
    }),
  ),
);

const INTENT = v.object({
  askedAt: COUNT,
  buyer: ADDRESS,
  order: ORDER,
  sinceBlock: COUNT,
  soldBefore: v.pipe(COUNT, v.maxValue(Number(COLLECTION_SIZE))),
  nonceFrom: COUNT,
  nonce: v.nullable(COUNT),
  genesis: v.nullable(HASH),
  byContract: v.boolean(),
  transactionHash: v.nullable(HASH),
  found: v.nullable(HASH),
  setAside: v.boolean(),
  settled: v.nullable(v.picklist(["certain", "refused", "dismissed"])),
});

/** Checks the fields, because any script of this origin can write storage. */
function parseIntent(id: string, value: unknown): Intent | null {
  const { success, output } = v.safeParse(INTENT, value);
  if (!success) return null;
  const { askedAt, found, setAside, settled, ...pending } = output;
  return { id, askedAt, pending, found, setAside, settled };
}

function written({ id: _, pending, ...known }: Intent) {
  const { affiliate, payable, ...kept } = pending.order;
  const affiliateCode = affiliate.kind === "none" ? null : affiliate.code;
  return { ...pending, order: { ...kept, affiliateCode, payable: String(payable) }, ...known };
}
