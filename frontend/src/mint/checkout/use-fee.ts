import { useEffect, useState } from "react";
import type { Order } from "../../domain/sale.ts";
import type { MintPorts } from "./mint-ticket.ts";

/** After the last change: several quick steps of the quantity are one question. */
const DEBOUNCE_MS = 400;

/**
 * The network fee that the order would cost the connected account, in wei; `null` while it is not known, which is
 * also so when the account could not pay the order anyway or nobody is connected.
 */
export function useFee(
  loadPurchaser: MintPorts["loadPurchaser"],
  buyer: string | null,
  { quantity, affiliateCode, payable }: Order,
): bigint | null {
  const [known, setKnown] = useState<{ readonly key: string; readonly fee: bigint } | null>(null);
  const key = `${buyer} ${quantity} ${affiliateCode} ${payable}`;

  useEffect(() => {
    if (buyer === null || payable === 0n) return;
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const purchaser = await loadPurchaser();
        const fee = await purchaser.estimateFee({ quantity, affiliateCode, payable }, buyer);
        if (current) setKnown({ key, fee });
      } catch {
        // It is an extra: what keeps the purchase from succeeding is said when Mint is pressed.
      }
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [loadPurchaser, buyer, quantity, affiliateCode, payable, key]);

  return known?.key === key ? known.fee : null;
}
