// The home page in a browser, with a server that has only pages and the status that a test sets.
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { StatusAnswer } from '../../../src/shared/api/site.ts';
import { type Contexts, openContexts } from '../browser/browser.ts';
import { builtPages } from '../browser/built-pages.ts';
import { servePages } from '../browser/page-server.ts';
import { takeOver } from '../browser/take-over.ts';

/** One visitor. `asked` are the paths of all requests, `problems` the errors of page and console. */
export type HomeVisit = {
  readonly page: Page;
  readonly asked: readonly string[];
  readonly problems: string[];
  /** Opens a page of a server with this status. */
  readonly open: (status?: StatusAnswer, at?: string) => Promise<void>;
  /** Waits until a path has been requested, exactly once. */
  readonly untilAsked: (what: string) => Promise<void>;
  /** Whether a script or a style of this name was fetched. */
  readonly isFetched: (name: string) => boolean;
  readonly notice: Locator;
  readonly proof: Locator;
  readonly lid: Locator;
  readonly close: () => Promise<void>;
};

/** The running server with its browser. */
export type HomeFixture = {
  readonly browser: Contexts;
  readonly origin: string;
  readonly visit: () => Promise<HomeVisit>;
  readonly close: () => Promise<void>;
};

/** The status of a new server, of one with problems at YouTube, and of a busy one. */
export const QUIET: StatusAnswer = {
  platforms: [],
  notices: { youtube: false },
  rating: null,
  at: '2026-11-21T00:00:00.000Z',
  made: { weekFiles: 0, medianSeconds: null },
};
export const WARNING: StatusAnswer = { ...QUIET, notices: { youtube: true } };
export const BUSY: StatusAnswer = {
  ...QUIET,
  rating: { count: 42, average: 4.55 },
  made: { weekFiles: 1234, medianSeconds: 8.44 },
};

/** Starts the server of the built pages, and a browser unless one is lent. */
export async function startHomeFixture(lent?: Browser): Promise<HomeFixture> {
  const server = await servePages(await builtPages());
  const browser = await openContexts(lent);
  return {
    browser,
    origin: server.origin,
    visit: () => startVisit(browser, server.origin),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function startVisit(browser: Contexts, origin: string): Promise<HomeVisit> {
  const asked: string[] = [];
  const problems: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return {
    page,
    asked,
    problems,
    async open(status = QUIET, at = '/') {
      // Page views have tests of their own.
      await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
      await page.route('**/api/status', (route) => route.fulfill({ json: status }));
      await page.route('**/api/trending', (route) => route.fulfill({ json: [] }));
      await page.goto(origin + at);
      await takeOver(page);
    },
    untilAsked: (what) => expect.poll(() => asked.filter((it) => it === what)).toEqual([what]),
    isFetched: (name) => asked.some((it) => it.startsWith(`/assets/${name}-`)),
    notice: page.getByRole('complementary', { name: 'Notice' }),
    proof: page.getByRole('region', { name: 'This server, this week' }),
    lid: page.getByText('Play while you wait'),
    close: () => context.close(),
  };
}
