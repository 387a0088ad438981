import type { Chain } from "../../../../networks.ts";
import { MAX_QUANTITY } from "../../domain/quantity.ts";
import type { Availability } from "../../domain/supply.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";

interface Props {
  readonly availability: Availability;
  readonly network: Chain;
  readonly ticketAddress: string;
}

/**
 * What a visitor should know before choosing: that it is over, that it is paused, or how many can be bought. There is
 * always a line, so that an answer of the chain moves nothing below it. It stands below the quantity, and above it once all
 * is sold: then it is what the page has to say.
 */
export function AvailabilityNote({ availability, network, ticketAddress }: Props) {
  const { kind, max } = availability;
  const { marketplace } = network;
  const ordinary = kind === "open" && max === MAX_QUANTITY;
  return (
    <p className={ordinary ? "availability" : `availability notable ${kind}`} aria-live="polite">
      <span>{words(availability)}</span>{" "}
      {kind === "soldOut" && marketplace !== null && (
        <ExternalLink href={`${marketplace.url}/${ticketAddress}`}>
          {`View on ${marketplace.name}`}
        </ExternalLink>
      )}
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
