import { useState } from "react";
import { clampQuantity, MIN_QUANTITY, typedQuantity } from "../../domain/order/quantity.ts";
import { Button } from "../../ui/Button.tsx";

const STEPS: Readonly<Record<string, number | undefined>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -99,
  End: 99,
};

interface Props {
  readonly quantity: number;
  readonly max: number;
  readonly disabled: boolean;
  onChange(quantity: number): void;
}

/**
 * A text field (P-06), because browsers read "1.5" differently in a number field. Some also change
 * a number field on scroll.
 */
export function QuantityStepper({ quantity, max, disabled, onChange }: Props) {
  // The typed text, if it is no quantity. The order then keeps its previous quantity.
  const [draft, setDraft] = useState<string | null>(null);

  const change = (text: string) => {
    const next = typedQuantity(text, max);
    setDraft(next === null ? text : null);
    if (next !== null) onChange(next);
  };

  const step = (by: number) => {
    setDraft(null);
    onChange(clampQuantity(quantity + by, max));
  };

  return (
    <div className="stepper">
      <label className="stepper-label" htmlFor="quantity">
        Quantity
      </label>
      <div className="stepper-controls">
        <Button
          variant="quiet"
          aria-label="Decrease quantity"
          disabled={disabled || quantity <= MIN_QUANTITY}
          onClick={() => step(-1)}
        >
          −
        </Button>
        <input
          id="quantity"
          className="stepper-input"
          type="text"
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuemin={MIN_QUANTITY}
          aria-valuemax={max}
          aria-valuenow={quantity}
          disabled={disabled}
          value={draft ?? quantity}
          onChange={({ target }) => change(target.value)}
          onBlur={() => {
            setDraft(null);
            if (draft && Number(draft) === 0) onChange(MIN_QUANTITY);
          }}
          onKeyDown={(event) => {
            const by = STEPS[event.key];
            if (by === undefined) return;
            // Keeps the caret in its place.
            event.preventDefault();
            step(by);
          }}
        />
        <Button
          variant="quiet"
          aria-label="Increase quantity"
          disabled={disabled || quantity >= max}
          onClick={() => step(1)}
        >
          +
        </Button>
      </div>
    </div>
  );
}
