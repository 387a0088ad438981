import { MAX_QUANTITY, MIN_QUANTITY } from "../domain/quantity.ts";
import type { PendingPurchase } from "../domain/sale.ts";
import { stored } from "../domain/stored.ts";
import { COLLECTION_SIZE } from "../domain/supply.ts";
import type { PurchaseKeys } from "./purchase-keys.ts";

/** A purchase of this browser whose outcome is not certain yet. */
export interface StoredPurchase {
  readonly id: string;
  readonly pending: PendingPurchase;
  /** `open`: under way; `mined`: in a block that can still be exchanged; `setAside`: the visitor waits for it no longer. */
  readonly standing: "open" | "mined" | "setAside";
}

/** What the browser remembers of purchases, for this tab after a reload and for its other tabs. */
export interface PurchaseStore {
  /** What has not settled, oldest first. */
  list(): readonly StoredPurchase[];
  /** @returns whether it is remembered now: storage can be full, or forbidden */
  save(purchase: StoredPurchase): boolean;
  /** Forgets it, but for these hashes of its transactions, by which it is told from later purchases. */
  settle(id: string, transactionHashes: readonly string[]): void;
  /** Lower-case hashes of the transactions that belong to settled purchases. */
  settledHashes(): readonly string[];
  /** Calls back when another tab has changed something. @returns ends that */
  subscribe(onChange: () => void): () => void;
}

/** More are not asked for: an event is compared with purchases of the last blocks. */
const MOST_SETTLED = 100;

/** In the browser's storage. One key a purchase, so that two tabs never overwrite each other's. */
export function createPurchaseStore(keys: PurchaseKeys): PurchaseStore {
  const settledHashes = () => {
    const hashes = parsed(keys.settled);
    return Array.isArray(hashes) ? hashes.filter(isHash).map((hash) => hash.toLowerCase()) : [];
  };
  return {
    list() {
      const ids = storedKeys()
        .filter((key) => key.startsWith(keys.unsettled))
        .map((key) => key.slice(keys.unsettled.length));
      return ids.sort().flatMap((id) => parsePurchase(id, parsed(keys.unsettled + id)) ?? []);
    },
    save({ id, pending, standing }) {
      const order = { ...pending.order, payable: pending.order.payable.toString() };
      return write(keys.unsettled + id, { ...pending, order, standing });
    },
    settle(id, transactionHashes) {
      const added = transactionHashes.map((hash) => hash.toLowerCase());
      const all = [...new Set([...settledHashes(), ...added])];
      write(keys.settled, all.slice(-MOST_SETTLED));
      remove(keys.unsettled + id);
    },
    settledHashes,
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

/** What is stored may be of another version of this page, or of anybody's making: `null` for what can't be followed. */
function parsePurchase(id: string, value: unknown): StoredPurchase | null {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  const order = (fields.order ?? {}) as Readonly<Record<string, unknown>>;
  const { transactionHash, buyer, sinceBlock, soldBefore, nonceFrom, nonce, genesis } = fields;
  const { byContract, standing } = fields;
  const { quantity, affiliateCode, payable } = order;
  if (
    !isHash(transactionHash) ||
    typeof buyer !== "string" ||
    !/^0x[0-9a-f]{40}$/i.test(buyer) ||
    !isCount(sinceBlock) ||
    !isCount(soldBefore) ||
    BigInt(soldBefore) > COLLECTION_SIZE ||
    !isCount(nonceFrom) ||
    !(nonce === null || isCount(nonce)) ||
    !(genesis === null || isHash(genesis)) ||
    typeof byContract !== "boolean" ||
    !(standing === "open" || standing === "mined" || standing === "setAside") ||
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
    id,
    standing,
    pending: {
      transactionHash,
      buyer,
      order: { quantity, affiliateCode, payable: BigInt(payable) },
      sinceBlock,
      soldBefore,
      nonceFrom,
      nonce,
      genesis,
      byContract,
    },
  };
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
