// Solves a 15-puzzle that is not far from done: the shortest way, by looking deeper and deeper (IDA*).
import {
  type Board,
  cellThatSlides,
  type Direction,
  SOLVED,
  slide,
} from '../../../src/web/features/puzzle/board.ts';

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const satisfies readonly Direction[];
const BACK = { up: 'down', down: 'up', left: 'right', right: 'left' } as const;

/**
 * Whether the board can be solved. Each step swaps a tile with the gap: it flips the parity of the permutation and of the
 * gap's distance, so the two parities stay equal if they once were.
 */
export function isSolvable(board: Board): boolean {
  const order = board.map((tile) => tile || 16);
  const inversions = order.flatMap((tile, at) =>
    order.slice(at + 1).filter((later) => later < tile),
  );
  const gap = board.indexOf(0);
  return inversions.length % 2 === (6 - Math.floor(gap / 4) - (gap % 4)) % 2;
}

/** How many steps are needed at the least: each tile's way to its place. */
function stepsAtLeast(board: Board): number {
  return board.reduce((sum, tile, cell) => {
    if (tile === 0) return sum;
    const home = SOLVED.indexOf(tile);
    const rows = Math.abs(Math.floor(cell / 4) - Math.floor(home / 4));
    return sum + rows + Math.abs((cell % 4) - (home % 4));
  }, 0);
}

/** The steps to the solved board, the fewest there are; null when there is no way within `maxSteps`. */
export function solve(board: Board, maxSteps: number): readonly Direction[] | null {
  for (let limit = stepsAtLeast(board); limit <= maxSteps; limit += 1) {
    const way = search(board, limit, []);
    if (way) return way;
  }
  return null;
}

function search(
  board: Board,
  limit: number,
  way: readonly Direction[],
): readonly Direction[] | null {
  const rest = stepsAtLeast(board);
  if (rest === 0) return way;
  if (way.length + rest > limit) return null;
  const last = way.at(-1);
  for (const direction of DIRECTIONS) {
    const cell = cellThatSlides(board, direction);
    if (cell === null || (last && direction === BACK[last])) continue;
    const found = search(slide(board, cell), limit, [...way, direction]);
    if (found) return found;
  }
  return null;
}
