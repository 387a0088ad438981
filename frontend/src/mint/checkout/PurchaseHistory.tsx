import type { Chain } from "../../../../networks.ts";
import { historyWords } from "../../domain/outcome-words.ts";
import { Button } from "../../ui/Button.tsx";
import type { Intent } from "./purchase-journal.ts";
import { TransactionLink } from "./TransactionLink.tsx";

interface Props {
  readonly purchases: readonly Bought[];
  readonly network: Chain;
  /** Left out while another purchase is open, which needs to know those that are not its own. */
  readonly onForget?: (() => void) | undefined;
}

export interface Bought extends Intent {
  readonly found: string;
}

/** Whether a purchase has certainly brought its tickets. */
export function isBought(intent: Intent): intent is Bought {
  return intent.settled === "certain" && intent.found !== null;
}

/** What this browser has bought before, newest first, until the visitor has it forget. */
export function PurchaseHistory({ purchases, network, onForget }: Props) {
  if (purchases.length === 0) return null;
  return (
    <details className="history note">
      <summary>{historyWords.summary(purchases.length)}</summary>
      <ul>
        {[...purchases].reverse().map(({ id, askedAt, pending, found }) => (
          <li key={id}>
            <p>{historyWords.purchase(pending.order, askedAt)}</p>
            <p>
              <TransactionLink network={network} hash={found} />
            </p>
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
