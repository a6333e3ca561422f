import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { takeOver } from '../support/browser/take-over.ts';
import { aJob, LINK, RESULT } from '../support/flow/manual-flow.ts';
import { type FrameFixture, startFrameFixture } from '../support/pages/frame-fixture.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4';
const MAC = {
  viewport: { width: 1440, height: 900 },
  userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Safari/605.1.15`,
};
const IPHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`,
};

let fixture: FrameFixture;
let context: BrowserContext;
beforeAll(async () => {
  fixture = await startFrameFixture();
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await context.close();
  expect(fixture.problems.splice(0)).toEqual([]);
});

const visit = async (options: BrowserContextOptions) => {
  const visitor = await fixture.visitor({ locale: 'en', reducedMotion: 'reduce', ...options });
  context = visitor.context;
  return visitor;
};
const notices = (page: Page) => page.getByRole('complementary', { name: 'Notice for Safari' });
const places = (page: Page) =>
  notices(page).evaluateAll((all) =>
    (all as unknown as { dataset: Record<string, string> }[]).map(
      ({ dataset }) => dataset['place'],
    ),
  );
const dismiss = (page: Page) =>
  notices(page).getByRole('button', { name: 'Close this notice' }).click();
const stored = (page: Page) =>
  page.evaluate(
    "['safariWarningDismissed', 'dismissedSafariWarning'].map((key) => localStorage.getItem(key))",
  );
/** A visitor whose download is finished. */
const withResult = async (options: BrowserContextOptions) => {
  const visitor = await visit(options);
  const kept = {
    job: '1',
    url: LINK,
    platform: 'youtube',
    choice: { format: 'mp4', quality: 'high' },
  };
  const job = aJob({ state: 'ready', result: { ...RESULT, expiresAt: 9e12 } });
  await context.addInitScript(`sessionStorage.setItem('download', '${JSON.stringify(kept)}')`);
  await context.route('**/api/jobs/1', (route) => route.fulfill({ json: job }));
  const open = async () => {
    const page = await visitor.open('/');
    await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
    return page;
  };
  return { open };
};

describe('the warning on every page', () => {
  it.each([
    ['Safari on a Mac', MAC],
    ['Safari on an iPhone', IPHONE],
  ])(
    'appears for %s, without layout shift, and stays away once it is dismissed',
    async (_name, browser) => {
      const { open } = await visit(browser);
      await context.addInitScript(`window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
        .observe({ type: 'layout-shift', buffered: true });`);
      const page = await open('/blog');
      expect(await notices(page).count()).toBe(0);
      await page.mouse.move(9, 9);
      await notices(page).waitFor();
      expect(await notices(page).textContent()).toContain(
        'Safari browser is not fully supported. Some features may not work correctly.',
      );
      expect(await page.getByRole('link', { name: 'Try Chrome' }).getAttribute('href')).toBe(
        'https://www.google.com/chrome/',
      );
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('window.shifts.reduce((sum, one) => sum + one, 0)')).toBe(0);
      await dismiss(page);
      expect(await notices(page).count()).toBe(0);
      expect(await stored(page)).toEqual(['true', null]);
      const next = await open('/blog');
      await takeOver(next);
      await next.waitForLoadState('networkidle');
      expect(await notices(next).count()).toBe(0);
    },
  );

  it('is not even fetched for other browsers', async () => {
    const asked: string[] = [];
    const { open } = await visit({});
    context.on('request', (request) => asked.push(request.url()));
    const page = await open('/blog');
    await takeOver(page);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /safari|warning/.test(url))).toEqual([]);
    expect(await notices(page).count()).toBe(0);
  });

  it('can be dismissed for this visit where nothing is stored', async () => {
    const { open } = await visit(MAC);
    await context.addInitScript(`Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('no', 'SecurityError'); } })`);
    const page = await open('/blog');
    await takeOver(page);
    await dismiss(page);
    expect(await notices(page).count()).toBe(0);
  });

  it('does not cover the button at the lower edge of a phone', async () => {
    const page = await (await withResult(IPHONE)).open();
    await notices(page).waitFor();
    const save = page.getByRole('link', { name: 'Download Now' });
    await save.click({ trial: true });
    const box = await save.boundingBox();
    const notice = await notices(page).boundingBox();
    expect(notice?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
  });
});

describe('the warning beside a finished file', () => {
  it('comes on iOS after the first was dismissed, never together with it', async () => {
    const { open } = await withResult(IPHONE);
    const page = await open();
    await expect.poll(() => places(page)).toEqual(['page']);
    await dismiss(page);
    expect(await places(page)).toEqual([]);
    const second = await open();
    await expect.poll(() => places(second)).toEqual(['result']);
    expect(await violations(second)).toEqual([]);
    await dismiss(second);
    expect(await stored(second)).toEqual(['true', 'true']);
    const third = await open();
    await third.waitForLoadState('networkidle');
    expect(await places(third)).toEqual([]);
  });

  it('does not come on a Mac', async () => {
    const { open } = await withResult(MAC);
    await context.addInitScript("localStorage.setItem('safariWarningDismissed', 'true')");
    const page = await open();
    await page.waitForLoadState('networkidle');
    expect(await places(page)).toEqual([]);
  });
});
