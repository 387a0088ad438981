import { type ComponentType, useLayoutEffect } from "react";
import type { Chain } from "../../../../networks.ts";
import type { LinkedAffiliate } from "../../domain/link.ts";
import { isBusy, type MintState } from "../../domain/mint.ts";
import { formatPrice } from "../../domain/price.ts";
import type { Order, Sale } from "../../domain/sale.ts";
import { Button } from "../../ui/Button.tsx";
import { EarlierPurchases } from "./EarlierPurchases.tsx";
import { MintOutcome } from "./MintOutcome.tsx";
import type { MintStorePorts } from "./mint-store.ts";
import type { LoadPictures } from "./TicketPictures.tsx";
import { useFee } from "./use-fee.ts";
import { useMint } from "./use-mint.ts";

/** What a checkout needs of the world. */
export interface CheckoutPorts extends MintStorePorts {
  readonly loadPictures: LoadPictures;
}

/** What the rest of the page knows of it. */
export interface CheckoutView {
  readonly step: MintState["step"];
  /** A purchase is under way: the order can't be changed. */
  readonly busy: boolean;
  /** What the network asks for this order on top, in words; `null` while it is not known. */
  readonly fee: string | null;
}

export interface CheckoutProps {
  readonly network: Chain;
  /** `null` when nobody is connected any more: what is under way is shown all the same. */
  readonly buyer: string | null;
  /** What the page shows. */
  readonly order: Order;
  readonly affiliate: LinkedAffiliate | null;
  /** The price is on its way: there is nothing to agree to yet. */
  readonly pricePending: boolean;
  /** False while sales are paused and once all is sold. */
  readonly forSale: boolean;
  onSale(sale: Sale): void;
  onMinted(): void;
  onView(view: CheckoutView): void;
  onShowAccount(): void;
  onSwitchNetwork(): void;
}

/** Costs no fee either. */
const NOTHING: Order = { quantity: 0, affiliateCode: null, payable: 0n };

/** The checkout of a page with these ports. */
export function checkoutWith(ports: CheckoutPorts): ComponentType<CheckoutProps> {
  return (props) => <Checkout ports={ports} {...props} />;
}

/** Mint, for those who are connected, and what became of pressing it. Nobody else loads it. */
function Checkout({
  ports,
  network,
  buyer,
  order,
  affiliate,
  pricePending,
  forSale,
  onSale,
  onMinted,
  onView,
  onShowAccount,
  onSwitchNetwork,
}: CheckoutProps & { readonly ports: CheckoutPorts }) {
  const mint = useMint(ports, onSale, onMinted);
  const { current, earlier } = mint.view;
  const { step } = current;
  const busy = isBusy(current);
  const fee = feeWords(useFee(ports.loadPurchaser, buyer, forSale ? order : NOTHING));
  // Before the browser paints, or takes another click: the order is fixed from the press on.
  useLayoutEffect(() => onView({ step, busy, fee }), [step, busy, fee, onView]);

  return (
    <>
      {buyer !== null && (
        <div className="wallet">
          <Button
            busy={busy}
            disabled={pricePending || !forSale}
            onClick={() => mint.start(order, affiliate)}
          >
            Mint
          </Button>
          <p className="note wallet-account">
            <span>
              Connected as <span className="hash">{buyer}</span>
            </span>
            <Button variant="link" onClick={onShowAccount}>
              Manage wallet
            </Button>
          </p>
        </div>
      )}
      <div aria-live="polite">
        <MintOutcome
          state={current}
          network={network}
          loadPictures={ports.loadPictures}
          onStop={mint.stop}
          onDismiss={mint.dismiss}
          onSwitchNetwork={() => {
            mint.dismiss();
            onSwitchNetwork();
          }}
        />
        <EarlierPurchases purchases={earlier} network={network} onDismiss={mint.dismissEarlier} />
      </div>
    </>
  );
}

const SMALLEST_SHOWN = 10n ** 12n;

/** About: the wallet says exactly. */
function feeWords(fee: bigint | null): string | null {
  if (fee === null) return null;
  if (fee < SMALLEST_SHOWN) return "plus less than 0.000001 ETH network fee";
  return `plus about ${formatPrice(fee)} ETH network fee`;
}
