import type { PendingPurchase } from "../domain/sale.ts";
import { stored } from "../domain/stored.ts";

/** Remembers a purchase that was sent, so that a reload doesn't lose it. */
export interface PendingStore {
  load(): PendingPurchase | null;
  save(pending: PendingPurchase): void;
  clear(): void;
}

/** In the browser's storage. Where that is forbidden nothing is remembered. @param key see `pendingKey` */
export function createPendingStore(key: string): PendingStore {
  return {
    load() {
      try {
        const text = stored(key);
        return text === null ? null : parsePending(JSON.parse(text));
      } catch {
        return null;
      }
    },
    save(pending) {
      const { order } = pending;
      const text = JSON.stringify({
        ...pending,
        order: { ...order, payable: order.payable.toString() },
      });
      try {
        localStorage.setItem(key, text);
      } catch {
        // The page goes on following it until it is closed.
      }
    },
    clear() {
      try {
        localStorage.removeItem(key);
      } catch {
        // Then it was never there.
      }
    },
  };
}

/** What is stored may be of another version of this page, or of anybody's making. */
function parsePending(value: unknown): PendingPurchase | null {
  const pending = value as Record<string, unknown> | null;
  const order = pending?.order as Record<string, unknown> | undefined;
  const { transactionHash, buyer, sinceBlock, byContract } = pending ?? {};
  const { quantity, affiliateCode, payable } = order ?? {};
  if (
    typeof transactionHash !== "string" ||
    !/^0x[0-9a-f]{64}$/i.test(transactionHash) ||
    typeof buyer !== "string" ||
    !/^0x[0-9a-f]{40}$/i.test(buyer) ||
    !isCount(sinceBlock) ||
    typeof byContract !== "boolean" ||
    !isCount(quantity) ||
    !(affiliateCode === null || typeof affiliateCode === "string") ||
    typeof payable !== "string" ||
    !/^\d{1,78}$/.test(payable)
  ) {
    return null;
  }
  return {
    transactionHash,
    buyer,
    sinceBlock,
    byContract,
    order: { quantity, affiliateCode, payable: BigInt(payable) },
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
