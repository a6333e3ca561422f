// The whole product with its pages in a real browser, for tests of the download flow: visitors, tabs and what they see.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { LabPlatform } from '../../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import type { MainPlatformId } from '../../../src/shared/platforms/platform.ts';
import { openContexts } from '../browser/browser.ts';
import { freshAddress, type Product, startProduct } from '../product/product.ts';

/** A visitor: a browser of their own, with an address and cookies of its own. */
export type FlowVisitor = {
  readonly context: BrowserContext;
  readonly open: (path?: string) => Promise<Page>;
};

/** The fixture. `problems` collects errors on the console, of the page, and requests that leave the site. */
export type FlowFixture = {
  readonly product: Product;
  /** The address of the site, with its base path and without a slash at its end. */
  readonly origin: string;
  readonly problems: string[];
  readonly visitor: (look?: VisitorDevice) => Promise<FlowVisitor>;
  /** Makes the media of a platform come at this rate for each connection; the answer ends it. */
  readonly slowDown: (host: string, bytesPerSecond: number) => () => void;
  readonly close: () => Promise<void>;
};

/** A visitor's device. Default: a computer with a light screen. */
export type VisitorDevice = {
  readonly width?: number;
  readonly isPhone?: boolean;
  readonly colorScheme?: 'light' | 'dark';
};

/**
 * Starts everything but a browser that is lent. `platforms` stand in for those of the same id, `egresses` for the lab's proxy, whose
 * address it is given.
 */
export async function startFlowFixture(
  settings: Readonly<Record<string, string>> = {},
  lent?: Browser,
  platforms: readonly LabPlatform[] = [],
  egresses: (proxyUrl: string) => string = () => '',
): Promise<FlowFixture> {
  const product = await startProduct(
    (proxyUrl) => ({
      TRUSTED_PROXIES: '127.0.0.1',
      EGRESSES: egresses(proxyUrl),
      ...settings,
    }),
    platforms,
  );
  const listened = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = listened + (settings['BASE_PATH'] ?? '');
  const browser = await openContexts(lent);
  const problems: string[] = [];

  const watch = (page: Page) => {
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // A refusal of the server is what some tests are about; the browser itself notes it here.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) problems.push(message.text());
    });
    page.on('request', (request) => {
      const isOurs =
        /^(blob|data):/.test(request.url()) || `${request.url()}/`.startsWith(`${origin}/`);
      if (!isOurs) problems.push(`went out to ${request.url()}`);
    });
  };

  return {
    product,
    origin,
    problems,
    async visitor({ width = 1280, isPhone = false, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({
        viewport: { width: isPhone ? 390 : width, height: isPhone ? 844 : 900 },
        ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
        colorScheme,
        acceptDownloads: true,
        extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
      });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: listened });
      return {
        context,
        async open(path = '/') {
          const page = await context.newPage();
          watch(page);
          await page.goto(origin + path);
          // From here on, what is done has its effect.
          await page.locator('html[data-ready]').waitFor();
          return page;
        },
      };
    },
    slowDown: (host, bytesPerSecond) =>
      product.lab.faults.add({ host, pathPrefix: '/', fault: { kind: 'slow', bytesPerSecond } }),
    async close() {
      await browser.close();
      await product.close();
    },
  };
}

/** Waits for a value as long as a busy machine may need. */
export function until<T>(read: () => T, timeout?: number) {
  return expect.poll(read, timeout === undefined ? {} : { timeout });
}

/** Forgets what the site keeps in this browser. The page is left first: it may be about to keep something more. */
export async function forget(page: Page): Promise<void> {
  await page.goto(new URL('/healthz', page.url()).href);
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
}

/** What has the focus: its text, or the id of the link box. */
export function focusOf(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.textContent || document.activeElement.id');
}

/** Whether this element has the focus. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => (element as unknown as Matching).matches(':focus'));
}

type Matching = { readonly matches: (selector: string) => boolean };

/** A link of the lab that gives a video, and its title. */
export type GoodLink = { readonly url: string; readonly title: string };

/** The first link of a platform's lab that answers, with the title it must show. */
export function goodLink(platform: MainPlatformId): GoodLink {
  const [first] = goodLinks(platform);
  if (!first) throw new TypeError(`the lab has no good link of ${platform}`);
  return first;
}

/** All of them, in the lab's order. */
export function goodLinks(platform: MainPlatformId): GoodLink[] {
  return LAB_PLATFORMS[platform].links.flatMap(({ url, expect: expected }) =>
    'items' in expected ? [{ url, title: expected.title }] : [],
  );
}

/** The first link of a platform's lab that is refused with this code. */
export function refusedLink(platform: MainPlatformId, code: string): string {
  const link = LAB_PLATFORMS[platform].links.find(
    (one) => 'code' in one.expect && one.expect.code === code,
  );
  if (!link) throw new TypeError(`the lab has no link of ${platform} with ${code}`);
  return link.url;
}

/** What a visitor meets on the page, by the names they see. */
export function seen(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string) => page.getByRole('heading', { name });
  return {
    box: page.getByLabel('Video link'),
    analyze: button('Analyze'),
    start: button('Get Your Video Now'),
    cancel: button('Cancel'),
    save: page.getByRole('link', { name: 'Download Now' }),
    options: heading('Customize Your Download'),
    progress: heading('Processing Your Request'),
    ready: heading('Your Download is Ready!'),
    failed: heading('That didn’t work'),
    bar: page.getByRole('progressbar'),
    howTo: heading('How to download a video'),
    heading,
    button,
  };
}

/** A link of the lab to a post with several items, photos among them. */
export function manyItems(): string {
  const link = LAB_PLATFORMS.instagram.links.find(
    (one) =>
      'items' in one.expect &&
      one.expect.items.length > 2 &&
      one.expect.items.some(({ kind }) => kind === 'photo'),
  );
  if (!link) throw new TypeError('the lab has no post with several items');
  return link.url;
}
