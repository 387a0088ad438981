import { Button } from "../ui/Button.tsx";
import type { WalletState } from "../wallet/wallet.ts";

interface Props {
  readonly wallet: WalletState;
  readonly minting: boolean;
  /** The price is on its way: there is nothing to agree to yet. */
  readonly pricePending: boolean;
  onWarm(): void;
  onConnect(): void;
  onShowAccount(): void;
  onMint(): void;
}

/** Connect Wallet, or the connected address with Mint. */
export function WalletPanel({
  wallet,
  minting,
  pricePending,
  onWarm,
  onConnect,
  onShowAccount,
  onMint,
}: Props) {
  if (wallet.status === "connected") {
    return (
      <div className="wallet">
        <p className="wallet-account">
          <span>
            Connected as <span className="hash">{wallet.address}</span>
          </span>
          <Button variant="link" onClick={onShowAccount}>
            Manage wallet
          </Button>
        </p>
        <Button busy={minting} disabled={pricePending} onClick={onMint}>
          Mint
        </Button>
      </div>
    );
  }
  return (
    <div className="wallet">
      <Button
        busy={wallet.status === "loading" && wallet.opening}
        onPointerEnter={onWarm}
        onFocus={onWarm}
        onTouchStart={onWarm}
        onClick={onConnect}
      >
        Connect Wallet
      </Button>
      {wallet.status === "failed" && (
        <p role="alert" className="wallet-failed">
          The wallet connection could not be loaded. Check your connection, then press Connect
          Wallet again, or reload the page.
        </p>
      )}
    </div>
  );
}
