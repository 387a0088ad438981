import { type Availability, availabilityWords } from "../../domain/order/supply.ts";

/** Always shows a line, because the contract's answer must not move the page. */
export function AvailabilityNote({ availability }: { readonly availability: Availability }) {
  const { kind, bound } = availability;
  const ordinary = kind === "open" && bound === "purchase";
  return (
    <p className={ordinary ? "availability" : "availability notable"} aria-live="polite">
      {availabilityWords(availability)}
    </p>
  );
}
