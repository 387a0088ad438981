import type { Availability } from "../../domain/supply.ts";

/**
 * What a visitor should know before choosing: that it is over, that it is paused, or how many can be bought. There is
 * always a line, so that an answer of the chain moves nothing below it. It stands first, since it may be all that the page has
 * to say.
 */
export function AvailabilityNote({ availability }: { readonly availability: Availability }) {
  const { kind, bound } = availability;
  const ordinary = kind === "open" && bound === "purchase";
  return (
    <p className={ordinary ? "availability" : "availability notable"} aria-live="polite">
      {words(availability)}
    </p>
  );
}

function words({ kind, max, bound }: Availability): string {
  if (kind === "soldOut") return "Sold out.";
  if (kind === "paused") return "Sales are paused.";
  if (bound === "purchase") return `Up to ${max} in one purchase.`;
  // A number says nothing of why it is that one, so each bound has its own words.
  bound satisfies "left";
  return `Only ${max} ticket${max === 1 ? "" : "s"} left`;
}
