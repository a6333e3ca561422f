// The operators' pages in a real browser, before the whole product: its own pages, database, engine and limits, and the lab.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { vi } from 'vitest';
import { type Lab, startLab } from '../../../lab/lab.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { labSettings } from '../../../lab/settings.ts';
import { seed } from '../../../src/commands/seed.ts';
import { compose } from '../../../src/compose/compose.ts';
import { readConfig } from '../../../src/config.ts';
import { buildApp } from '../../../src/http/app.ts';
import type { AdminTrendingItem } from '../../../src/shared/api/admin.ts';
import type { MainPlatformId } from '../../../src/shared/platforms/platform.ts';
import { startBrowser } from '../browser/browser.ts';
import { builtPages } from '../browser/built-pages.ts';
import { goodLinks } from '../flow/flow-fixture.ts';
import { clientAt } from '../product/job-client.ts';
import { SLOW_MACHINE_TIMEOUT } from '../run/slow-machine-timeout.ts';

/** The operator. */
export const ANN = { email: 'ann@site.example', password: 'four random words make one' } as const;

/** The kind of window. Default: a computer with a light screen. */
export type OperatorWindow = {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly isSignedIn?: boolean;
};

/** The fixture. `problems` collects what the console complains about and what leaves the site. */
export type OperatorsFixture = {
  readonly origin: string;
  readonly lab: Lab;
  /** For files of the test's own. */
  readonly folder: string;
  readonly problems: string[];
  /** A new browser context. Default: signed in. */
  readonly visit: (look?: OperatorWindow) => Promise<BrowserContext>;
  /** Opens a page of it, once React has taken it over. */
  readonly open: (context: BrowserContext, address: string) => Promise<Page>;
  /** Calls the server as an operator in another browser. */
  readonly call: (method: string, address: string, body?: unknown) => Promise<Response>;
  /** The list as operators get it. */
  readonly list: () => Promise<readonly AdminTrendingItem[]>;
  readonly byTitle: (title: string) => Promise<AdminTrendingItem | undefined>;
  /** Adds a video and answers its id; changes one, whatever its version. */
  readonly add: (title: string, more?: object) => Promise<string>;
  readonly change: (id: string, body: object) => Promise<Response>;
  /** Five visitors download a video that is on no list; answers what it then is called among what is worth featuring. */
  readonly makePopular: (platform: MainPlatformId) => Promise<{ link: string; title: string }>;
  readonly close: () => Promise<void>;
};

const LINK = 'https://www.youtube.com/watch?v=labMain_001';

/** Starts everything, with the sample videos on the list. */
export async function startOperatorsFixture(): Promise<OperatorsFixture> {
  const lab = await startLab({ platforms: Object.values(LAB_PLATFORMS) });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-operators-'));
  const config = readConfig({
    ...labSettings(lab),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_EMAIL: ANN.email,
    ADMIN_PASSWORD: ANN.password,
  });
  await seed(config, true);
  const problems: string[] = [];
  const product = await compose(config, {
    warn: (message, cause) => problems.push(`${message}: ${cause}`),
    noteFailure: () => undefined,
  });
  const webDir = await builtPages();
  const app = await buildApp(product.services, { ...product.http, webDir });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser: Browser = await startBrowser();
  let addresses = 0;
  /** An unused address, so that tests do not share rate limits. */
  const freshAddress = () => {
    addresses += 1;
    return { 'x-forwarded-for': `198.51.100.${addresses}` };
  };
  const signIn = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...freshAddress() },
    body: JSON.stringify(ANN),
  });
  const [name = '', value = ''] = (signIn.headers.getSetCookie()[0] ?? '').split(/[=;]/);
  const call: OperatorsFixture['call'] = (method, address, body) =>
    fetch(origin + address, {
      method,
      headers: {
        cookie: `${name}=${value}`,
        ...freshAddress(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const list = async () =>
    (await (await call('GET', '/admin/trending')).json()) as readonly AdminTrendingItem[];

  return {
    origin,
    lab,
    problems,
    call,
    folder: dataDir,
    async visit({ width = 1280, colorScheme = 'light', isSignedIn = true } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        extraHTTPHeaders: freshAddress(),
        colorScheme,
        reducedMotion: 'reduce' as const,
        serviceWorkers: 'block' as const,
      });
      if (isSignedIn) await context.addCookies([{ name, value, url: origin, sameSite: 'Strict' }]);
      return context;
    },
    async open(context, address) {
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        const isRefusal = message.text().startsWith('Failed to load resource');
        const isNote = /blocked by Playwright/.test(message.text());
        const isComplaint = message.type() === 'error' || message.type() === 'warning';
        if (isComplaint && !isRefusal && !isNote) problems.push(message.text());
      });
      page.on('request', (request) => {
        const isOurs = /^(blob|data):/.test(request.url()) || request.url().startsWith(origin);
        if (!isOurs) problems.push(`went out to ${request.url()}`);
      });
      await page.goto(origin + address);
      await page.locator('html[data-ready]').waitFor();
      return page;
    },
    list,
    byTitle: async (title) => (await list()).find((video) => video.title === title),
    async add(title, more = {}) {
      const answer = await call('POST', '/admin/trending', { title, videoUrl: LINK, ...more });
      return ((await answer.json()) as AdminTrendingItem).id;
    },
    change: (id, body) => call('PUT', `/admin/trending/${id}`, body),
    async makePopular(platform) {
      const worth = async () => {
        const answer = await call('GET', '/api/admin/worth-featuring');
        return ((await answer.json()) as { link: string }[]).map(({ link }) => link);
      };
      // The first one is among the sample videos.
      const [, other] = goodLinks(platform);
      if (!other) throw new TypeError(`the lab has one good link of ${platform} only`);
      const before = await worth();
      for (let visitors = 0; visitors < 5; visitors += 1)
        await clientAt(origin).make({ url: other.url });
      const isNew = (link: string) => !before.includes(link);
      const link = await vi.waitUntil(
        async () => (await worth()).find(isNew),
        SLOW_MACHINE_TIMEOUT,
      );
      return { link, title: other.title };
    },
    async close() {
      await browser.close();
      await app.close();
      await product.close();
      await lab.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
