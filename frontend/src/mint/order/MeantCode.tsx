import { type ComponentType, useEffect, useState } from "react";
import { saleQuery, type TicketReader } from "../../chain/sale/reader.ts";
import type { Affiliate, MintLink } from "../../domain/order/link.ts";
import { meantCode } from "../../domain/order/meant-code.ts";
import { MIN_QUANTITY } from "../../domain/order/quantity.ts";
import { startReading } from "../../platform/start-reading.ts";
import { Button } from "../../ui/Button.tsx";

export interface MeantCodeProps {
  readonly link: MintLink;
  readonly affiliate: Affiliate;
  readonly disabled: boolean;
  onUse(affiliate: Affiliate): void;
}

/** Offers an active code that the author of a malformed one may have meant. */
export function meantCodeWith(reader: TicketReader): ComponentType<MeantCodeProps> {
  return ({ link, affiliate, disabled, onUse }) => {
    const code = affiliate.kind === "malformed" ? meantCode(link.written ?? "") : null;
    const [isActive, setIsActive] = useState(false);
    useEffect(() => {
      if (code === null) return;
      const query = saleQuery({
        quantity: MIN_QUANTITY,
        affiliate: { kind: "code", code },
        buyer: null,
      });
      return startReading(
        (signal) => reader.readSale(query, signal),
        ({ affiliateActive }) => setIsActive(affiliateActive === true),
        (error) => console.warn("A code that may be meant could not be read", error),
      );
    }, [code]);
    if (code === null || !isActive) return null;
    return (
      <p className="meant-code" aria-live="polite">
        Did you mean <span className="code">{code}</span>?{" "}
        <Button variant="link" disabled={disabled} onClick={() => onUse({ kind: "code", code })}>
          Use it
        </Button>
      </p>
    );
  };
}
