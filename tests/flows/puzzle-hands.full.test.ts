import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cellThatSlides,
  type Direction,
  directionOf,
  slide,
} from '../../src/web/features/puzzle/board.ts';
import {
  KEYS,
  type PuzzleFixture,
  type PuzzlePage,
  startPuzzleFixture,
} from '../support/pages/puzzle-fixture.ts';

/** One of each axis; the way back is the other. */
const DIRECTIONS = ['up', 'right'] as const satisfies readonly Direction[];
const BACK = { up: 'down', right: 'left' } as const;
let fixture: PuzzleFixture;
let puzzle: PuzzlePage;

beforeAll(async () => {
  fixture = await startPuzzleFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  puzzle = await fixture.newPage();
});
afterEach(async () => {
  await puzzle.close();
  expect(puzzle.problems).toEqual([]);
});

describe('a tile', () => {
  it('slides with a press when it is in line with the gap, and takes those between along', async () => {
    await puzzle.open('piece=puzzle');
    const before = await puzzle.board();
    await puzzle.tile(before[12] ?? 0).click();
    const after = slide(before, 12);
    expect(await puzzle.board()).toEqual(after);
    expect(await puzzle.drawnBoard()).toEqual(after);
    expect(await puzzle.figure('Moves')).toBe('3');
  });

  it('stays in place otherwise, and announces that', async () => {
    await puzzle.open('piece=puzzle');
    const before = await puzzle.board();
    await puzzle.tile(before[0] ?? 0).click({ force: true });
    expect(await puzzle.board()).toEqual(before);
    expect(await puzzle.figure('Moves')).toBe('0');
    for (const [cell, number] of before.entries()) {
      if (number === 0) continue;
      expect(await puzzle.tile(number).getAttribute('aria-disabled')).toBe(
        String(directionOf(before, cell) === null),
      );
    }
  });

  it.each(['ltr', 'rtl'])(
    'slides with the arrow keys, on the screen as the arrow points, in a page %s',
    async (dir) => {
      await puzzle.open(`piece=puzzle&dir=${dir}`);
      await puzzle.tabStop().focus();
      let board = await puzzle.board();
      for (const direction of ['right', 'down', 'left', 'up', 'up', 'right', 'down'] as const) {
        const cell = cellThatSlides(board, direction);
        await puzzle.page.keyboard.press(KEYS[direction]);
        if (cell !== null) {
          expect(await puzzle.focusedTile()).toBe(String(board[cell]));
          board = slide(board, cell);
        }
        expect(await puzzle.drawnBoard()).toEqual(board);
      }
    },
  );

  it('is reached with one press of Tab, and the next press leaves the board', async () => {
    await puzzle.open('piece=puzzle');
    await puzzle.page.keyboard.press('Tab');
    expect(await puzzle.focusedTile()).not.toBeNull();
    await puzzle.page.keyboard.press('Enter');
    expect(await puzzle.figure('Moves')).not.toBe('0');
    await puzzle.page.keyboard.press('Tab');
    expect(await puzzle.page.evaluate('document.activeElement.textContent')).toBe('Shuffle');
    await puzzle.page.keyboard.press('Shift+Tab');
    expect(await puzzle.focusedTile()).not.toBeNull();
    expect(await puzzle.tabStop().count()).toBe(1);
  });

  it.each(DIRECTIONS)('slides %s with a swipe, once', async (direction) => {
    await puzzle.open('piece=puzzle');
    // The gap goes to the middle first, so that every direction is possible.
    await puzzle.tabStop().focus();
    await puzzle.page.keyboard.press('ArrowDown');
    await puzzle.page.keyboard.press('ArrowRight');
    const before = await puzzle.board();
    const cell = cellThatSlides(before, direction) ?? 0;
    const box = await puzzle.tile(before[cell] ?? 0).boundingBox();
    if (!box) throw new TypeError('the tile is not drawn');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const [across, down] = { up: [0, -1], right: [1, 0] }[direction];
    const touch = await puzzle.page.context().newCDPSession(puzzle.page);
    const at = (distance: number) => [
      { x: x + (across ?? 0) * distance, y: y + (down ?? 0) * distance },
    ];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (const distance of [10, 20, 30])
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at(distance),
      });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(puzzle.board).toEqual(slide(before, cell));
    // A mouse does the same, and the click that follows does not slide the tile back.
    const again = await puzzle.board();
    const back = cellThatSlides(again, BACK[direction]);
    const target = await puzzle.tile(again[back ?? 0] ?? 0).boundingBox();
    const [fromX, fromY] = [(target?.x ?? 0) + 40, (target?.y ?? 0) + 40];
    await puzzle.page.mouse.move(fromX, fromY);
    await puzzle.page.mouse.down();
    await puzzle.page.mouse.move(fromX - (across ?? 0) * 30, fromY - (down ?? 0) * 30);
    await puzzle.page.mouse.up();
    expect(await puzzle.board()).toEqual(before);
  });

  it('slides with a tap', async () => {
    await puzzle.open('piece=puzzle');
    const before = await puzzle.board();
    await puzzle.tile(before[14] ?? 0).tap();
    await expect.poll(puzzle.board).toEqual(slide(before, 14));
  });
});
