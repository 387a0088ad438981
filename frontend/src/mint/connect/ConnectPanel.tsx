import { Button } from "../../ui/Button.tsx";
import type { WalletState } from "../../wallet/wallet.ts";
import { ConnectPlaceholder } from "./ConnectPlaceholder.tsx";

interface Props {
  readonly wallet: WalletState;
  /** Whether a wallet on a phone can connect: it takes a project at the kit's provider. */
  readonly phoneWallets: boolean;
  onWarm(): void;
  onConnect(): void;
  onCancelConnect(): void;
}

/** The way in: Connect Wallet, and what may go wrong with it. */
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
          The wallet connection could not be loaded. Check your connection, then press Connect
          Wallet again.
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
        <p className="note wallet-hint">
          {/* One text with its space: a browser counts a space that it draws later as a shift. */}
          {"No wallet in this browser? "}
          <span className="for-mouse">The dialog has a QR code for the wallet on your phone.</span>
          <span className="for-touch">
            The dialog has a link that opens the wallet on your phone.
          </span>
        </p>
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
