/** Of a figure that each run has. */
export function median<Key extends string>(
  runs: readonly Readonly<Record<Key, number>>[],
  key: Key,
): number {
  const sorted = runs.map((run) => run[key]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
