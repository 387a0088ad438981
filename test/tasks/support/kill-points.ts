export interface KillPoint {
  /** Number of the request, from 1, at which the task is killed. */
  readonly point: number;
  /** Whether the node gets to see that request. */
  readonly before: boolean;
}

/**
 * @returns before and after the last two transactions, which is where most can go wrong, and then random points from
 * the first transaction to the end
 */
export function killPoints(
  requests: readonly { readonly method: string }[],
  count: number,
  next: (below: number) => number,
): KillPoint[] {
  const sends = requests.flatMap(({ method }, i) => (/^eth_send/.test(method) ? [i + 1] : []));
  const points = sends
    .slice(-2)
    .flatMap((point) => [true, false].map((before) => ({ point, before })));
  const first = sends[0] ?? 1;
  while (points.length < count) {
    points.push({ point: first + next(requests.length - first), before: next(2) === 0 });
  }
  return points.slice(0, count);
}

/** Where to kill a task whose requests vary in number, since it polls: counted from a transaction that it sends. */
export interface KillAtSend {
  /** Which transaction, from 1. */
  readonly send: number;
  /** 0 is the transaction itself. */
  readonly requestsAfter: number;
  /** Whether the node gets to see that request. */
  readonly answered: boolean;
}

/** @returns right after each transaction, last one first, right before each, and then random points after them */
export function killsAtSends(
  sends: number,
  count: number,
  next: (below: number) => number,
): KillAtSend[] {
  const points = [true, false].flatMap((answered) =>
    Array.from({ length: sends }, (_, i) => ({ send: sends - i, requestsAfter: 0, answered })),
  );
  while (points.length < count) {
    points.push({ send: 1 + next(sends), requestsAfter: next(12), answered: next(2) === 0 });
  }
  return points.slice(0, count);
}
