import type { Chain } from "../../../../networks.ts";
import { failureMessage } from "../../domain/failure-words.ts";
import { transactionOf } from "../../domain/mint-failure.ts";
import {
  namedOwner,
  openMessage,
  ticketCount,
  ticketsMessage,
} from "../../domain/outcome-words.ts";
import { Button } from "../../ui/Button.tsx";
import type { EarlierPurchase } from "./mint-status.ts";
import { TransactionLink } from "./TransactionLink.tsx";

interface Props {
  readonly purchases: readonly EarlierPurchase[];
  readonly network: Chain;
  /** The connected account. */
  readonly account: string | null;
  onDismiss(id: string): void;
}

/** Purchases of this browser beside the one that the page is about, each until it is dismissed. */
export function EarlierPurchases({ purchases, network, account, onDismiss }: Props) {
  if (purchases.length === 0) return null;
  return (
    <section className="earlier" aria-labelledby="earlier-purchases">
      <h3 id="earlier-purchases">Earlier purchases</h3>
      <ul>
        {purchases.map((purchase) => (
          <li key={purchase.id}>
            <div>
              <p>{wordsOf(purchase, network, account)}</p>
              {hashOf(purchase) !== null && (
                <p>
                  <TransactionLink network={network} hash={hashOf(purchase) ?? ""} />
                </p>
              )}
            </div>
            <Button
              variant="quiet"
              aria-label={`Dismiss the purchase of ${ticketCount(purchase.pending.order.quantity)}`}
              onClick={() => onDismiss(purchase.id)}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(purchase: EarlierPurchase, network: Chain, account: string | null): string {
  const { outcome, pending } = purchase;
  const { order } = pending;
  switch (outcome.kind) {
    case "open":
      return openMessage(order, pending.transactionHash !== null);
    case "bought":
      return ticketsMessage(outcome.purchase, namedOwner(pending, account));
    case "notBought":
      return failureMessage(outcome.failure, network);
    default:
      return outcome satisfies never;
  }
}

function hashOf({ outcome, pending }: EarlierPurchase): string | null {
  return outcome.kind === "bought"
    ? outcome.purchase.transactionHash
    : outcome.kind === "notBought"
      ? transactionOf(outcome.failure, pending.transactionHash)
      : pending.transactionHash;
}
