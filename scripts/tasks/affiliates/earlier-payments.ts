import type { Payment } from "./paid-on-chain.ts";
import type { DuePayment } from "./payout-plan.ts";

/** A payment that was made a second time: a Safe's owners can sign and execute one batch twice. */
interface RepeatedPayment {
  readonly again: Payment;
  readonly first: Payment;
}

/**
 * @param payments in the chain's order
 * @returns those whose cumulative total for their code is that of an earlier payment
 */
export function repeatedPayments(payments: readonly Payment[]): RepeatedPayment[] {
  const firsts = new Map<string, Payment>();
  return payments.flatMap((again) => {
    const key = `${again.code} ${again.total}`;
    const first = firsts.get(key);
    if (first !== undefined) return [{ again, first }];
    firsts.set(key, again);
    return [];
  });
}

/** A payment that is due to another address than the code was last paid to. */
export interface ChangedPayee {
  readonly due: DuePayment;
  readonly lastPaid: string;
}

/** @param payments in the chain's order */
export function changedPayees(
  payments: readonly Payment[],
  due: readonly DuePayment[],
): ChangedPayee[] {
  const last = new Map(payments.map(({ code, to }) => [code, to]));
  return due.flatMap((payment) => {
    const lastPaid = last.get(payment.code);
    return lastPaid === undefined || lastPaid === payment.to ? [] : [{ due: payment, lastPaid }];
  });
}
