import { discountPercent } from "../../../../collection.ts";
import type { Affiliate } from "../../domain/link.ts";
import { affiliateLine } from "../../domain/summary.ts";
import { Button } from "../../ui/Button.tsx";
import type { Slot } from "./slots.ts";

interface Props {
  readonly affiliate: Exclude<Affiliate, { kind: "none" }>;
  /** `null` while the contract has not said. */
  readonly active: boolean | null;
  readonly disabled?: boolean;
  onLeaveOut(): void;
}

export function AffiliateLine({ affiliate, active, disabled = false, onLeaveOut }: Props) {
  return (
    <div className="affiliate">
      <p className="affiliate-code" data-slot={"affiliate-code" satisfies Slot}>
        {affiliateLine(affiliate)}
      </p>
      {/* Always two lines, so that the contract's word on the code moves nothing below them. */}
      {active === false ? (
        <p className="affiliate-status warning" aria-live="polite">
          Not active.{" "}
          <Button variant="link" disabled={disabled} onClick={onLeaveOut}>
            Buy at the full price
          </Button>
        </p>
      ) : (
        <p className="affiliate-status" aria-live="polite">
          {active === null
            ? "Asking for your discount…"
            : `This code gives ${discountPercent}% off.`}
        </p>
      )}
    </div>
  );
}
