import type { LinkedAffiliate } from "../domain/link.ts";
import { affiliateLine } from "../domain/summary.ts";
import { Button } from "../ui/Button.tsx";

interface Props {
  readonly affiliate: LinkedAffiliate;
  /** `null` while the contract has not said. */
  readonly active: boolean | null;
  readonly disabled?: boolean;
  onLeaveOut(): void;
}

export function AffiliateLine({ affiliate, active, disabled = false, onLeaveOut }: Props) {
  return (
    <div className="affiliate">
      <p className="affiliate-code">{affiliateLine(affiliate)}</p>
      {active === false && (
        <p className="affiliate-inactive">
          This code is not active.{" "}
          <Button variant="link" disabled={disabled} onClick={onLeaveOut}>
            Buy at the full price instead
          </Button>
        </p>
      )}
    </div>
  );
}
