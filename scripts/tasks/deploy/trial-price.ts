import { maxPrice, priceStep } from "../../../collection.ts";

/** At most a third of the maximum, because tests raise the price. */
const most = maxPrice / priceStep / 3n;
const steps = most < 2_500n ? most : 2_500n;

/** Wei. */
export const TRIAL_PRICE = steps * priceStep;
/** Wei. */
export const RAISED_TRIAL_PRICE = (steps + steps / 5n) * priceStep;
