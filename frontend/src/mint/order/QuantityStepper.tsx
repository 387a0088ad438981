import { useState } from "react";
import { clampQuantity, MIN_QUANTITY } from "../../domain/quantity.ts";
import { Button } from "../../ui/Button.tsx";

interface Props {
  readonly quantity: number;
  /** `MAX_QUANTITY`, or what is left. */
  readonly max: number;
  readonly disabled: boolean;
  onChange(quantity: number): void;
}

/** `MIN_QUANTITY` to `max`, by typing, keys and buttons (spec section 5). */
export function QuantityStepper({ quantity, max, disabled, onChange }: Props) {
  // What is being typed may be empty for a moment; the order keeps its last quantity meanwhile.
  const [empty, setEmpty] = useState(false);

  const change = (value: number) => {
    const next = clampQuantity(value, max);
    setEmpty(next === null);
    if (next !== null) onChange(next);
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
          onClick={() => change(quantity - 1)}
        >
          −
        </Button>
        <input
          id="quantity"
          className="stepper-input"
          type="number"
          inputMode="numeric"
          autoComplete="off"
          min={MIN_QUANTITY}
          max={max}
          step={1}
          disabled={disabled}
          value={empty ? "" : quantity}
          onChange={({ target }) => change(target.valueAsNumber)}
          onBlur={() => setEmpty(false)}
        />
        <Button
          variant="quiet"
          aria-label="Increase quantity"
          disabled={disabled || quantity >= max}
          onClick={() => change(quantity + 1)}
        >
          +
        </Button>
      </div>
    </div>
  );
}
