import type { Purchaser } from "../../chain/purchase/purchase.ts";
import { isBusy } from "../../domain/mint/mint-state.ts";
import type { Order } from "../../domain/order/order.ts";
import { feeMessage } from "../../domain/words/fee-words.ts";
import type { OwnedMintStatus } from "./mint-status.ts";

/** Sends one request for quick changes of the quantity. */
const FEE_DEBOUNCE_MS = 400;

/**
 * Browsers cache a CORS preflight for 5 s. With this interval, a click on Mint needs no preflight.
 */
const FEE_REFRESH_MS = 5_000;
const SOON_REFRESHED = 12;
/** About the time between two blocks of mainnet. */
const LATER_FEE_REFRESH_MS = 15_000;

interface FeePorts {
  readonly currencySymbol: string;
  readonly loadPurchaser: () => Promise<Pick<Purchaser, "estimateFee">>;
}

/**
 * Estimates the fee again and again while the page is visible and no purchase runs. @returns a
 * function that ends it
 */
export function estimateFees(
  { currencySymbol, loadPurchaser }: FeePorts,
  status: OwnedMintStatus,
  order: Order | null,
  buyer: string | null,
): () => void {
  if (order === null || buyer === null || order.payable === 0n) return () => undefined;
  let current = true;
  let rounds = 0;
  const show = (fee: { readonly wei: bigint; readonly words: string } | null) =>
    status.setState({ ...status.getState(), fee });
  const estimate = async () => {
    try {
      const purchaser = await loadPurchaser();
      const wei = await purchaser.estimateFee(order, buyer);
      if (current) show({ wei, words: feeMessage(wei, currencySymbol, order.payable) });
    } catch {
      // The visitor learns the reason from a click on Mint.
      rounds = SOON_REFRESHED;
    }
  };
  const refresh = async () => {
    const isLookedAt = globalThis.document?.hidden !== true;
    const isWanted = isLookedAt && !isBusy(status.getState().current);
    if (rounds === 0 || isWanted) await estimate();
    rounds += 1;
    const wait = rounds < SOON_REFRESHED ? FEE_REFRESH_MS : LATER_FEE_REFRESH_MS;
    if (current) timer = setTimeout(refresh, wait);
  };
  let timer = setTimeout(refresh, FEE_DEBOUNCE_MS);
  return () => {
    current = false;
    clearTimeout(timer);
    show(null);
  };
}
