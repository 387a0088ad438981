import { useEffect, useState } from "react";
import type { Chain } from "../../../../networks.ts";
import { messages } from "../../domain/messages.ts";
import { failureMessage, type MiningNotice, type MintState } from "../../domain/mint.ts";
import type { Purchase } from "../../domain/sale.ts";
import { ErrorAlert, SuccessAlert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { type LoadPictures, TicketPictures } from "./TicketPictures.tsx";
import { TransactionLink } from "./TransactionLink.tsx";

interface Props {
  readonly state: MintState;
  readonly network: Chain;
  readonly loadPictures: LoadPictures;
  onStop(): void;
  onDismiss(): void;
  onSwitchNetwork(): void;
}

/** What became of the press on Mint, and what is going on until it is known. */
export function MintOutcome({
  state,
  network,
  loadPictures,
  onStop,
  onDismiss,
  onSwitchNetwork,
}: Props) {
  switch (state.step) {
    case "idle":
      return null;
    case "checking":
      return <p className="progress-note">Checking price, code and network…</p>;
    case "sending":
      return <SendingNote onStop={onStop} />;
    case "mining":
      return (
        <div className="progress-note">
          <p>{miningWords(state.notice, state.kept)}</p>
          <p>
            <TransactionLink network={network} hash={state.pending.transactionHash} />
          </p>
          {state.notice !== "none" && state.notice !== "confirming" && (
            <Button variant="link" onClick={onStop}>
              Stop following it here
            </Button>
          )}
        </div>
      );
    case "done":
      return (
        <SuccessAlert>
          <p className="alert-title">{messages.success}</p>
          <p>{ticketsOf(state.purchase)}</p>
          <TicketPictures purchase={state.purchase} loadPictures={loadPictures} />
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

function miningWords(notice: MiningNotice, kept: boolean): string {
  return kept ? MINING_WORDS[notice] : NOT_KEPT;
}

const NOT_KEPT =
  "Sent. Waiting for the chain. This browser's storage is full or blocked, so keep this page open: it could not go on after a reload.";

const MINING_WORDS: Readonly<Record<MiningNotice, string>> = {
  none: "Sent. Waiting for the chain: this may take a minute, and goes on if you reload.",
  remembered:
    "This browser remembers a purchase that had not settled. Looking for it on the chain…",
  owners:
    "Sent to your wallet's owners: it is a contract, and they have to sign. This page goes on watching, also after a reload.",
  unseen:
    "The network does not know this transaction yet. Your wallet may still hold it, or it was replaced: look at its activity. This page goes on watching.",
  unclear:
    "It is not clear yet what became of this transaction: the network's endpoints do not confirm each other. Look at it in the explorer before you buy again. This page goes on watching.",
  confirming:
    "It looks as if this transaction bought nothing. Waiting for a few more blocks, until that is certain.",
  reorganised:
    "The chain has exchanged its newest blocks, and this purchase is not in them at the moment. This page goes on watching.",
};

/** A wallet that shows its request answers sooner or later; one that lost it never does. */
const PATIENCE_MS = 30_000;

function SendingNote({ onStop }: { onStop(): void }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return <p className="progress-note">Confirm the transaction in your wallet.</p>;
  return (
    <div className="progress-note">
      <p>Your wallet has not answered yet. Open it and look for a request to confirm.</p>
      <Button variant="link" onClick={onStop}>
        Stop waiting
      </Button>
    </div>
  );
}

/** Which tickets a purchase brought, in words. */
export function ticketsOf({ firstTokenId, quantity }: Purchase): string {
  if (quantity === 1) return `Ticket #${firstTokenId} is yours.`;
  return `Tickets #${firstTokenId} to #${firstTokenId + BigInt(quantity) - 1n} are yours.`;
}
