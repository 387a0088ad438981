import type { Affiliate } from "../../domain/order/link.ts";
import { shownCode } from "../../domain/words/summary.ts";
import { Button } from "../../ui/Button.tsx";
import type { Slot } from "./prerendered-slots.ts";

interface Props {
  readonly affiliate: Exclude<Affiliate, { kind: "none" }>;
  /** `null` before the contract's answer. */
  readonly active: boolean | null;
  readonly discount: string | null;
  readonly disabled: boolean;
  onLeaveOut(): void;
}

export function AffiliateLine({ affiliate, active, discount, disabled, onLeaveOut }: Props) {
  return (
    <div className="affiliate">
      <p className="affiliate-code">
        {"You are using affiliate code: "}
        <span className="code" data-slot={"affiliate-code" satisfies Slot}>
          {shownCode(affiliate)}
        </span>
      </p>
      {/* Both states have two lines, because the contract's answer must not move the page. */}
      {active === false ? (
        <p className="affiliate-status warning" aria-live="polite">
          {"Not active. "}
          <Button variant="link" disabled={disabled} onClick={onLeaveOut}>
            Buy at the full price
          </Button>
        </p>
      ) : (
        <p className="affiliate-status" aria-live="polite">
          {active === null || discount === null
            ? "Checking your code…"
            : `This code gives ${discount} off.`}
        </p>
      )}
    </div>
  );
}
