import type { Availability } from "../domain/supply.ts";

/** What a visitor should know before choosing: that it is over, that it is paused, or that few are left. */
export function AvailabilityNote({ availability }: { readonly availability: Availability }) {
  switch (availability.kind) {
    case "soldOut":
      return <p className="availability">Sold out: all 5000 tickets have found an owner.</p>;
    case "paused":
      return (
        <p className="availability">
          Sales are paused at the moment. This page notices by itself when they go on.
        </p>
      );
    case "open":
      if (availability.left === null) return null;
      return (
        <p className="availability">
          {availability.left === 1
            ? "Only 1 ticket left"
            : `Only ${availability.left} tickets left`}
        </p>
      );
    default:
      return availability satisfies never;
  }
}
