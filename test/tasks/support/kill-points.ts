export interface KillPoint {
  readonly point: number;
  readonly before: boolean;
}

/**
 * Chooses points before and after the last two transactions, where most can go wrong, then random
 * points.
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

/** Requests are counted from a transaction, because a polling task's number of requests varies. */
export interface KillAtSend {
  readonly send: number;
  readonly requestsAfter: number;
  readonly answered: boolean;
}

/**
 * Chooses points right after each transaction, last one first, right before each, then random
 * points.
 */
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
