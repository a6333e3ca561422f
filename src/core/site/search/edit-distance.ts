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
    const letter = one.charCodeAt(row - 1);
    // What lies further from the diagonal takes more mistakes than `most`.
    const from = Math.max(1, row - most);
    const to = Math.min(other.length, row + most);
    const current = new Array<number>(other.length + 1).fill(most + 1);
    current[0] = row;
    let least = row;
    for (let at = from; at <= to; at += 1) {
      const isSame = letter === other.charCodeAt(at - 1);
      let cost = (last[at - 1] ?? 0) + (isSame ? 0 : 1);
      cost = Math.min(cost, (last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1);
      const isSwap =
        row > 1 &&
        at > 1 &&
        letter === other.charCodeAt(at - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(at - 1);
      if (isSwap) cost = Math.min(cost, (before[at - 2] ?? 0) + 1);
      current[at] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = current;
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}

/** The letters of a word as 32 bits, several letters to a bit. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether the letters of two words say that more than `most` mistakes lie between them: each changes two bits at most. */
export function areFarApart(one: number, other: number, most: number): boolean {
  let different = one ^ other;
  for (let left = 2 * most; different !== 0; left -= 1) {
    if (left === 0) return true;
    // Without its lowest bit.
    different &= different - 1;
  }
  return false;
}
