import { Button } from "../../ui/Button.tsx";
import type { WalletState } from "../../wallet/wallet.ts";
import { ConnectPlaceholder } from "./ConnectPlaceholder.tsx";

interface Props {
  readonly wallet: WalletState;
  /** Whether phone wallets can connect, which needs a Reown project. */
  readonly phoneWallets: boolean;
  onWarm(): void;
  onConnect(): void;
  onCancelConnect(): void;
}

export function ConnectPanel({ wallet, phoneWallets, onWarm, onConnect, onCancelConnect }: Props) {
  const opening = wallet.status === "loading" && wallet.opening;
  return (
    <div className="wallet">
      <Button
        busy={opening}
        onPointerEnter={onWarm}
        onFocus={onWarm}
        onTouchStart={onWarm}
        onClick={onConnect}
      >
        Connect Wallet
      </Button>
      {wallet.status === "failed" && (
        <p role="alert" className="warning" ref={show}>
          The list of wallets didn't load. Check your connection, then try again.
        </p>
      )}
      {wallet.status === "reconnecting" && (
        <p className="note wallet-account" aria-live="polite">
          <span>
            Reconnecting{" "}
            <span className="hash">{`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`}</span>
          </span>
        </p>
      )}
      {phoneWallets && wallet.status !== "reconnecting" && (
        <p className="note wallet-hint">No wallet in this browser? Connect one on your phone.</p>
      )}
      {wallet.status === "disconnected" && wallet.note && (
        <p className="note" aria-live="polite">
          {wallet.note}
        </p>
      )}
      {opening && <ConnectPlaceholder onCancel={onCancelConnect} />}
    </div>
  );
}

function show(answer: Element | null): void {
  answer?.scrollIntoView({ block: "nearest" });
}
