// The board of a 15-puzzle: positions, moves, and solvable shuffles.

/** The number of rows and of columns. */
export const SIDE = 4;

/** The tile in each cell, row by row from the top left; 0 is the gap. */
export type Board = readonly number[];

/** The direction in which a tile slides. */
export type Direction = 'up' | 'down' | 'left' | 'right';

const CELLS = SIDE * SIDE;

/** The solved board, with the gap in the last cell. */
export const SOLVED: Board = Array.from({ length: CELLS }, (_, cell) => (cell + 1) % CELLS);

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
  const gap = board.indexOf(0);
  const { row, column } = placeOf(gap);
  switch (direction) {
    case 'up':
      return row < SIDE - 1 ? gap + SIDE : null;
    case 'down':
      return row > 0 ? gap - SIDE : null;
    case 'left':
      return column < SIDE - 1 ? gap + 1 : null;
    case 'right':
      return column > 0 ? gap - 1 : null;
  }
}

/** Slides the tile in `cell`, and all between it and the gap, by one. Returns the same board if that is not possible. */
export function slide(board: Board, cell: number): Board {
  if (directionOf(board, cell) === null) return board;
  const gap = board.indexOf(0);
  const distance = placeOf(gap).row === placeOf(cell).row ? 1 : SIDE;
  const step = cell < gap ? -distance : distance;
  const next = [...board];
  for (let at = gap; at !== cell; at += step) next[at] = tileIn(board, at + step);
  next[cell] = 0;
  return next;
}

/** Returns how many tiles slide together with the one in `cell`. */
export function tilesThatSlide(board: Board, cell: number): number {
  if (directionOf(board, cell) === null) return 0;
  const [from, gap] = [placeOf(cell), placeOf(board.indexOf(0))];
  return Math.abs(from.row - gap.row) + Math.abs(from.column - gap.column);
}

/**
 * Returns whether the board can be solved. Each step swaps a tile with the gap: it flips the parity of the permutation and
 * of the gap's distance, so the two parities stay equal if they once were.
 */
export function isSolvable(board: Board): boolean {
  const gap = placeOf(board.indexOf(0));
  const gapSteps = SIDE - 1 - gap.row + (SIDE - 1 - gap.column);
  return countInversions(board.map((tile) => tile || CELLS)) % 2 === gapSteps % 2;
}

/**
 * Returns a random board with the gap in the last cell, uniformly distributed over all solvable ones except the solved
 * one. `random` returns numbers in [0, 1).
 */
export function shuffle(random: () => number): Board {
  const tiles = SOLVED.slice(0, -1);
  for (let last = tiles.length - 1; last > 0; last -= 1)
    swap(tiles, last, Math.floor(random() * (last + 1)));
  if (countInversions(tiles) % 2 === 1) swap(tiles, 0, 1);
  // Rotates three tiles: an even permutation.
  if (isSolved([...tiles, 0])) {
    swap(tiles, 0, 1);
    swap(tiles, 1, 2);
  }
  return [...tiles, 0];
}

function countInversions(order: readonly number[]): number {
  let count = 0;
  for (const [at, tile] of order.entries())
    for (const later of order.slice(at + 1)) if (later < tile) count += 1;
  return count;
}

function swap(tiles: number[], one: number, other: number): void {
  [tiles[one], tiles[other]] = [tileIn(tiles, other), tileIn(tiles, one)];
}

function tileIn(board: Board, cell: number): number {
  const tile = board[cell];
  if (tile === undefined) throw new RangeError(`the board has no cell ${cell}`);
  return tile;
}
