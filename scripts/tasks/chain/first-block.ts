/**
 * Searches by bisection.
 * @param holds stays true once it is true
 * @returns the first block from `low` where it is true, else `high`
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
