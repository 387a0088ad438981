import { maxPrice, priceStep } from "../../../collection.ts";

/** So few that higher prices, for whatever raises them, are below the bound too. */
const most = maxPrice / priceStep / 3n;
const steps = most < 2_500n ? most : 2_500n;

/** Wei. What a ticket costs on a network for trying out, if no price is given. */
export const TRIAL_PRICE = steps * priceStep;
/** Wei. Another price, above it. */
export const RAISED_TRIAL_PRICE = (steps + steps / 5n) * priceStep;
