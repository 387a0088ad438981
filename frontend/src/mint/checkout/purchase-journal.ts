import type { Order } from "../../domain/order.ts";
import { MAX_QUANTITY, MIN_QUANTITY } from "../../domain/quantity.ts";
import type { PendingPurchase } from "../../domain/sale.ts";
import { COLLECTION_SIZE } from "../../domain/supply.ts";
import { stored } from "../../platform/stored.ts";
import type { PurchaseKeys } from "./purchase-keys.ts";

/**
 * One purchase of this browser, from the moment a wallet is asked for it until its outcome is certain: asked, sent (its hash is
 * known), found (its sale is in a block), settled. A transaction belongs to one purchase only.
 */
export interface Intent {
  /** In the order of time. */
  readonly id: string;
  /** In ms since 1970. */
  readonly askedAt: number;
  readonly pending: PendingPurchase;
  /** The transaction in whose block the sale is, which can still be exchanged. */
  readonly found: string | null;
  /** Whether the visitor has stopped waiting for it. It is followed all the same. */
  readonly setAside: boolean;
  /** `null` until it is over. */
  readonly settled: Settled | null;
}

/** Why a purchase is over: its outcome is certain, the wallet refused it, or the visitor has dismissed it. */
export type Settled = "certain" | "refused" | "dismissed";

/** What is learnt of a purchase. Nothing is unlearnt but `found`, which a reorganisation takes back. */
export interface IntentChange {
  readonly transactionHash?: string;
  readonly nonce?: number;
  readonly found?: string | null;
  readonly setAside?: true;
  readonly settled?: Settled;
}

/** What the browser remembers of purchases, for this tab after a reload and for its other tabs. */
export interface PurchaseJournal {
  /** Oldest first, with those that are settled. */
  list(): readonly Intent[];
  open(intent: Intent): void;
  /**
   * Adds to what is known, also by other tabs.
   * @returns the intent as it is now; `null` if there is none, or if the hash belongs to another purchase: nothing changes then
   */
  learn(id: string, change: IntentChange): Intent | null;
  /** Removes all, unless one has not settled: it has to know which transactions are the others'. */
  forget(): void;
  /** Whether the browser remembers this purchase after a reload. */
  keeps(id: string): boolean;
  /** Calls back when another tab has changed something. @returns ends that */
  subscribe(onChange: () => void): () => void;
}

const SETTLED: readonly unknown[] = ["certain", "refused", "dismissed"] satisfies Settled[];

/** Settled purchases that are kept, so that a transaction of theirs is not taken for a later purchase's. */
const MOST_SETTLED = 50;

/** Whether it may still be mined, and is waited for: no other purchase may start. */
export function isOpen({ found, setAside, settled }: Intent): boolean {
  return found === null && !setAside && settled === null;
}

/** Whether a transaction is this purchase's, by its wallet or by the chain. */
export function owns({ pending, found }: Intent, transactionHash: string): boolean {
  const hash = transactionHash.toLowerCase();
  return [pending.transactionHash, found].some((own) => own?.toLowerCase() === hash);
}

/** Whether the purchase's wallet has named this hash. */
export function names({ pending }: Intent, hash: string): boolean {
  return pending.transactionHash?.toLowerCase() === hash.toLowerCase();
}

/** Whether more than the order identifies the transaction in which the purchase was found. */
function isProven(intent: Intent): boolean {
  const { pending, found } = intent;
  return pending.byContract || pending.nonce !== null || (found !== null && names(intent, found));
}

/**
 * The intents that a change alters, the changed one first. A transaction belongs to the purchase whose wallet has named it,
 * else to the one whose nonce proves it, else to the first that was found in it.
 * @returns `null` if the hash belongs to another purchase: nothing changes then
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
  const claimed = transactionHash ?? (found === intent.found ? null : found);
  if (claimed === null) return [changed];
  const rivals = intents.filter((each) => each.id !== id && owns(each, claimed));
  const yields = (rival: Intent) =>
    names(changed, claimed) || (isProven(changed) && !isProven(rival) && rival.settled === null);
  if (rivals.some((rival) => names(rival, claimed) || !yields(rival))) return null;
  // What was told for certain is not taken back.
  const open = rivals.filter(({ settled }) => settled === null);
  return [changed, ...open.map((rival) => ({ ...rival, found: null }))];
}

/** In the browser's storage: one key a purchase, so that two tabs never overwrite each other's. In memory where that is refused. */
export function createPurchaseJournal(keys: PurchaseKeys): PurchaseJournal {
  /** What storage refuses. */
  const unkept = new Map<string, Intent>();

  const readAll = (prefix: string) =>
    storedKeys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => parseIntent(key.slice(prefix.length), parsed(key)) ?? []);

  const list = () => {
    const byId = new Map<string, Intent>();
    // What has settled in another tab stays settled.
    const all = [...readAll(keys.unsettled), ...unkept.values(), ...readAll(keys.settled)];
    for (const intent of all) byId.set(intent.id, intent);
    return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  };

  function save(intent: Intent): void {
    const isOver = intent.settled !== null;
    const isKept = write((isOver ? keys.settled : keys.unsettled) + intent.id, written(intent));
    if (isKept) {
      unkept.delete(intent.id);
      if (isOver) remove(keys.unsettled + intent.id);
    } else {
      unkept.set(intent.id, intent);
    }
  }

  takeOverRequest(keys, save);
  return {
    list,
    open: save,
    forget() {
      // Another tab may have opened one meanwhile.
      if (list().some(({ settled }) => settled === null)) return;
      for (const { id } of list()) {
        unkept.delete(id);
        remove(keys.settled + id);
      }
    },
    keeps: (id) => !unkept.has(id),
    learn(id, change) {
      const changed = learnt(list(), id, change);
      changed?.forEach(save);
      const over = list().filter(({ settled }) => settled !== null);
      for (const { id: old } of over.slice(0, -MOST_SETTLED)) remove(keys.settled + old);
      return changed?.[0] ?? null;
    },
    subscribe(onChange) {
      // The key is `null` when all is cleared.
      const listener = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(keys.unsettled)) onChange();
      };
      window.addEventListener("storage", listener);
      return () => window.removeEventListener("storage", listener);
    },
  };
}

