// Finds a place in a sorted list.

/** The index of the first item that `isBehind` is true for, in a list where it is true from there on; its length where there is none. */
export function firstIndexWhere<T>(items: readonly T[], isBehind: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
