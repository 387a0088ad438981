import { Button } from "../ui/Button.tsx";
import type { WalletState } from "../wallet/wallet.ts";
import { ConnectPlaceholder } from "./ConnectPlaceholder.tsx";

interface Props {
  readonly wallet: WalletState;
  /** Whether a wallet on a phone can connect: it takes a project at the kit's provider. */
  readonly phoneWallets: boolean;
  readonly minting: boolean;
  /** The price is on its way: there is nothing to agree to yet. */
  readonly pricePending: boolean;
  /** False while sales are paused and once all is sold. */
  readonly forSale: boolean;
  onWarm(): void;
  onConnect(): void;
  onCancelConnect(): void;
  onShowAccount(): void;
  onMint(): void;
}

/** Connect Wallet, or the connected address with Mint. */
export function WalletPanel({
  wallet,
  phoneWallets,
  minting,
  pricePending,
  forSale,
  onWarm,
  onConnect,
  onCancelConnect,
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
        <Button busy={minting} disabled={pricePending || !forSale} onClick={onMint}>
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
      {phoneWallets && (
        <p className="wallet-hint">
          No wallet in this browser? The dialog has a QR code for the wallet on your phone.
        </p>
      )}
      {wallet.status === "loading" && wallet.opening && (
        <ConnectPlaceholder onCancel={onCancelConnect} />
      )}
      {wallet.status === "failed" && (
        <p role="alert" className="wallet-failed">
          The wallet connection could not be loaded. Check your connection, then press Connect
          Wallet again, or reload the page.
        </p>
      )}
    </div>
  );
}
