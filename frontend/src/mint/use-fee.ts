import { useEffect, useState } from "react";
import type { Order } from "../domain/sale.ts";
import type { WalletState } from "../wallet/wallet.ts";
import type { MintPorts } from "./mint-ticket.ts";
import { loadFlow } from "./use-mint.ts";

/** After the last change: several quick steps of the quantity are one question. */
const DEBOUNCE_MS = 400;

/**
 * The network fee that the order would cost the connected account, in wei; `null` while it is not known, which is
 * also so when the account could not pay the order anyway.
 */
export function useFee(
  loadPurchaser: MintPorts["loadPurchaser"],
  wallet: WalletState,
  { quantity, affiliateCode, payable }: Order,
): bigint | null {
  const [known, setKnown] = useState<{ readonly key: string; readonly fee: bigint } | null>(null);
  const buyer = wallet.status === "connected" ? wallet.address : null;
  const key = `${buyer} ${quantity} ${affiliateCode} ${payable}`;

  // Whoever is connected may press Mint: what that needs is fetched ahead, and a failure is met again, and said, then.
  useEffect(() => {
    if (buyer !== null) loadFlow().catch(() => undefined);
  }, [buyer]);

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
