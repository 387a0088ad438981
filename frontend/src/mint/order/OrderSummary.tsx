import type { ComponentType } from "react";
import type { Chain } from "../../../../networks.ts";
import type { Affiliate, MintLink } from "../../domain/order/link.ts";
import { discountOf } from "../../domain/order/price.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";
import type { SaleView } from "../sale/use-sale.ts";
import { AffiliateLine } from "./AffiliateLine.tsx";
import type { DollarsProps } from "./Dollars.tsx";
import type { MeantCodeProps } from "./MeantCode.tsx";
import { PriceLine } from "./PriceLine.tsx";
import { SummaryLine } from "./SummaryLine.tsx";

export interface SummaryProps {
  readonly link: MintLink;
  readonly network: Chain;
  readonly ticketAddress: string;
  readonly quantity: number;
  readonly affiliate: Affiliate;
  readonly saleView: SaleView;
  readonly soldOut: boolean;
  readonly disabled: boolean;
  readonly fee: { readonly wei: bigint; readonly words: string } | null;
  /** `null` without a price feed. */
  readonly dollars?: ComponentType<DollarsProps> | null;
  readonly meant?: ComponentType<MeantCodeProps>;
  onAffiliate(next: Affiliate): void;
}

export function OrderSummary({
  link,
  network: { currency, marketplace },
  ticketAddress,
  quantity,
  affiliate,
  saleView: { sale, quote, failed, refresh },
  soldOut,
  disabled,
  fee,
  dollars: Dollars,
  meant: Meant,
  onAffiliate,
}: SummaryProps) {
  const change = (next: Affiliate) => {
    onAffiliate(next);
    // The clicked button disappears, so the page moves the focus.
    document.querySelector<HTMLElement>(".wallet > .button")?.focus();
  };
  return (
    <div className="summary">
      <SummaryLine quantity={quantity} card={link.card} />
      {affiliate.kind !== "none" && (
        <AffiliateLine
          affiliate={affiliate}
          active={affiliate.kind === "malformed" ? false : (sale?.affiliateActive ?? null)}
          discount={quote && discountOf(quote)}
          disabled={disabled}
          onLeaveOut={() => change({ kind: "none" })}
        />
      )}
      {sale && Meant && (
        <Meant link={link} affiliate={affiliate} disabled={disabled} onUse={change} />
      )}
      <PriceLine symbol={currency.symbol} quote={quote} failed={failed} />
      <p className="note figures">
        {soldOut && marketplace !== null ? (
          <ExternalLink href={`${marketplace.url}/${ticketAddress}`}>
            {`View on ${marketplace.name}`}
          </ExternalLink>
        ) : (
          (quote || !failed) && (fee?.words ?? "plus the network fee")
        )}
      </p>
      {Dollars && (
        <p className="note figures dollars">
          {sale && <Dollars quote={quote} fee={fee?.wei} onLook={refresh} />}
        </p>
      )}
    </div>
  );
}
