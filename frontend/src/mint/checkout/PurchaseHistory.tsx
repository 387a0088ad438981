import type { Chain } from "../../../../networks.ts";
import { historyWords } from "../../domain/words/outcome-words.ts";
import { Button } from "../../ui/Button.tsx";
import type { Intent } from "../purchases/purchase-journal.ts";
import { TransactionLink } from "./TransactionLink.tsx";

interface Props {
  readonly purchases: readonly Intent[];
  readonly network: Chain;
  /**
   * Omitted while a purchase is open, because the page then needs the transactions of all
   * purchases.
   */
  readonly onForget?: (() => void) | undefined;
}

export function isBought({ settled, found }: Intent): boolean {
  return settled === "certain" && found !== null;
}

export function PurchaseHistory({ purchases, network, onForget }: Props) {
  if (purchases.length === 0) return null;
  return (
    <details className="history note">
      <summary>{historyWords.summary(purchases.length)}</summary>
      <ul>
        {[...purchases].reverse().map(({ id, askedAt, pending, found }) => (
          <li key={id}>
            <p>{historyWords.purchase(pending.order, askedAt)}</p>
            <TransactionLink network={network} hash={found} />
          </li>
        ))}
      </ul>
      {onForget && (
        <Button variant="link" onClick={onForget}>
          {historyWords.forget}
        </Button>
      )}
    </details>
  );
}
