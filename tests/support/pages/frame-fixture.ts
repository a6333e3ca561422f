// The frame of the pages in a browser: the built pages, with only a test's own answers behind them.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openContexts } from '../browser/browser.ts';
import { builtPages } from '../browser/built-pages.ts';
import { type PageServerOptions, servePages } from '../browser/page-server.ts';

/** The fixture. `problems` collects what the console and the pages complain about. */
export type FrameFixture = {
  readonly origin: string;
  readonly problems: string[];
  readonly visitor: (options?: BrowserContextOptions) => Promise<FrameVisitor>;
  readonly close: () => Promise<void>;
};

/** A visitor with a browser of their own; `open` answers once the page has come to life, where scripts may run. */
export type FrameVisitor = {
  readonly context: BrowserContext;
  readonly open: (path?: string) => Promise<Page>;
};

/** Starts everything but a browser that is lent; the pages are the product's own unless a folder is given. */
export async function startFrameFixture(
  webDir?: string,
  { browser: lent, ...options }: PageServerOptions & { readonly browser?: Browser } = {},
): Promise<FrameFixture> {
  const server = await servePages(webDir ?? (await builtPages()), options);
  const browser = await openContexts(lent);
  const problems: string[] = [];
  return {
    origin: server.origin,
    problems,
    async visitor(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      // There is only the frame here: every call of the pages is answered with "nothing".
      await context.route('**/api/**', (route) => route.fulfill({ status: 204 }));
      return {
        context,
        async open(path = '/') {
          const page = await context.newPage();
          page.on('console', (one) => one.type() === 'error' && problems.push(one.text()));
          page.on('pageerror', (error) => problems.push(error.message));
          await page.goto(server.origin + path);
          if (options.javaScriptEnabled !== false) await page.locator('html[data-ready]').waitFor();
          return page;
        },
      };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Whether an element has the focus, by a selector. */
export function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(
    `document.activeElement === document.querySelector(${JSON.stringify(selector)})`,
  );
}
