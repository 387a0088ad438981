import { Button } from "../../ui/Button.tsx";
import type { Wallet, WalletState } from "../../wallet/wallet.ts";
import { ConnectPlaceholder } from "./ConnectPlaceholder.tsx";

interface Props {
  readonly wallet: Wallet;
  readonly state: WalletState;
  /** Whether phone wallets can connect, which needs a Reown project. */
  readonly phoneWallets: boolean;
}

export function ConnectPanel({ wallet, state, phoneWallets }: Props) {
  const opening = state.status === "loading" && state.opening;
  return (
    <div className="wallet">
      <Button
        busy={opening}
        onPointerEnter={wallet.warm}
        onFocus={wallet.warm}
        onTouchStart={wallet.warm}
        onClick={wallet.connect}
      >
        Connect Wallet
      </Button>
      {state.status === "failed" && (
        <p role="alert" className="warning" ref={show}>
          The list of wallets didn't load. Check your connection, then try again.
        </p>
      )}
      {state.status === "reconnecting" && (
        <p className="note wallet-account" aria-live="polite">
          <span>
            Reconnecting{" "}
            <span className="hash">{`${state.address.slice(0, 6)}…${state.address.slice(-4)}`}</span>
          </span>
        </p>
      )}
      {phoneWallets && state.status !== "reconnecting" && (
        <p className="note wallet-hint">No wallet in this browser? Connect one on your phone.</p>
      )}
      {state.status === "disconnected" && state.note && (
        <p className="note" aria-live="polite">
          {state.note}
        </p>
      )}
      {opening && <ConnectPlaceholder onCancel={wallet.cancelConnect} />}
    </div>
  );
}

function show(answer: Element | null): void {
  answer?.scrollIntoView({ block: "nearest" });
}
