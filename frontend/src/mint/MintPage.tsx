import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import type { Network } from "../../../networks.ts";
import type { MintLink } from "../domain/link.ts";
import { isBusy } from "../domain/mint.ts";
import { DEFAULT_QUANTITY, MAX_QUANTITY } from "../domain/quantity.ts";
import { summaryLine } from "../domain/summary.ts";
import {
  availabilityOf,
  COLLECTION_SIZE,
  isProgressShown,
  maxQuantityOf,
} from "../domain/supply.ts";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import type { Wallet, WalletState } from "../wallet/wallet.ts";
import { AffiliateLine } from "./AffiliateLine.tsx";
import { AvailabilityNote } from "./AvailabilityNote.tsx";
import { ContractLink } from "./ExplorerLink.tsx";
import { Hero } from "./Hero.tsx";
import { lazyPart } from "./lazy-part.tsx";
import type { MintPorts } from "./mint-ticket.ts";
import { PriceLine } from "./PriceLine.tsx";
import { QuantityStepper } from "./QuantityStepper.tsx";
import { preloadFlow, useMint } from "./use-mint.ts";
import { useSale } from "./use-sale.ts";
import { WalletPanel } from "./WalletPanel.tsx";

const fee = lazyPart(async () => (await import("./FeeLine.tsx")).FeeLine);
const outcome = lazyPart(async () => (await import("./MintOutcome.tsx")).MintOutcome);

/** Nobody is connected while the page is prerendered, nor in the first moment after it is taken over. */
const asleep: WalletState = { status: "asleep" };
const getPrerenderedState = () => asleep;

interface Props {
  readonly link: MintLink;
  readonly network: Network;
  readonly ticketAddress: string;
  readonly wallet: Wallet;
  readonly phoneWallets: boolean;
  readonly ports: MintPorts;
}

export function MintPage({ link, network, ticketAddress, wallet, phoneWallets, ports }: Props) {
  const [wanted, setQuantity] = useState(DEFAULT_QUANTITY);
  // Of what is left, once that is known: the last tickets may go while somebody chooses.
  const [maxQuantity, setMaxQuantity] = useState(MAX_QUANTITY);
  const quantity = Math.min(wanted, maxQuantity);
  const [affiliate, setAffiliate] = useState(link.affiliate);
  const walletState = useSyncExternalStore(wallet.subscribe, wallet.getState, getPrerenderedState);

  const affiliateCode = affiliate?.code ?? null;
  const saleView = useSale(ports.reader, quantity, affiliateCode);
  const mint = useMint(ports, saleView);

  const { sale, quote, failed } = saleView;
  const minting = isBusy(mint.state);
  const availability = availabilityOf(sale);
  const left = maxQuantityOf(sale);
  if (left !== maxQuantity && !minting) setMaxQuantity(left);
  const affiliateActive = affiliate?.code === null ? false : (sale?.affiliateActive ?? null);

  const payable = availability.kind === "open" ? (quote?.payable ?? 0n) : 0n;
  const buyer = walletState.status === "connected" ? walletState.address : null;

  // Whoever is connected may press Mint: what that needs is fetched ahead.
  useEffect(() => {
    if (buyer === null) return;
    fee.preload();
    outcome.preload();
    preloadFlow();
  }, [buyer]);

  return (
    <main className="page" data-state={mint.state.step}>
      <Hero />
      <section className="card" aria-labelledby="order-details">
        {sale !== null && isProgressShown(sale.totalSupply) && (
          <ProgressBar
            label="Total minted"
            value={Number(sale.totalSupply)}
            max={Number(COLLECTION_SIZE)}
            text={`${sale.totalSupply} / ${COLLECTION_SIZE}`}
          />
        )}
        <h2 id="order-details">Order details</h2>
        <QuantityStepper
          quantity={quantity}
          max={maxQuantity}
          disabled={minting || availability.kind === "soldOut"}
          onChange={setQuantity}
        />
        <AvailabilityNote availability={availability} />
        <div className="summary">
          <p className="summary-line">{summaryLine(quantity, link.card)}</p>
          {affiliate !== null && (
            <AffiliateLine
              affiliate={affiliate}
              active={affiliateActive}
              disabled={minting}
              onLeaveOut={() => setAffiliate(null)}
            />
          )}
          <PriceLine quote={quote} failed={failed} discounted={affiliateActive === true} />
          {buyer !== null && (
            <Suspense fallback={<p className="fee-line">plus the network fee</p>}>
              <fee.Part
                order={{ quantity, affiliateCode, payable }}
                buyer={buyer}
                loadPurchaser={ports.loadPurchaser}
              />
            </Suspense>
          )}
        </div>
        <WalletPanel
          wallet={walletState}
          phoneWallets={phoneWallets}
          minting={minting}
          pricePending={quote === null && !failed}
          forSale={availability.kind === "open"}
          onWarm={wallet.warm}
          onConnect={wallet.connect}
          onCancelConnect={wallet.cancelConnect}
          onShowAccount={wallet.showAccount}
          onMint={() =>
            mint.start({ quantity, affiliateCode, payable: quote?.payable ?? 0n }, affiliate)
          }
        />
        <div aria-live="polite">
          {mint.state.step !== "idle" && (
            <Suspense>
              <outcome.Part
                state={mint.state}
                network={network}
                loadPictures={ports.loadPictures}
                onStop={mint.stop}
                onDismiss={mint.dismiss}
                onSwitchNetwork={() => {
                  mint.dismiss();
                  void wallet.switchNetwork();
                }}
              />
            </Suspense>
          )}
        </div>
        <p className="contract">
          <ContractLink network={network} address={ticketAddress} />
        </p>
      </section>
    </main>
  );
}
