import type { Network } from "../../../networks.ts";
import { messages } from "../domain/messages.ts";
import { failureMessage, type MintState } from "../domain/mint.ts";
import type { Purchase } from "../domain/sale.ts";
import { ErrorAlert, SuccessAlert } from "../ui/Alert.tsx";
import { Button } from "../ui/Button.tsx";
import { TransactionLink } from "./ExplorerLink.tsx";

interface Props {
  readonly state: MintState;
  readonly network: Network;
  onDismiss(): void;
  onSwitchNetwork(): void;
}

/** What became of the press on Mint, and what is going on until it is known. */
export function MintOutcome({ state, network, onDismiss, onSwitchNetwork }: Props) {
  switch (state.step) {
    case "idle":
      return null;
    case "checking":
      return <p className="progress-note">Checking price, code and network…</p>;
    case "sending":
      return <p className="progress-note">Confirm the transaction in your wallet.</p>;
    case "mining":
      return (
        <p className="progress-note">
          Sent. Waiting for the chain: this may take a minute.{" "}
          <TransactionLink network={network} hash={state.transactionHash} />
        </p>
      );
    case "done":
      return (
        <SuccessAlert>
          <p className="alert-title">{messages.success}</p>
          <p>{ticketsOf(state.purchase)}</p>
          <p>
            <TransactionLink network={network} hash={state.purchase.transactionHash} />
          </p>
        </SuccessAlert>
      );
    case "failed":
      return (
        <ErrorAlert onDismiss={onDismiss}>
          <p>{failureMessage(state.failure, network.nameInMessage)}</p>
          {state.transactionHash !== null && (
            <p>
              <TransactionLink network={network} hash={state.transactionHash} />
            </p>
          )}
          {state.failure.reason === "wrongNetwork" && (
            <Button variant="link" onClick={onSwitchNetwork}>
              Switch to {network.title}
            </Button>
          )}
        </ErrorAlert>
      );
    default:
      return state satisfies never;
  }
}

function ticketsOf({ firstTokenId, quantity }: Purchase): string {
  if (quantity === 1) return `Ticket #${firstTokenId} is yours.`;
  return `Tickets #${firstTokenId} to #${firstTokenId + BigInt(quantity) - 1n} are yours.`;
}
