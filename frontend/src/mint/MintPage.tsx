import { type ComponentType, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import type { Chain } from "../../../networks.ts";
import { saleQuery, type TicketReader } from "../chain/sale/reader.ts";
import { isBusy } from "../domain/mint/mint-state.ts";
import type { Affiliate, MintLink } from "../domain/order/link.ts";
import { DEFAULT_QUANTITY, MAX_QUANTITY, MIN_QUANTITY } from "../domain/order/quantity.ts";
import { availabilityOf, COLLECTION_SIZE, isProgressShown } from "../domain/order/supply.ts";
import { Button } from "../ui/Button.tsx";
import type { LazyPart } from "../ui/lazy-part.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import type { Wallet, WalletState } from "../wallet/wallet.ts";
import { ContractLink } from "./ContractLink.tsx";
import type { CheckoutProps } from "./checkout/Checkout.tsx";
import { ConnectPanel } from "./connect/ConnectPanel.tsx";
import { Hero } from "./Hero.tsx";
import { AvailabilityNote } from "./order/AvailabilityNote.tsx";
import type { DollarsProps } from "./order/Dollars.tsx";
import type { MeantCodeProps } from "./order/MeantCode.tsx";
import type { OpeningNoteProps } from "./order/OpeningNote.tsx";
import { OrderSummary } from "./order/OrderSummary.tsx";
import { QuantityStepper } from "./order/QuantityStepper.tsx";
import { useSale } from "./order/use-sale.ts";
import type { MintStatus } from "./purchases/mint-status.ts";
import type { NextTicketProps } from "./tickets/NextTicket.tsx";

const loadingCheckout = (
  <div className="wallet">
    <Button busy>Mint</Button>
  </div>
);

/** No wallet is connected during prerendering and hydration. */
const asleep: WalletState = { status: "asleep" };
const getPrerenderedState = () => asleep;

export interface Opening {
  /** A time in ms since 1970. */
  readonly opens: number;
  readonly Note: ComponentType<OpeningNoteProps>;
}

interface Props {
  readonly link: MintLink;
  readonly network: Chain;
  readonly ticketAddress: string;
  readonly wallet: Wallet;
  readonly phoneWallets: boolean;
  readonly reader: TicketReader;
  readonly mint: MintStatus;
  readonly checkout: LazyPart<CheckoutProps>;
  readonly nextTicket?: ComponentType<NextTicketProps>;
  /** `null` without a price feed. */
  readonly dollars?: ComponentType<DollarsProps> | null;
  readonly meant?: ComponentType<MeantCodeProps>;
  readonly opening?: Opening | null;
  resuming(): boolean;
}

export function MintPage({
  link,
  network,
  ticketAddress,
  wallet,
  phoneWallets,
  reader,
  mint,
  checkout,
  nextTicket: NextTicket,
  dollars,
  meant,
  opening,
  resuming,
}: Props) {
  const [wanted, setQuantity] = useState(DEFAULT_QUANTITY);
  // The maximum decreases while others buy the last tickets.
  const [maxQuantity, setMaxQuantity] = useState(MAX_QUANTITY);
  const quantity = Math.min(wanted, maxQuantity);
  const [affiliate, setAffiliate] = useState(link.affiliate);
  const walletState = useSyncExternalStore(wallet.subscribe, wallet.getState, getPrerenderedState);
  const buyer = walletState.status === "connected" ? walletState.address : null;

  const saleView = useSale(reader, saleQuery({ quantity, affiliate, buyer }));
  const { current, fee } = useSyncExternalStore(mint.subscribe, mint.getState, mint.getState);
  const minting = isBusy(current);

  const { sale, quote, failed } = saleView;
  const availability = availabilityOf(sale);
  const { kind, max } = availability;
  const left = Math.max(MIN_QUANTITY, max);
  if (left !== maxQuantity && !minting) setMaxQuantity(left);

  const changeAffiliate = (next: Affiliate) => {
    setAffiliate(next);
    // The clicked button disappears, so the page moves the focus.
    document.querySelector<HTMLElement>(".wallet > .button")?.focus();
  };

  const checkedOut = useCheckedOut(walletState, checkout, resuming);

  return (
    <main className="page" data-state={current.step}>
      <div className="aside">
        <Hero />
        {sale && NextTicket && <NextTicket totalSupply={sale.totalSupply} />}
      </div>
      {/* The build fills this element, and React leaves it alone. */}
      <noscript />
      <section className="card" aria-labelledby="order-details">
        <div className="card-head">
          {sale !== null && isProgressShown(sale.totalSupply) && (
            <ProgressBar
              label="Total minted"
              value={Number(sale.totalSupply)}
              max={Number(COLLECTION_SIZE)}
              text={`${sale.totalSupply} / ${COLLECTION_SIZE}`}
            />
          )}
          <h2 id="order-details">Order details</h2>
        </div>
        <AvailabilityNote availability={availability} />
        {opening && sale !== null && kind === "paused" && (
          <opening.Note opens={opening.opens} sale={sale} onLook={saleView.refresh} />
        )}
        <QuantityStepper
          quantity={quantity}
          max={maxQuantity}
          disabled={minting || kind === "soldOut"}
          onChange={setQuantity}
        />
        <OrderSummary
          link={link}
          network={network}
          ticketAddress={ticketAddress}
          quantity={quantity}
          affiliate={affiliate}
          saleView={saleView}
          soldOut={kind === "soldOut"}
          disabled={minting}
          fee={fee}
          dollars={dollars}
          meant={meant}
          onAffiliate={changeAffiliate}
        />
        {buyer === null && (
          <ConnectPanel
            wallet={walletState}
            phoneWallets={phoneWallets}
            onWarm={wallet.warm}
            onConnect={wallet.connect}
            onCancelConnect={wallet.cancelConnect}
          />
        )}
        {checkedOut && (
          <Suspense fallback={loadingCheckout}>
            <checkout.Part
              network={network}
              buyer={buyer}
              order={{ quantity, affiliate, payable: quote?.payable ?? null }}
              pricePending={quote === null && !failed}
              forSale={kind === "open"}
              onSale={saleView.accept}
              onMinted={saleView.refresh}
              onShowAccount={wallet.showAccount}
              onSwitchNetwork={wallet.switchNetwork}
            />
          </Suspense>
        )}
        <p className="note">
          <ContractLink network={network} address={ticketAddress} />
        </p>
      </section>
    </main>
  );
}

/**
 * Loads the checkout if a visitor connects, or has left the page during a purchase. The checkout
 * stays after a disconnect, because it shows the outcome.
 */
function useCheckedOut(
  { status }: WalletState,
  checkout: LazyPart<CheckoutProps>,
  resuming: () => boolean,
): boolean {
  const [checkedOut, setCheckedOut] = useState(false);
  if (status === "connected" && !checkedOut) setCheckedOut(true);
  useEffect(() => {
    if (resuming()) setCheckedOut(true);
  }, [resuming]);

  const connecting = status === "connecting" || status === "reconnecting";
  useEffect(() => {
    if (connecting) checkout.preload();
  }, [connecting, checkout]);
  return checkedOut;
}
