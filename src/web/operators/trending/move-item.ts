// Moves one item of a list to another place.

/** The list with the item at `from` at `to`; a place outside of the list is its nearest end. */
export function moveItem<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, item);
}
