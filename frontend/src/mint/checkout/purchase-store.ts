import { MAX_QUANTITY, MIN_QUANTITY } from "../../domain/quantity.ts";
import type { AskedPurchase, PendingPurchase } from "../../domain/sale.ts";
import { COLLECTION_SIZE } from "../../domain/supply.ts";
import { stored } from "../../platform/stored.ts";
import type { PurchaseKeys } from "./purchase-keys.ts";

/** A purchase of this browser whose outcome is not certain yet. */
export interface StoredPurchase {
  readonly id: string;
  readonly pending: PendingPurchase;
  /** Whether it is in a block, which can still be exchanged. */
  readonly mined: boolean;
  /** Whether the visitor waits for it no longer. */
  readonly setAside: boolean;
}

/** A purchase that a wallet was asked to send and has not answered. */
export interface StoredRequest {
  /** Of the purchase that comes of it, so that two tabs which hear the answer keep it once. */
  readonly id: string;
  /** When the wallet was asked, in milliseconds. */
  readonly since: number;
  readonly asked: AskedPurchase;
}

/** What the browser remembers of purchases, for this tab after a reload and for its other tabs. */
export interface PurchaseStore {
  /** What has not settled, oldest first. */
  list(): readonly StoredPurchase[];
  /** @returns whether it is remembered now: storage can be full, or forbidden */
  save(purchase: StoredPurchase): boolean;
  /** Forgets it, but for these hashes of its transactions, by which it is told from later purchases. */
  settle(id: string, transactionHashes: readonly string[]): void;
  /**
   * Lower-case hashes of the transactions that belong to settled purchases other than this one, which another tab may have
   * settled already.
   */
  settledHashes(exceptId: string): readonly string[];
  /** The request that a wallet has not answered, or `null`. */
  request(): StoredRequest | null;
  keepRequest(request: StoredRequest): void;
  /** It is answered, or not waited for any more. */
  forgetRequest(): void;
  /** Calls back when another tab has changed something. @returns ends that */
  subscribe(onChange: () => void): () => void;
}

/** More are not asked for: a sale is compared with purchases of the last blocks. */
const MOST_SETTLED = 50;

interface SettledPurchase {
  readonly id: string;
  readonly hashes: readonly string[];
}

/** In the browser's storage. One key a purchase, so that two tabs never overwrite each other's. */
export function createPurchaseStore(keys: PurchaseKeys): PurchaseStore {
  const settled = (): readonly SettledPurchase[] => {
    const all = parsed(keys.settled);
    return Array.isArray(all) ? all.flatMap((one) => parseSettled(one) ?? []) : [];
  };
  return {
    list() {
      const ids = storedKeys()
        .filter((key) => key.startsWith(keys.unsettled))
        .map((key) => key.slice(keys.unsettled.length));
      return ids.sort().flatMap((id) => parsePurchase(id, parsed(keys.unsettled + id)) ?? []);
    },
    save: ({ id, pending, mined, setAside }) =>
      write(keys.unsettled + id, { ...written(pending), mined, setAside }),
    settle(id, transactionHashes) {
      const hashes = transactionHashes.map((hash) => hash.toLowerCase());
      const others = settled().filter((one) => one.id !== id);
      write(keys.settled, [...others, { id, hashes }].slice(-MOST_SETTLED));
      remove(keys.unsettled + id);
    },
    settledHashes: (exceptId) =>
      settled().flatMap(({ id, hashes }) => (id === exceptId ? [] : hashes)),
    request() {
      const { id, since, ...rest } = (parsed(keys.asked) ?? {}) as Readonly<
        Record<string, unknown>
      >;
      const asked = parseAsked(rest);
      return typeof id === "string" && isCount(since) && asked !== null
        ? { id, since, asked }
        : null;
    },
    keepRequest({ id, since, asked }) {
      write(keys.asked, { id, since, ...written(asked) });
    },
    forgetRequest: () => remove(keys.asked),
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

/** In JSON, which has no whole numbers of this size. */
function written<Asked extends AskedPurchase>(asked: Asked) {
  const { affiliate, payable, ...order } = asked.order;
  const affiliateCode = affiliate.kind === "none" ? null : affiliate.code;
  return { ...asked, order: { ...order, affiliateCode, payable: payable.toString() } };
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

/** What is stored may be of another version of this page, or written by anything else on this origin: `null` for what can't be followed. */
function parsePurchase(id: string, value: unknown): StoredPurchase | null {
  const { transactionHash, mined, setAside } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const asked = parseAsked(value);
  if (
    asked === null ||
    !isHash(transactionHash) ||
    typeof mined !== "boolean" ||
    typeof setAside !== "boolean"
  ) {
    return null;
  }
  return { id, mined, setAside, pending: { ...asked, transactionHash } };
}

function parseAsked(value: unknown): AskedPurchase | null {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  const order = (fields.order ?? {}) as Readonly<Record<string, unknown>>;
  const { buyer, sinceBlock, soldBefore, nonceFrom, nonce, genesis, byContract } = fields;
  const { quantity, affiliateCode, payable, recipient } = order;
  if (
    !isAddress(buyer) ||
    !(recipient === undefined || isAddress(recipient)) ||
    !isCount(sinceBlock) ||
    !isCount(soldBefore) ||
    BigInt(soldBefore) > COLLECTION_SIZE ||
    !isCount(nonceFrom) ||
    !(nonce === null || isCount(nonce)) ||
    !(genesis === null || isHash(genesis)) ||
    typeof byContract !== "boolean" ||
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
    buyer,
    order: {
      quantity,
      affiliate: affiliateCode === null ? { kind: "none" } : { kind: "code", code: affiliateCode },
      payable: BigInt(payable),
      ...(recipient === undefined ? {} : { recipient }),
    },
    sinceBlock,
    soldBefore,
    nonceFrom,
    nonce,
    genesis,
    byContract,
  };
}

function parseSettled(value: unknown): SettledPurchase | null {
  const { id, hashes } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || !Array.isArray(hashes) || !hashes.every(isHash)) return null;
  return { id, hashes: hashes.map((hash) => hash.toLowerCase()) };
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
