/**
 * Halves a range of blocks until it finds where something becomes true that stays true.
 * @returns the first block from `low` on where it holds; `high` if it holds at none before
 */
export async function firstBlockWhere(
  low: number,
  high: number,
  holds: (block: number) => Promise<boolean>,
): Promise<number> {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (await holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
