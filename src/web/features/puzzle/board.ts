// The board of a 15-puzzle: moves, and shuffles that can be solved.

/** The number of rows and of columns. */
const SIDE = 4;

/** The tile in each cell, row by row from the top left; 0 is the gap. */
export type Board = readonly number[];

/** The direction in which a tile slides. */
export type Direction = 'up' | 'down' | 'left' | 'right';

/** The solved board, with the gap in the last cell. */
export const SOLVED: Board = Array.from({ length: SIDE * SIDE }, (_, cell) => (cell + 1) % 16);

/** From the gap to the tile that slides into it: rows and columns. */
const STEPS = { up: [1, 0], down: [-1, 0], left: [0, 1], right: [0, -1] } as const;

/** Returns the row and column of a cell, from 0. */
export function placeOf(cell: number): { readonly row: number; readonly column: number } {
  return { row: Math.floor(cell / SIDE), column: cell % SIDE };
}

/** Returns whether every tile is in its place. */
export function isSolved(board: Board): boolean {
  return board.every((tile, cell) => tile === SOLVED[cell]);
}

/** Returns the direction in which the tile in a cell would slide; null if the gap is neither in its row nor column. */
export function directionOf(board: Board, cell: number): Direction | null {
  const from = placeOf(cell);
  const gap = placeOf(board.indexOf(0));
  if (from.row === gap.row && from.column !== gap.column)
    return from.column < gap.column ? 'right' : 'left';
  if (from.column === gap.column && from.row !== gap.row) return from.row < gap.row ? 'down' : 'up';
  return null;
}

/** Returns the cell next to the gap whose tile would slide in a direction; null at the edge of the board. */
export function cellThatSlides(board: Board, direction: Direction): number | null {
  const gap = placeOf(board.indexOf(0));
  const [row, column] = [gap.row + STEPS[direction][0], gap.column + STEPS[direction][1]];
  return [row, column].every((at) => at >= 0 && at < SIDE) ? row * SIDE + column : null;
}

/** Slides the tile in `cell`, and all between it and the gap, by one. Returns the same board if that is not possible. */
export function slide(board: Board, cell: number): Board {
  if (directionOf(board, cell) === null) return board;
  const gap = board.indexOf(0);
  const step = (Math.abs(cell - gap) < SIDE ? 1 : SIDE) * Math.sign(cell - gap);
  const next = [...board];
  for (let at = gap; at !== cell; at += step) next[at] = next[at + step] ?? 0;
  next[cell] = 0;
  return next;
}

/** Returns a random board that can be solved and is not, with the gap in the last cell. `random` returns numbers in [0, 1). */
export function shuffle(random: () => number): Board {
  const tiles = SOLVED.slice(0, -1);
  const swap = (one: number, other: number) => {
    [tiles[one], tiles[other]] = [tiles[other] ?? 0, tiles[one] ?? 0];
  };
  for (let last = tiles.length - 1; last > 0; last -= 1)
    swap(last, Math.floor(random() * (last + 1)));
  // With the gap at its place, an odd order cannot be solved.
  const pairs = tiles.flatMap((tile, at) => tiles.slice(at + 1).filter((later) => later < tile));
  if (pairs.length % 2 === 1) swap(0, 1);
  if (isSolved([...tiles, 0])) {
    swap(0, 1);
    swap(1, 2);
  }
  return [...tiles, 0];
}
