export function median<Key extends string>(
  runs: readonly Readonly<Record<Key, number>>[],
  key: Key,
): number {
  const sorted = runs.map((run) => run[key]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The minimum of all runs, because noise only adds to a time. */
export function least<Key extends string>(
  runs: readonly Readonly<Record<Key, number>>[],
  key: Key,
): number {
  return Math.min(...runs.map((run) => run[key]));
}
