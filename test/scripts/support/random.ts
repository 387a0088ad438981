/** @returns a generator of whole numbers from 0 to below its argument, the same ones for the same seed (mulberry32) */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

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
