// The site with its real pages and an empty database in a real browser; for tests of pages that are looked at and read.
import type { Browser, Page } from 'playwright-core';
import type { HttpOptions } from '../../../src/http/services.ts';
import { openContexts } from '../browser/browser.ts';
import { builtPages } from '../browser/built-pages.ts';
import { type SiteFixture, startSiteFixture } from '../http/site-fixture.ts';

/** The kind of window. Default: a phone with a light screen. */
export type ReadingWindow = {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly dir?: 'ltr' | 'rtl';
};

/** The fixture. `problems` collects what the console complains about and what leaves the site. */
export type ReadingFixture = {
  readonly site: SiteFixture;
  readonly problems: string[];
  /** Opens a page once React has taken it over; `prepare` may put faults in its way first. */
  readonly open: (
    address: string,
    look?: ReadingWindow,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Page>;
  readonly close: () => Promise<void>;
};

/** Starts the site, and a browser unless one is lent. */
export async function startReadingFixture(
  options: Partial<HttpOptions> = {},
  lent?: Browser,
): Promise<ReadingFixture> {
  const site = await startSiteFixture({ webDir: await builtPages(), ...options });
  const browser = await openContexts(lent);
  const problems: string[] = [];
  return {
    site,
    problems,
    async open(address, { width = 390, colorScheme = 'light', dir = 'ltr' } = {}, prepare) {
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme,
        reducedMotion: 'reduce' as const,
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        const isRefusal = message.text().startsWith('Failed to load resource');
        const isComplaint = message.type() === 'error' || message.type() === 'warning';
        if (isComplaint && !isRefusal) problems.push(message.text());
      });
      page.on('request', (request) => {
        const isOurs = /^(blob|data):/.test(request.url()) || request.url().startsWith(site.origin);
        if (!isOurs) problems.push(`went out to ${request.url()}`);
      });
      await prepare?.(page);
      await page.goto(site.origin + address);
      await page.locator('html[data-ready]').waitFor();
      if (dir === 'rtl') await page.evaluate('document.documentElement.dir = "rtl"');
      return page;
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

/** Whether anything is wider than the window. */
export async function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth');
}
