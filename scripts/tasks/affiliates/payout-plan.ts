import type { PayoutAddress } from "./commission.ts";
import { commissionOf } from "./commission.ts";
import type { Payout } from "./payout-call.ts";

/** A payment that is to be sent. */
export interface DuePayment extends Payout {
  readonly to: string;
  readonly wei: bigint;
}

/** What a code has earned, and what becomes of it. Amounts are wei. */
export interface PlannedPayout {
  readonly code: string;
  readonly paidByBuyers: bigint;
  readonly commission: bigint;
  readonly paidBefore: bigint;
  readonly due: DuePayment | null;
  /** Why nothing is paid though something is owed, or what else to look at; `null` if there is nothing to say. */
  readonly note: string | null;
}

/**
 * @param bps commission in basis points
 * @param paid wei that each code was paid before
 * @param least wei: what is owed below that stays owed
 * @returns a line for each code that has earned or been paid anything, in the order given
 */
export function planPayouts(
  sold: readonly { readonly code: string; readonly paid: bigint }[],
  bps: bigint,
  paid: ReadonlyMap<string, bigint>,
  addressOf: (code: string) => PayoutAddress,
  least: bigint,
): PlannedPayout[] {
  return sold.flatMap(({ code, paid: paidByBuyers }): PlannedPayout[] => {
    const commission = commissionOf(paidByBuyers, bps);
    const paidBefore = paid.get(code) ?? 0n;
    const figures = { code, paidByBuyers, commission, paidBefore };
    const owed = commission - paidBefore;
    if (commission === 0n && paidBefore === 0n) return [];
    if (owed < 0n) return [{ ...figures, due: null, note: "was paid more than this commission" }];
    if (owed === 0n) return [{ ...figures, due: null, note: "paid" }];
    if (owed < least) return [{ ...figures, due: null, note: "below --min, stays owed" }];
    const address = addressOf(code);
    if ("problem" in address) return [{ ...figures, due: null, note: address.problem }];
    const due = { code, to: address.address, wei: owed, total: commission };
    return [{ ...figures, due, note: null }];
  });
}

/** @returns the same without the payment, which stays owed */
export function leftOut(line: PlannedPayout, note: string): PlannedPayout {
  return { ...line, due: null, note };
}
