import { formatPrice } from "../domain/price.ts";
import type { Order } from "../domain/sale.ts";
import type { MintPorts } from "./mint-ticket.ts";
import { useFee } from "./use-fee.ts";

interface Props {
  readonly order: Order;
  readonly buyer: string;
  readonly loadPurchaser: MintPorts["loadPurchaser"];
}

/** What the network asks on top, about; the wallet says exactly. */
export function FeeLine({ order, buyer, loadPurchaser }: Props) {
  return <p className="fee-line figures">{feeWords(useFee(loadPurchaser, buyer, order))}</p>;
}

const SMALLEST_SHOWN = 10n ** 12n;

function feeWords(fee: bigint | null): string {
  if (fee === null) return "plus the network fee";
  if (fee < SMALLEST_SHOWN) return "plus less than 0.000001 ETH network fee";
  return `plus about ${formatPrice(fee)} ETH network fee`;
}
