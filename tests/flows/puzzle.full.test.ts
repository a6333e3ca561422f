import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSolved } from '../../src/web/features/puzzle/board.ts';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  type PuzzleFixture,
  type PuzzlePage,
  startPuzzleFixture,
} from '../support/pages/puzzle-fixture.ts';
import { isSolvable } from '../support/pages/solve-puzzle.ts';

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

describe('the puzzle', () => {
  it.each([
    ['light', 820, 'ltr'],
    ['dark', 820, 'ltr'],
    ['light', 320, 'rtl'],
    ['dark', 320, 'ltr'],
  ] as const)(
    'has no axe violations, %s at %i px, %s, new and solved, and fits',
    async (colorScheme, width, dir) => {
      await puzzle.page.emulateMedia({ colorScheme });
      await puzzle.page.setViewportSize({ width, height: 800 });
      await puzzle.open(`piece=near&dir=${dir}`);
      expect(await violations(puzzle.page)).toEqual([]);
      await puzzle.solveByKeys();
      expect(await violations(puzzle.page)).toEqual([]);
      expect(await overflowing(puzzle.page)).toEqual([]);
    },
  );

  it('starts in an order that can be solved, with targets for a thumb at 320 px', async () => {
    await puzzle.page.setViewportSize({ width: 320, height: 800 });
    await puzzle.open('piece=puzzle');
    const board = await puzzle.board();
    expect(isSolvable(board)).toBe(true);
    expect(isSolved(board)).toBe(false);
    for (const one of await puzzle.page.getByRole('button').all()) {
      const box = await one.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });

  it('draws the tiles where their names say, also on a right-to-left page', async () => {
    await puzzle.open('piece=puzzle');
    expect(await puzzle.drawnBoard()).toEqual(await puzzle.board());
    await puzzle.open('piece=puzzle&dir=rtl');
    expect(await puzzle.drawnBoard()).toEqual(await puzzle.board());
  });

  it('moves in less than a quarter of a second, or at once with reduced motion', async () => {
    await puzzle.open('piece=puzzle');
    const durations = () =>
      puzzle.page.evaluate<number[]>(`[...document.querySelectorAll('.puzzle *')]
        .map((one) => getComputedStyle(one))
        .flatMap((style) => style.transitionProperty === 'none' ? [0] : style.transitionDuration.split(',').map(parseFloat))`);
    expect(Math.max(...(await durations()))).toBeLessThanOrEqual(0.001);
    await puzzle.page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(Math.max(...(await durations()))).toBeLessThanOrEqual(0.25);
    expect(
      await puzzle.page.evaluate<string>(
        "getComputedStyle(document.querySelector('[data-tile]')).transitionDuration",
      ),
    ).toMatch(/^0\.18s/);
  });
});

describe('the time', () => {
  it('starts with the first move, and pauses while the page is hidden', async () => {
    await puzzle.open('piece=puzzle');
    await puzzle.holdClock();
    await puzzle.page.clock.runFor(5000);
    await expect.poll(() => puzzle.figure('Time')).toBe('0:00');
    await puzzle.tabStop().press('ArrowRight');
    await puzzle.page.clock.runFor(12_000);
    await expect.poll(() => puzzle.figure('Time')).toBe('0:12');
    const turn = (hidden: boolean) =>
      puzzle.page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await turn(true);
    await puzzle.page.clock.runFor(600_000);
    await expect.poll(() => puzzle.figure('Time')).toBe('0:12');
    await turn(false);
    await puzzle.page.clock.runFor(50_000);
    await expect.poll(() => puzzle.figure('Time')).toBe('1:02');
  });

  it('stops when the puzzle is solved, and the card shows the result', async () => {
    await puzzle.open('piece=near');
    await puzzle.holdClock();
    const height = (await puzzle.page.locator('.puzzle').boundingBox())?.height;
    const steps = await puzzle.solveByKeys();
    const text = `Solved in ${steps} moves and 0:00.`;
    await expect.poll(puzzle.announcement).toBe(text);
    await puzzle.page.clock.runFor(30_000);
    await expect.poll(() => puzzle.figure('Time')).toBe('0:00');
    expect(await puzzle.page.locator('.puzzle-lead').textContent()).toBe(text);
    expect((await puzzle.page.locator('.puzzle').boundingBox())?.height).toBe(height);
    const done = await puzzle.board();
    expect(isSolved(done)).toBe(true);
    await puzzle.tile(15).click({ force: true });
    await puzzle.page.keyboard.press('ArrowRight');
    expect(await puzzle.board()).toEqual(done);
  });
});

describe('the buttons', () => {
  it('shuffle again, or restore the start', async () => {
    await puzzle.open('piece=puzzle');
    const start = await puzzle.board();
    await puzzle.tile(start[12] ?? 0).click();
    await puzzle.button('Start again').click();
    expect(await puzzle.board()).toEqual(start);
    expect(await puzzle.figure('Moves')).toBe('0');
    await expect.poll(puzzle.announcement).toBe('The tiles are back where you started.');
    await puzzle.button('Shuffle').click();
    expect(await puzzle.board()).not.toEqual(start);
    expect(isSolvable(await puzzle.board())).toBe(true);
    await expect.poll(puzzle.announcement).toBe('The tiles are shuffled.');
  });
});

describe('a screen reader', () => {
  it('hears of moves after a pause, and not of each', async () => {
    await puzzle.open('piece=puzzle');
    await puzzle.holdClock();
    const before = await puzzle.board();
    await puzzle.tile(before[12] ?? 0).click();
    await puzzle.page.clock.runFor(600);
    await expect.poll(puzzle.announcement).toBe('');
    const second = (await puzzle.board())[8] ?? 0;
    await puzzle.tile(second).click();
    await puzzle.page.clock.runFor(600);
    await expect.poll(puzzle.announcement).toBe('');
    await puzzle.page.clock.runFor(200);
    await expect.poll(puzzle.announcement).toBe(`Tile ${second} moved down. 4 moves so far.`);
  });
});
