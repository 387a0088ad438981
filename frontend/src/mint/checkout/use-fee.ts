import { useEffect, useState } from "react";
import { codeOf } from "../../domain/link.ts";
import { type ShownOrder, sellable } from "../../domain/order.ts";
import type { MintPorts } from "./mint-ticket.ts";

/** After the last change: several quick steps of the quantity are one question. */
const DEBOUNCE_MS = 400;

/**
 * The network fee that the order would cost the connected account, in wei; `null` while it is not known, which is
 * also so when the account could not pay the order anyway, nobody is connected, or there is nothing to buy.
 */
export function useFee(
  loadPurchaser: MintPorts["loadPurchaser"],
  buyer: string | null,
  shown: ShownOrder | null,
): bigint | null {
  const [known, setKnown] = useState<{ readonly key: string; readonly fee: bigint } | null>(null);
  const order = shown && sellable(shown);
  const key = order && `${buyer} ${order.quantity} ${codeOf(order.affiliate)} ${order.payable}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all that the question is about
  useEffect(() => {
    if (buyer === null || order === null || key === null || order.payable === 0n) return;
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const purchaser = await loadPurchaser();
        const fee = await purchaser.estimateFee(order, buyer);
        if (current) setKnown({ key, fee });
      } catch {
        // It is an extra: what keeps the purchase from succeeding is said when Mint is pressed.
      }
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [loadPurchaser, key]);

  return known?.key === key ? known.fee : null;
}