/** Version 0.1 kept an unanswered request, and the hashes of what had settled, under keys of their own. */
function takeOverRequest(keys: PurchaseKeys, save: (intent: Intent) => void): void {
  const { id, since, ...rest } = fieldsOf(parsed(keys.old.asked));
  const intent = typeof id === "string" ? parseIntent(id, { ...rest, askedAt: since }) : null;
  if (intent !== null) save(intent);
  remove(keys.old.asked);
  remove(keys.old.settled);
}

/** In JSON, which has no whole numbers of this size. */
function written({ askedAt, pending, found, setAside, settled }: Intent) {
  const { order, ...rest } = pending;
  const { affiliate, payable, ...kept } = order;
  const affiliateCode = affiliate.kind === "none" ? null : affiliate.code;
  const inJson = { ...kept, affiliateCode, payable: payable.toString() };
  return { ...rest, order: inJson, askedAt, found, setAside, settled };
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(stored(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Then it was never there.
  }
}

/**
 * Storage may hold what another version of this page has written, or anything else on this origin: `null` for what can't be
 * followed. Version 0.1 kept `mined`, and the time in the id.
 */
function parseIntent(id: string, value: unknown): Intent | null {
  const fields = fieldsOf(value);
  const { transactionHash = null, found = null, setAside = false, settled = null } = fields;
  const { askedAt = Number.parseInt(id, 10) } = fields;
  const pending = parsePending(fields);
  if (
    pending === null ||
    !(transactionHash === null || isHash(transactionHash)) ||
    !(found === null || isHash(found)) ||
    !isCount(askedAt) ||
    typeof setAside !== "boolean" ||
    !isSettled(settled)
  ) {
    return null;
  }
  return { id, askedAt, pending: { ...pending, transactionHash }, found, setAside, settled };
}

function parsePending(
  fields: Readonly<Record<string, unknown>>,
): Omit<PendingPurchase, "transactionHash"> | null {
  const { buyer, sinceBlock, soldBefore, nonceFrom, nonce, genesis, byContract } = fields;
  const order = parseOrder(fields.order);
  if (
    order === null ||
    !isAddress(buyer) ||
    !isCount(sinceBlock) ||
    !isCount(soldBefore) ||
    BigInt(soldBefore) > COLLECTION_SIZE ||
    !isCount(nonceFrom) ||
    !(nonce === null || isCount(nonce)) ||
    !(genesis === null || isHash(genesis)) ||
    typeof byContract !== "boolean"
  ) {
    return null;
  }
  return { buyer, order, sinceBlock, soldBefore, nonceFrom, nonce, genesis, byContract };
}

function parseOrder(value: unknown): Order | null {
  const { quantity, affiliateCode, payable, recipient } = fieldsOf(value);
  if (
    !(recipient === undefined || isAddress(recipient)) ||
    !isCount(quantity) ||
    quantity < MIN_QUANTITY ||
    quantity > MAX_QUANTITY ||
    !(affiliateCode === null || isCode(affiliateCode)) ||
    typeof payable !== "string" ||
    !/^\d{1,78}$/.test(payable)
  ) {
    return null;
  }
  return {
    quantity,
    affiliate: affiliateCode === null ? { kind: "none" } : { kind: "code", code: affiliateCode },
    payable: BigInt(payable),
    ...(recipient === undefined ? {} : { recipient }),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}

function isSettled(value: unknown): value is Settled | null {
  return value === null || SETTLED.includes(value);
}

function isAddress(value: unknown): value is string {
  return typeof value === "string" && /^0x[0-9a-f]{40}$/i.test(value);
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value);
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && /^[a-z0-9_-]{3,32}$/.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
