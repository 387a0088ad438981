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
  if (kind === "soldOut") return "Sold out: no tickets are left.";
  if (kind === "paused") return "Sales are paused at the moment.";
  return boundWords[bound](max);
}

/** A reason for each bound: a number says nothing of why it is that one. */
const boundWords: Readonly<Record<Availability["bound"], (max: number) => string>> = {
  purchase: (max) => `Up to ${max} in one purchase.`,
  left: (max) => (max === 1 ? "Only 1 ticket left" : `Only ${max} tickets left`),
};
