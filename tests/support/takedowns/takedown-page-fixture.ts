// The pages for notices in a real browser, with the real services of takedowns on a database in memory behind them.
import type { Page } from 'playwright-core';
import { createBlocks } from '../../../src/adapters/database/blocks.ts';
import { openDatabase } from '../../../src/adapters/database/connection/open-database.ts';
import { createTrendingVideos } from '../../../src/adapters/database/trending-videos.ts';
import { createMemoryLimiter } from '../../../src/adapters/limiter/memory.ts';
import { createMemoryOnceOnly } from '../../../src/adapters/memory/once-only.ts';
import { createTakedownServices } from '../../../src/compose/takedowns.ts';
import { createBlockList } from '../../../src/core/blocks/block-list.ts';
import type { TakedownServices } from '../../../src/http/services.ts';
import { startBrowser } from '../browser/browser.ts';
import { builtPages } from '../browser/built-pages.ts';
import { startHttpFixture } from '../http/http-fixture.ts';
import type { ManualClock } from '../run/manual-clock.ts';

/** How the window looks, and what comes between the page and the server. */
export type TakedownWindow = {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly prepare?: (page: Page) => Promise<unknown>;
};

/** The fixture. `problems` collects what the console complains about and what leaves the site. */
export type TakedownPageFixture = {
  readonly origin: string;
  readonly clock: ManualClock;
  readonly services: TakedownServices;
  readonly problems: string[];
  /** Gives a notice of a link, later than the last, and accepts it if wanted; the token of its case. */
  readonly aNotice: (link: string, isAccepted?: boolean) => Promise<string>;
  /** Opens a page as a new visitor from a fresh address; `window.shifts` records layout shifts. */
  readonly open: (path: string, look?: TakedownWindow) => Promise<Page>;
  readonly closePages: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const START = Date.UTC(2026, 10, 22, 12);
const WATCH_SHIFTS = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, ...sources.map(({ node }) => node?.className)].join(' '));
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Starts everything. Default: a short proof of work. */
export async function startTakedownPageFixture(difficultyBits = 8): Promise<TakedownPageFixture> {
  const database = await openDatabase({ url: null, dataDir: ':memory:' });
  const blockList = createBlockList(createBlocks(database.db));
  const unused = () => Promise.reject(new TypeError('not part of this fixture'));
  let services: TakedownServices | undefined;
  const fixture = await startHttpFixture({ webDir: await builtPages() }, ({ clock }) => {
    clock.setWall(START);
    services = createTakedownServices({
      clock,
      database,
      blockList,
      difficultyBits,
      used: createMemoryOnceOnly(clock),
      engine: { inspect: unused },
      shortLinks: { follow: unused },
      videos: createTrendingVideos(database.db),
      refresh: () => blockList.reload(),
      secret: new Uint8Array(32).fill(7),
      keptMs: 1000,
      isAgentConfigured: false,
    });
    return {
      takedowns: services,
      limiter: createMemoryLimiter({ clock }),
      countPageView: async () => undefined,
    };
  });
  const { origin, clock } = fixture;
  if (!services) throw new TypeError('the fixture made no services');
  const takedowns = services;
  const browser = await startBrowser();
  const problems: string[] = [];
  let visitors = 0;
  return {
    origin,
    clock,
    services,
    problems,
    async aNotice(link, isAccepted = false) {
      clock.advance(1000);
      return giveNotice(takedowns, link, origin, isAccepted);
    },
    async open(path, look = {}) {
      const { width = 390, colorScheme = 'light', javaScriptEnabled = true, prepare } = look;
      visitors += 1;
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme,
        javaScriptEnabled,
        locale: 'en',
        reducedMotion: 'reduce',
        extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visitors}` },
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        const isRefusal = message.text().startsWith('Failed to load resource');
        if (['error', 'warning'].includes(message.type()) && !isRefusal)
          problems.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(origin)) problems.push(`went out to ${request.url()}`);
      });
      await page.addInitScript(WATCH_SHIFTS);
      await prepare?.(page);
      await page.goto(origin + path);
      if (javaScriptEnabled) await page.locator('html[data-ready]').waitFor();
      return page;
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      await fixture.close();
      await database.close();
    },
  };
}

/** A notice as the server reads it from a form. */
async function giveNotice(
  { takingNotices, decidingNotices }: TakedownServices,
  link: string,
  origin: string,
  isAccepted: boolean,
): Promise<string> {
  const read = await takingNotices.readLinks([link], origin);
  const contact = { name: 'Ada', email: 'a@b.test', address: null, phone: null, signature: 'Ada' };
  const token = await takingNotices.submit(
    { kind: 'copyright', offence: null, work: 'My film', reasons: null, ...contact },
    read,
  );
  const [newest] = await decidingNotices.list('received');
  const decision = {
    decision: 'accept',
    reason: 'The film is hers.',
    blockUploader: false,
  } as const;
  if (isAccepted && newest)
    await decidingNotices.decide('ann', newest.id, decision, null, new AbortController().signal);
  return token;
}
