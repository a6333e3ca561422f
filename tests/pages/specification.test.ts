// Rows of docs/specification.md that only a browser shows: what is loaded late, asked, remembered, or stands still.
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import later from '../../content/locales/en/later.json' with { type: 'json' };
import type { Job } from '../../src/shared/api/download.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { aJob, anEvent, LINK, RESULT } from '../support/flow/manual-flow.ts';
import { type FrameFixture, startFrameFixture } from '../support/pages/frame-fixture.ts';
import { WARNING } from '../support/pages/home-fixture.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4';
const SAFARI = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Safari/605.1.15`;
const GTM = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1';
const READY = aJob({ state: 'ready', result: { ...RESULT, expiresAt: 9e12 } });

let fixture: FrameFixture;
let asking: PageServer;
let context: BrowserContext;
beforeAll(async () => {
  fixture = await startFrameFixture();
  asking = await servePages(await builtPages(), { site: { gtmId: 'GTM-TEST1' } });
});
afterAll(async () => {
  await fixture?.close();
  await asking?.close();
});
afterEach(async () => {
  await context.close();
  expect(fixture.problems.splice(0)).toEqual([]);
});

const visit = async (options: BrowserContextOptions = {}) => {
  const visitor = await fixture.visitor({ locale: 'en', ...options });
  context = visitor.context;
  return visitor;
};
const answer = (path: string, json: unknown) =>
  context.route(`**${path}`, (route) => route.fulfill({ json }));

describe('the notice about YouTube', () => {
  const open = async (reducedMotion: 'reduce' | 'no-preference') => {
    const visitor = await visit({ reducedMotion });
    await answer('/api/status', WARNING);
    const page = await visitor.open('/');
    await page.mouse.move(9, 9);
    const notice = page.getByRole('complementary', { name: 'Notice' });
    await notice.waitFor();
    const runs = () =>
      notice.locator('p').evaluate((text) => {
        const { getAnimations } = text as unknown as { getAnimations: () => readonly Motion[] };
        return getAnimations.call(text).map(({ effect }) => effect.getTiming().iterations);
      });
    return { button: (name: string) => notice.getByRole('button', { name }), runs };
  };

  it('runs three times and can be paused', async () => {
    const { button, runs } = await open('no-preference');
    await expect.poll(runs).toEqual([3]);
    await button('Pause the scrolling text').click();
    await expect.poll(runs).toEqual([]);
  });

  it('stands still with reduced motion', async () => {
    const { button, runs } = await open('reduce');
    expect([await runs(), await button('Pause the scrolling text').count()]).toEqual([[], 0]);
  });
});

it('the warning for Safari has a plain link to Chrome, and stays away once it is dismissed', async () => {
  const { open } = await visit({ userAgent: SAFARI });
  const page = await open('/blog');
  await page.mouse.move(9, 9);
  const link = page.getByRole('link', { name: 'Try Chrome' });
  expect([await link.getAttribute('href'), await link.getAttribute('onclick')]).toEqual([
    'https://www.google.com/chrome/',
    null,
  ]);
  await page.getByRole('button', { name: 'Close this notice' }).click();
  expect(await link.count()).toBe(0);
  expect(await page.evaluate("localStorage.getItem('safariWarningDismissed')")).toBe('true');
});

it('another language is shown without a reload, and kept in the browser and in a cookie', async () => {
  const page = await (await visit()).open('/terms');
  await page.evaluate('window.isSame = true');
  await page.locator('.language-button').click();
  await page.locator('#language-menu [data-language=de]').click();
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de');
  expect(
    await page.evaluate(
      "[location.pathname, window.isSame, localStorage.getItem('language'), document.cookie]",
    ),
  ).toEqual(['/de/terms', true, 'de', 'language=de']);
});

describe('scripts of others', () => {
  const outside: string[] = [];
  const open = async (origin: string) => {
    outside.length = 0;
    const { context: own } = await visit();
    // The question is not put to machines, and a driven browser says that it is one.
    await own.addInitScript("Object.defineProperty(navigator, 'webdriver', { value: false })");
    await own.route(/^https:/, (route) => {
      outside.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    const page = await own.newPage();
    await page.goto(origin);
    await page.locator('html[data-ready]').waitFor();
    return page;
  };

  it('are loaded where the operator has set them, after a yes and not before', async () => {
    const page = await open(asking.origin);
    const accept = page.getByRole('dialog').getByRole('button', { name: 'Accept' });
    await accept.waitFor();
    expect(outside).toEqual([]);
    await accept.click();
    await expect.poll(() => outside).toEqual([GTM]);
  });

  it('do not exist elsewhere, and nothing is asked', async () => {
    const page = await open(fixture.origin);
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))');
    expect([await page.getByRole('dialog').count(), outside]).toEqual([0, []]);
  });
});

describe('a download', () => {
  const progress = {
    ...anEvent(40),
    phase: 'making',
    connections: 8,
    bytesPerSecond: 12_345_678,
  } as const;
  const kept = {
    job: '1',
    url: LINK,
    platform: 'youtube',
    choice: { format: 'mp4', quality: 'high' },
  };
  const begin = async (options: BrowserContextOptions, job: object) => {
    const { open } = await visit(options);
    await context.addInitScript(`sessionStorage.setItem('download', '${JSON.stringify(kept)}')`);
    await answer('/api/jobs/1', job);
    return open;
  };
  const isReady = (page: Page) =>
    page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();

  it('shows its connections and speed on the badge, is called "Converting..." and "Download Now", and is kept in this browser alone', async () => {
    const open = await begin({}, aJob({ progress }));
    const held = Promise.withResolvers<void>();
    await context.route('**/api/download-progress*', async (route) => {
      await held.promise;
      const body = `data: ${JSON.stringify({ ...progress, phase: 'ready', percent: 100 })}\n\n`;
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    const sent: string[] = [];
    context.on('request', (one) => sent.push(`${one.method()} ${one.url()} ${one.postData()}`));
    const page = await open('/');
    const badge = page.getByRole('contentinfo').locator('.optimizer');
    await expect.poll(() => badge.textContent()).toBe('Speed optimizer: 8 connections, 12.3 MB/s');
    await page.getByText('Converting...').first().waitFor();
    await answer('/api/jobs/1', READY);
    held.resolve();
    await isReady(page);
    await expect.poll(() => badge.textContent()).toBe('Speed optimizer: activated');
    const save = page.getByRole('link', { name: 'Download Now' });
    expect(await save.getAttribute('href')).toBe(RESULT.downloadUrl);
    await page.locator('main a[href="/history"]').click();
    expect(await page.getByLabel('Keep a history in this browser').isChecked()).toBe(true);
    await page
      .locator('.history-row')
      .getByRole('heading', { name: READY.title ?? '' })
      .waitFor();
    const holding = sent.filter((one) => one.includes(LINK) || one.includes(String(READY.title)));
    const changing = sent.filter((one) => !one.startsWith('GET '));
    expect([holding, changing.filter((one) => !one.includes('/api/page-views '))]).toEqual([
      [],
      [],
    ]);
  });

  it('goes to the share sheet of a phone in two taps: one fetches it, a fresh one shares it', async () => {
    const picture = { codec: 'h264', width: 640, height: 360, fps: 30 };
    const receipt = { ...RESULT.receipt, picture, playsOn: ['everything'] };
    const result = { ...RESULT, receipt, expiresAt: 9e12 } as Job['result'];
    const film = aJob({ state: 'ready', result });
    const open = await begin({ hasTouch: true, isMobile: true }, film);
    await context.addInitScript(`window.shared = [];
      navigator.canShare = () => true;
      navigator.share = async ({ files }) => {
        if (!navigator.userActivation.isActive) throw new DOMException('no tap', 'NotAllowedError');
        window.shared.push(...files.map(({ size }) => size));
      };`);
    await context.route('**/files/**', (route) => route.fulfill({ body: Buffer.alloc(1000) }));
    const page = await open('/');
    await isReady(page);
    await page.getByRole('button', { name: 'Get it ready for Photos or Files' }).tap();
    const share = page.getByRole('button', { name: 'Save to Photos or Files' });
    await share.waitFor();
    expect(await page.evaluate('window.shared')).toEqual([]);
    await share.tap();
    await expect.poll(() => page.evaluate('window.shared')).toEqual([1000]);
  });
});

describe('the trending videos', () => {
  it('show cards of grey while they load, and say it to screen readers', async () => {
    const visitor = await visit();
    await context.route('**/api/trending*', () => undefined);
    const page = await visitor.open('/trending');
    await page.getByRole('status').getByText('Loading trending videos...').waitFor();
    expect(await page.locator('.trending[aria-busy="true"]').count()).toBe(1);
  });

  it('are deleted with the words of the specification, in a bar and in a toast', () => {
    const { deleted, deleteFailed } = later['operators-trending'];
    expect([deleted, deleteFailed]).toEqual([
      'Video deleted successfully',
      'Failed to delete video',
    ]);
  });
});

type Motion = {
  readonly effect: { readonly getTiming: () => { readonly iterations: number } };
};
