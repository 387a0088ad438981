import { useEffect, useState } from "react";
import type { Chain } from "../../../../networks.ts";
import type { PicturesAhead } from "../../chain/tickets/pictures-ahead.ts";
import { transactionOf } from "../../domain/mint/mint-failure.ts";
import type { MintState } from "../../domain/mint/mint-state.ts";
import type { Order } from "../../domain/order/order.ts";
import { failureMessage } from "../../domain/words/failure-words.ts";
import { messages } from "../../domain/words/messages.ts";
import {
  miningMessages,
  namedOwner,
  orderMessage,
  progress,
  ticketsMessage,
} from "../../domain/words/outcome-words.ts";
import { ErrorAlert, SuccessAlert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useOffline } from "../../ui/use-offline.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import { type TicketActionPorts, TicketActions } from "../ticket-actions/TicketActions.tsx";
import { TicketPictures, useExpectedPictures } from "../tickets/TicketPictures.tsx";
import { FundsHelp } from "./FundsHelp.tsx";
import { TransactionLink } from "./TransactionLink.tsx";
import { WalletLink } from "./WalletLink.tsx";

export interface OutcomeProps {
  readonly state: MintState;
  readonly account: string | null;
  readonly network: Chain;
  readonly ports: {
    readonly pictures: PicturesAhead;
    readonly tickets: TicketActionPorts;
    readonly wallet: Pick<Wallet, "getLink">;
  };
  readonly affiliateCode: string | null;
  onStop(): void;
  onDismiss(): void;
  onSwitchNetwork(): void;
}

export function MintOutcome({ state, account, network, ports, ...props }: OutcomeProps) {
  const { onStop } = props;
  const { symbol } = network.currency;
  const isOffline = useOffline();
  useExpectedPictures(state.step === "mining" ? state.pending : null, ports.pictures);
  switch (state.step) {
    case "idle":
      return null;
    case "checking":
      return <p className="progress-note">{progress.checking}</p>;
    case "sending":
      return (
        <SendingNote
          {...state}
          symbol={symbol}
          walletLink={ports.wallet.getLink()}
          onStop={onStop}
        />
      );
    case "mining":
      return (
        <div className="progress-note">
          <p>{isOffline ? progress.offline : miningMessages[state.notice]}</p>
          {!state.kept && <p>{progress.notKept}</p>}
          <OrderLine order={state.pending.order} symbol={symbol} />
          <TransactionLink network={network} hash={state.pending.transactionHash} />
          {state.notice !== "none" && state.notice !== "confirming" && (
            <Button variant="link" onClick={onStop}>
              Stop tracking it
            </Button>
          )}
        </div>
      );
    case "done":
      return (
        <SuccessAlert>
          <p className="alert-title">{messages.success}</p>
          <p>{ticketsMessage(state.purchase, namedOwner(state.pending, account))}</p>
          <TicketPictures purchase={state.purchase} pictures={ports.pictures} />
          <TransactionLink network={network} hash={state.purchase.transactionHash} />
          <TicketActions
            network={network}
            ports={ports.tickets}
            tokenId={state.purchase.firstTokenId}
            quantity={state.purchase.quantity}
            own={(state.pending.order.recipient ?? state.pending.buyer) === account}
            affiliateCode={props.affiliateCode}
          />
        </SuccessAlert>
      );
    case "failed":
      return (
        <ErrorAlert onDismiss={props.onDismiss}>
          <p>{failureMessage(state.failure, network)}</p>
          {state.failure.reason === "notConnected" && account !== null && <p>{progress.locked}</p>}
          {state.failure.reason === "insufficientFunds" && account !== null && (
            <FundsHelp account={account} network={network} />
          )}
          <TransactionLink
            network={network}
            hash={transactionOf(state.failure, state.transactionHash)}
          />
          {state.failure.reason === "wrongNetwork" && (
            <Button variant="link" onClick={props.onSwitchNetwork}>
              {`Switch to ${network.title}`}
            </Button>
          )}
        </ErrorAlert>
      );
    default:
      return state satisfies never;
  }
}

/** A wallet that lost the request never answers. */
const PATIENCE_MS = 30_000;

interface SendingProps extends Pick<OutcomeProps, "onStop"> {
  readonly order: Order;
  readonly restored: boolean;
  readonly symbol: string;
  readonly walletLink: string | null;
}

function SendingNote({ order, restored, symbol, walletLink, onStop }: SendingProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="progress-note">
      <p>{restored ? progress.restored : late ? progress.sendingLate : progress.sending}</p>
      <OrderLine order={order} symbol={symbol} />
      <WalletLink href={walletLink} />
      {(late || restored) && (
        <Button variant="link" onClick={onStop}>
          Stop waiting
        </Button>
      )}
    </div>
  );
}

function OrderLine({ order, symbol }: { readonly order: Order; readonly symbol: string }) {
  return (
    <p>
      <strong>{orderMessage(order, symbol)}</strong>
    </p>
  );
}
