import { noun } from "../../../../collection.ts";
import { summaryStart } from "../../domain/words/summary.ts";
import type { Slot } from "./prerendered-slots.ts";

interface Props {
  readonly quantity: number;
  readonly card: string | null;
}

/**
 * Puts the label in quotation marks, because the link's author chose it. P-07 specifies the text.
 */
export function SummaryLine({ quantity, card }: Props) {
  return (
    // The key makes React create a new element for each quantity, because a browser's translator
    // keeps the old text.
    <p key={quantity} className="summary-line" data-slot={"summary" satisfies Slot}>
      {summaryStart(quantity)}
      {card !== null && <q>{card}</q>}
      {card !== null && " "}
      {noun}
    </p>
  );
}
