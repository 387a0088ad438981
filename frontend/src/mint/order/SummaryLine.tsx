import { noun } from "../../../../collection.ts";
import { summaryStart } from "../../domain/summary.ts";
import type { Slot } from "./slots.ts";

interface Props {
  readonly quantity: number;
  readonly card: string | null;
}

/**
 * The order. The link's author writes the label, so the page marks it up as a quotation, and a visitor can tell it from the
 * page's own words. The line's text stays P-07's.
 */
export function SummaryLine({ quantity, card }: Props) {
  return (
    // Anew for each quantity: a browser that translates it keeps its own text in the place of the old one.
    <p key={quantity} className="summary-line" data-slot={"summary" satisfies Slot}>
      {summaryStart(quantity)}
      {card !== null && <q>{card}</q>}
      {card !== null && " "}
      {noun}
    </p>
  );
}
