import type { Chain } from "../../../../networks.ts";
import { transactionOf } from "../../domain/mint/mint-failure.ts";
import { failureMessage } from "../../domain/words/failure-words.ts";
import {
  namedOwner,
  openMessage,
  ticketCount,
  ticketsMessage,
} from "../../domain/words/outcome-words.ts";
import { Button } from "../../ui/Button.tsx";
import type { EarlierPurchase } from "../purchases/mint-status.ts";
import { TransactionLink } from "./TransactionLink.tsx";

interface Props {
  readonly purchases: readonly EarlierPurchase[];
  readonly network: Chain;
  readonly account: string | null;
  onDismiss(id: string): void;
}

export function EarlierPurchases({ purchases, network, account, onDismiss }: Props) {
  if (purchases.length === 0) return null;
  return (
    <section className="earlier" aria-labelledby="earlier-purchases">
      <h3 id="earlier-purchases">Earlier purchases</h3>
      <ul>
        {purchases.map((purchase) => {
          const { words, hash } = told(purchase, network, account);
          return (
            <li key={purchase.id}>
              <div>
                <p>{words}</p>
                <TransactionLink network={network} hash={hash} />
              </div>
              <Button
                variant="quiet"
                aria-label={`Dismiss the purchase of ${ticketCount(purchase.pending.order.quantity)}`}
                onClick={() => onDismiss(purchase.id)}
              >
                ×
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function told({ outcome, pending }: EarlierPurchase, network: Chain, account: string | null) {
  const { order, transactionHash: sent } = pending;
  switch (outcome.kind) {
    case "open":
      return { words: openMessage(order, sent !== null), hash: sent };
    case "bought": {
      const { purchase } = outcome;
      const words = ticketsMessage(purchase, namedOwner(pending, account));
      return { words, hash: purchase.transactionHash };
    }
    case "notBought": {
      const { failure } = outcome;
      return { words: failureMessage(failure, network), hash: transactionOf(failure, sent) };
    }
    default:
      return outcome satisfies never;
  }
}
