import type { Purchaser } from "../../chain/purchase/purchase.ts";
import { feeMessage } from "../../domain/fee-words.ts";
import { isAtRest } from "../../domain/mint.ts";
import type { Order } from "../../domain/order.ts";
import type { OwnedMintStatus } from "./mint-status.ts";

/** After the last change: several quick steps of the quantity are one question. */
const FEE_DEBOUNCE_MS = 400;

/**
 * How long after an estimate the fee is estimated again while the order is looked at: at first as long as a browser keeps
 * an endpoint's answer to a CORS preflight, because a press on Mint then takes no second round trip; later about once a block.
 */
const FEE_REFRESH_MS = 5_000;
const LATER_FEE_REFRESH_MS = 15_000;

/** How many estimates come soon after one another. */
const SOON_REFRESHED = 12;

interface FeePorts {
  /** Of the currency that pays the network fee: "ETH". */
  readonly currencySymbol: string;
  readonly loadPurchaser: () => Promise<Pick<Purchaser, "estimateFee">>;
}

/**
 * Shows the network fee of an order, estimated now and again while the page is looked at and nothing is under way.
 * @param order `null` if there is nothing to buy
 * @returns ends it
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
      // It is an extra: what keeps the purchase from succeeding is said when Mint is pressed. Endpoints get a rest.
      rounds = SOON_REFRESHED;
    }
  };
  const refresh = async () => {
    const isLookedAt = globalThis.document?.hidden !== true;
    const isWanted = isLookedAt && isAtRest(status.getState().current);
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
