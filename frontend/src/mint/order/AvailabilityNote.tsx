import { MAX_QUANTITY } from "../../domain/quantity.ts";
import type { Availability } from "../../domain/supply.ts";

/**
 * What a visitor should know before choosing: that it is over, that it is paused, or how many can be bought. There is
 * always a line, so that an answer of the chain moves nothing below it. It stands first, since it may be all that the page has
 * to say.
 */
export function AvailabilityNote({ availability }: { readonly availability: Availability }) {
  const { kind, max } = availability;
  const ordinary = kind === "open" && max === MAX_QUANTITY;
  return (
    <p className={ordinary ? "availability" : "availability notable"} aria-live="polite">
      {words(availability)}
    </p>
  );
}

function words({ kind, max }: Availability): string {
  switch (kind) {
    case "soldOut":
      return "Sold out: no tickets are left.";
    case "paused":
      return "Sales are paused at the moment.";
    case "open":
      if (max === MAX_QUANTITY) return `Up to ${max} in one purchase.`;
      return max === 1 ? "Only 1 ticket left" : `Only ${max} tickets left`;
    default:
      return kind satisfies never;
  }
}
