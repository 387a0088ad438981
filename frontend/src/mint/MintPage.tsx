import { type ComponentType, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { saleQuery, type TicketReader } from "../chain/sale/reader.ts";
import { isBusy } from "../domain/mint/mint-state.ts";
import type { MintLink } from "../domain/order/link.ts";
import { DEFAULT_QUANTITY, MAX_QUANTITY, MIN_QUANTITY } from "../domain/order/quantity.ts";
import { availabilityOf } from "../domain/order/supply.ts";
import { Button } from "../ui/Button.tsx";
import type { LazyPart } from "../ui/lazy-part.tsx";
import type { Wallet, WalletState } from "../wallet/wallet.ts";
import { ContractLink } from "./ContractLink.tsx";
import type { CheckoutProps } from "./checkout/Checkout.tsx";
import { ConnectPanel } from "./connect/ConnectPanel.tsx";
import { Hero } from "./Hero.tsx";
import { OrderSummary, type SummaryProps } from "./order/OrderSummary.tsx";
import { QuantityStepper } from "./order/QuantityStepper.tsx";
import type { MintStatus } from "./purchases/mint-status.ts";
import { AvailabilityNote } from "./sale/AvailabilityNote.tsx";
import type { OpeningNoteProps } from "./sale/OpeningNote.tsx";
import { TotalMinted } from "./sale/TotalMinted.tsx";
import { useSale } from "./sale/use-sale.ts";
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

interface Props
  extends Pick<SummaryProps, "link" | "network" | "ticketAddress" | "dollars" | "meant"> {
  readonly wallet: Wallet;
  readonly phoneWallets: boolean;
  readonly reader: TicketReader;
  readonly mint: MintStatus;
  readonly checkout: LazyPart<CheckoutProps>;
  readonly nextTicket?: ComponentType<NextTicketProps>;
  readonly opening?: Opening | null;
  resuming(): boolean;
}

export function MintPage({
  wallet,
  phoneWallets,
  reader,
  mint,
  checkout,
  nextTicket: NextTicket,
  opening,
  resuming,
  ...page
}: Props) {
  const { link, network, ticketAddress } = page;
  const walletState = useSyncExternalStore(wallet.subscribe, wallet.getState, getPrerenderedState);
  const buyer = walletState.status === "connected" ? walletState.address : null;
  const { current, fee } = useSyncExternalStore(mint.subscribe, mint.getState, mint.getState);
  const minting = isBusy(current);
  const { availability, stepper, order } = useOrder(reader, link, buyer, minting);
  const { quantity, affiliate, saleView } = order;
  const { sale, quote, failed } = saleView;
  const { kind } = availability;
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
          {sale !== null && <TotalMinted totalSupply={sale.totalSupply} />}
          <h2 id="order-details">Order details</h2>
        </div>
        <AvailabilityNote availability={availability} />
        {opening && sale !== null && kind === "paused" && (
          <opening.Note opens={opening.opens} sale={sale} onLook={saleView.refresh} />
        )}
        <QuantityStepper {...stepper} disabled={minting || kind === "soldOut"} />
        <OrderSummary
          {...page}
          {...order}
          soldOut={kind === "soldOut"}
          disabled={minting}
          fee={fee}
        />
        {buyer === null && (
          <ConnectPanel wallet={wallet} state={walletState} phoneWallets={phoneWallets} />
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

function useOrder(reader: TicketReader, link: MintLink, buyer: string | null, minting: boolean) {
  const [wanted, setQuantity] = useState(DEFAULT_QUANTITY);
  // The maximum decreases while others buy the last tickets.
  const [max, setMax] = useState(MAX_QUANTITY);
  const quantity = Math.min(wanted, max);
  const [affiliate, setAffiliate] = useState(link.affiliate);

  const saleView = useSale(reader, saleQuery({ quantity, affiliate, buyer }));
  const availability = availabilityOf(saleView.sale);
  const left = Math.max(MIN_QUANTITY, availability.max);
  if (left !== max && !minting) setMax(left);

  return {
    availability,
    stepper: { quantity, max, onChange: setQuantity },
    order: { quantity, affiliate, saleView, onAffiliate: setAffiliate },
  };
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
