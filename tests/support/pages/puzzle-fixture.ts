// The puzzle on a page of its own in a real browser: what is on the board by name and to the eye, and how to play it.
import type { Browser, Locator, Page } from 'playwright-core';
import type { Board } from '../../../src/web/features/puzzle/board.ts';
import { startBrowser } from '../browser/browser.ts';
import { servePiece } from '../browser/serve-piece.ts';
import { solve } from './solve-puzzle.ts';

/** The key for each direction. */
export const KEYS = {
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
} as const;

/** A page with a puzzle. */
export type PuzzlePage = {
  readonly page: Page;
  /** What the console and the page complained about. */
  readonly problems: readonly string[];
  /** Shows `piece=puzzle`, or `piece=near` for one that is nearly done; `&dir=rtl` turns the page. */
  readonly open: (query: string) => Promise<void>;
  readonly tile: (tile: number) => Locator;
  /** The one tile that the Tab key reaches. */
  readonly tabStop: () => Locator;
  readonly button: (name: string) => Locator;
  readonly figure: (name: string) => Promise<string | null>;
  /** The last announcement to screen readers. */
  readonly announcement: () => Promise<string | null>;
  readonly focusedTile: () => Promise<string | null>;
  /** Lets the clock stand still, so that the test says when time passes. */
  readonly holdClock: () => Promise<void>;
  /** The tile in each cell, as the names of the tiles say. */
  readonly board: () => Promise<Board>;
  /** The tile drawn in each cell. */
  readonly drawnBoard: () => Promise<Board>;
  /** Plays to the end with the arrow keys; the answer is how many it took. */
  readonly solveByKeys: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** The server and the browser behind the pages. */
export type PuzzleFixture = {
  readonly newPage: () => Promise<PuzzlePage>;
  readonly close: () => Promise<void>;
};

/** Starts both. Pages ask for no motion, have a touch screen, and a clock that tests can hold. */
export async function startPuzzleFixture(): Promise<PuzzleFixture> {
  const server = await servePiece();
  const browser = await startBrowser();
  return {
    newPage: () => newPage(browser, server.origin),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

async function newPage(browser: Browser, origin: string): Promise<PuzzlePage> {
  const context = await browser.newContext({
    viewport: { width: 820, height: 800 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() !== 'info' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  const tabStop = () => page.locator('[data-tile][tabindex="0"]');
  const figures = page.locator('dl > div');
  return {
    page,
    problems,
    tabStop,
    async open(query) {
      await page.goto(`${origin}/?${query}`);
      await tabStop().waitFor();
    },
    tile: (tile) => page.locator(`[data-tile="${tile}"]`),
    button: (name) => page.getByRole('button', { name, exact: true }),
    figure: (name) =>
      figures
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .textContent(),
    announcement: () => page.getByRole('status').textContent(),
    focusedTile: () => page.evaluate('document.activeElement?.dataset.tile ?? null'),
    async holdClock() {
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
    },
    board: () => namedBoard(page),
    drawnBoard: () => drawnBoard(page),
    async solveByKeys() {
      const way = solve(await namedBoard(page), 40);
      if (!way) throw new Error('the board is too far from done');
      await tabStop().focus();
      for (const direction of way) await page.keyboard.press(KEYS[direction]);
      return way.length;
    },
    close: () => context.close(),
  };
}

async function namedBoard(page: Page): Promise<Board> {
  const names = await page
    .getByRole('group', { name: 'Sliding puzzle' })
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const board = Array<number>(16).fill(0);
  for (const name of names) {
    const [number, row, column] = name.match(/\d+/g)?.map(Number) ?? [];
    board[((row ?? 0) - 1) * 4 + (column ?? 0) - 1] = number ?? 0;
  }
  return board;
}

async function drawnBoard(page: Page): Promise<Board> {
  const board = Array<number>(16).fill(0);
  const frame = await page.locator('.puzzle-board').boundingBox();
  if (!frame) throw new TypeError('there is no board');
  for (const one of await page.locator('[data-tile]').all()) {
    const box = await one.boundingBox();
    if (!box) throw new TypeError('a tile is not drawn');
    const cell = (start: number, at: number) => Math.floor(((at - start) / frame.width) * 4);
    const row = cell(frame.y, box.y + box.height / 2);
    board[row * 4 + cell(frame.x, box.x + box.width / 2)] = Number(
      await one.getAttribute('data-tile'),
    );
  }
  return board;
}
