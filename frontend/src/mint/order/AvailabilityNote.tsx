import { type Availability, availabilityWords } from "../../domain/supply.ts";

/** There is always a line, so that an answer of the chain moves nothing below it. */
export function AvailabilityNote({ availability }: { readonly availability: Availability }) {
  const { kind, bound } = availability;
  const ordinary = kind === "open" && bound === "purchase";
  return (
    <p className={ordinary ? "availability" : "availability notable"} aria-live="polite">
      {availabilityWords(availability)}
    </p>
  );
}
