import { priceStep } from "../../../collection.ts";

/** Wei. What a ticket costs on a network for trying out, where nobody says a price. */
export const TRIAL_PRICE = 2_500n * priceStep;
