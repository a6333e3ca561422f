// How many typing mistakes lie between two words.

/**
 * The number of letters that were changed, left out, added or swapped with their neighbour, up to `most`; more is `most + 1`.
 * Compares UTF-16 units.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const change = (last[at - 1] ?? 0) + (isSame ? 0 : 1);
      let cost = Math.min(change, (last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1);
      const isSwap =
        row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwap) cost = Math.min(cost, (before[at - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = current;
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}
