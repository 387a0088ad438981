/** Number of runs, of which each bench takes the median. */
export function runsOf(given = process.env.BENCH_RUNS ?? "5"): number {
  const runs = Number(given);
  if (!(runs >= 1)) throw new Error("BENCH_RUNS must be at least 1");
  return runs;
}

export async function repeat<T>(runs: number, measure: () => Promise<T>): Promise<T[]> {
  const measured: T[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await measure());
  return measured;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The median, and in brackets the minimum, because noise only adds to a time. */
export function medianAndBest(values: readonly number[]): string {
  return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)})`;
}
