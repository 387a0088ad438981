import { type Availability, availabilityWords } from "../../domain/supply.ts";

/** Always has a line, so an answer moves nothing below. */
export function AvailabilityNote({ availability }: { readonly availability: Availability }) {
  const { kind, bound } = availability;
  const ordinary = kind === "open" && bound === "purchase";
  return (
    <p className={ordinary ? "availability" : "availability notable"} aria-live="polite">
      {availabilityWords(availability)}
    </p>
  );
}
