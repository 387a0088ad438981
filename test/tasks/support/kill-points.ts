/** Counts requests from a transaction on, because a polling task's number of requests varies. */
export interface KillAtSend {
  readonly send: number;
  readonly requestsAfter: number;
  readonly answered: boolean;
}

/**
 * Chooses the points just after each transaction (last one first), then those just before each,
 * then random points.
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
