// What holds for every board that the puzzle can show.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSolvable } from '../../../../tests/support/pages/solve-puzzle.ts';
import { createRandom } from '../../../../tests/support/run/random.ts';
import {
  type Board,
  cellThatSlides,
  type Direction,
  directionOf,
  isSolved,
  SOLVED,
  shuffle,
  slide,
} from './board.ts';

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const satisfies readonly Direction[];

const seed = fc.integer();
const cell = fc.integer({ min: 0, max: 15 });
const cells = fc.array(cell, { maxLength: 60 });
/** Any order of the sixteen, possible or not. */
const anyBoard = fc.shuffledSubarray([...SOLVED], { minLength: 16, maxLength: 16 });
const afterAll = (board: Board, pressed: readonly number[]) => pressed.reduce(slide, board);
const swapTwo = (board: Board): Board =>
  board.map((tile) => (tile === 1 ? 2 : tile === 2 ? 1 : tile));

describe('every shuffle', () => {
  it('holds each tile once, has the gap last, can be solved and is not solved', () => {
    fc.assert(
      fc.property(seed, (one) => {
        const board = shuffle(createRandom(one));
        expect([...board].sort((a, b) => a - b)).toEqual([...Array(16).keys()]);
        expect(board[15]).toBe(0);
        expect(isSolvable(board)).toBe(true);
        expect(isSolved(board)).toBe(false);
      }),
    );
  });

  it('is the same for the same numbers, and another for others', () => {
    const boards = Array.from({ length: 200 }, (_, one) => shuffle(createRandom(one)).join());
    expect(boards).toEqual(
      Array.from({ length: 200 }, (_, one) => shuffle(createRandom(one)).join()),
    );
    expect(new Set(boards).size).toBe(200);
  });

  it.each([
    ['the smallest numbers', 0],
    ['the largest numbers, which leave all where it is', 1 - 2 ** -53],
  ])('can be solved and is not solved with %s', (_name, number) => {
    const board = shuffle(() => number);
    expect(isSolvable(board)).toBe(true);
    expect(isSolved(board)).toBe(false);
  });

  it('puts each tile into each cell about as often', () => {
    const random = createRandom(7);
    const counts = Array.from({ length: 15 }, () => Array<number>(15).fill(0));
    for (let round = 0; round < 15_000; round += 1) {
      for (const [at, tile] of shuffle(random).entries()) {
        const row = counts[at];
        if (row && tile > 0) row[tile - 1] = (row[tile - 1] ?? 0) + 1;
      }
    }
    const all = counts.flat();
    expect(Math.min(...all)).toBeGreaterThan(850);
    expect(Math.max(...all)).toBeLessThan(1150);
  });
});

describe('every move', () => {
  it('keeps what can be solved solvable, and what cannot be unsolvable', () => {
    fc.assert(
      fc.property(anyBoard, cells, (board, pressed) => {
        expect(isSolvable(afterAll(board, pressed))).toBe(isSolvable(board));
      }),
    );
  });

  it('slides the tiles between the pressed one and the gap, one cell each, and no others', () => {
    fc.assert(
      fc.property(anyBoard, cell, (board, pressed) => {
        const after = slide(board, pressed);
        const moved = board.filter((tile, at) => tile !== 0 && after[at] !== tile);
        if (directionOf(board, pressed) === null) expect(after).toBe(board);
        else {
          const away = Math.abs(pressed - board.indexOf(0));
          expect(moved).toHaveLength(away < 4 ? away : away / 4);
          expect(after.indexOf(0)).toBe(pressed);
          for (const tile of moved)
            expect([1, 4]).toContain(Math.abs(board.indexOf(tile) - after.indexOf(tile)));
        }
      }),
    );
  });

  it('is undone by pressing where the gap was', () => {
    fc.assert(
      fc.property(anyBoard, cell, (board, pressed) => {
        expect(slide(slide(board, pressed), board.indexOf(0))).toEqual(board);
      }),
    );
  });

  it('by a direction slides one tile that way, or there is an edge', () => {
    fc.assert(
      fc.property(anyBoard, fc.constantFrom(...DIRECTIONS), (board, direction) => {
        const at = cellThatSlides(board, direction);
        if (at === null) return;
        expect(directionOf(board, at)).toBe(direction);
        expect([1, 4]).toContain(Math.abs(at - board.indexOf(0)));
      }),
    );
  });
});

describe('a board', () => {
  it('is solved in one order only', () => {
    expect(isSolved(SOLVED)).toBe(true);
    fc.assert(
      fc.property(anyBoard, (board) => isSolved(board) === (board.join() === SOLVED.join())),
    );
  });

  it('with two tiles swapped can be solved exactly when it could not before', () => {
    fc.assert(fc.property(anyBoard, (board) => isSolvable(swapTwo(board)) !== isSolvable(board)));
  });
});
