// What browsers and their extensions refuse: cookies, storage, parts of the page. The page says what it needs before any work
// begins, and does without the rest.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { shared } from '../../support/browser/shared.ts';
import { takeOver } from '../../support/browser/take-over.ts';
import {
  begin,
  choose,
  type PlayedFixture,
  startPlayedFixture,
} from '../../support/flow/flow-played-fixture.ts';

let fixture: PlayedFixture;
let newContext: () => Promise<BrowserContext>;
let context: BrowserContext;
let problems: string[];

shared.beforeAll(async ({ browser }) => {
  fixture = await startPlayedFixture();
  newContext = () => browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en' });
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A page whose own errors are noted; what the browser itself says of a refused request is not one. */
async function open(): Promise<Page> {
  problems = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const isBlocked = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isBlocked) problems.push(message.text());
  });
  await page.goto(fixture.origin);
  await page.locator('html[data-ready]').waitFor();
  return page;
}

async function finish(page: Page, id: string): Promise<void> {
  fixture.fake.fill(id, new Uint8Array(1000));
  fixture.fake.set({ id, phase: 'ready', percent: 100 });
  await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Now' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.mp4$/);
}

describe('cookies that a setting of the browser refuses', () => {
  let profile: string;
  afterEach(async () => {
    // It writes there until it has ended.
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });

  it('are named before anything is asked for, and no job is started', async () => {
    profile = await mkdtemp(path.join(tmpdir(), 'keepreel-profile-'));
    await mkdir(path.join(profile, 'Default'));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
    const executablePath = [process.env['FULL_CHROMIUM_PATH'], '/usr/bin/chromium'].find(
      (file) => file && existsSync(file),
    );
    if (!executablePath) throw new Error('the whole Chromium is missing');
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: false,
      args: [
        '--headless=new',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    });
    const page = await open();
    // Chromium claims to have them.
    expect(await page.evaluate('navigator.cookieEnabled')).toBe(true);
    const before = fixture.fake.requests.length;
    await takeOver(page);
    const notice = page.getByRole('heading', { name: 'This browser doesn’t keep cookies' });
    await notice.waitFor();
    expect(await violations(page)).toEqual([]);
    await choose(page);
    await button(page, 'Get Your Video Now').click();
    // The card of the failure, in the place of the notice.
    await button(page, 'Edit link').waitFor();
    expect(await notice.count()).toBe(1);
    expect(fixture.fake.requests.length).toBe(before);
  });
});

describe('storage that throws', () => {
  const BLOCKED = `for (const area of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, area, { get() { throw new DOMException('no', 'SecurityError'); } });`;

  it('costs the history alone: a download goes its way, and nothing alarming is said', async () => {
    context = await newContext();
    await context.addInitScript(BLOCKED);
    const page = await open();
    await choose(page);
    await finish(page, await begin(page, fixture));
    const alerts = async () => (await page.getByRole('alert').allTextContents()).filter(Boolean);
    expect(await alerts()).toEqual([]);
    await page.goto(`${fixture.origin}/history`);
    await takeOver(page);
    await page.getByText('This browser keeps no history').waitFor();
    expect(await alerts()).toEqual([]);
  });

  it('makes no loop of a script that does not come', async () => {
    context = await newContext();
    await context.addInitScript(BLOCKED);
    problems = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route('**/assets/start-*.js', (route) => route.abort('blockedbyclient'));
    await page.goto(fixture.origin);
    await page.getByRole('textbox', { name: 'Video link' }).fill('https://youtu.be/aaaaaaaaaaa');
    expect(loads).toBe(1);
  });
});

describe('a blocker', () => {
  /** As in lists of annoyances and of social widgets. */
  const HIDES = [
    'share',
    'social',
    'banner',
    'consent',
    'cookie',
    'ad-',
    'ads-',
    'sponsor',
    'promo',
    'newsletter',
    'rating',
  ];
  const STOPS =
    /\/assets\/[^?]*(share|social|banner|consent|cookie|rating|track|analytic|beacon|\bads?[-_.])|page-views|consent|rating/;

  it('may hide and stop what has such names: a download goes its way, and the page stays', async () => {
    context = await newContext();
    const stopped: string[] = [];
    await context.route(STOPS, (route) => {
      stopped.push(new URL(route.request().url()).pathname);
      return route.abort('blockedbyclient');
    });
    const rule = `${HIDES.flatMap((word) => [`[class*="${word}"]`, `[id*="${word}"]`]).join(', ')}, #notice { display: none !important }`;
    await context.addInitScript(`addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(rule)});
      document.adoptedStyleSheets.push(sheet);
    })`);
    const page = await open();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await choose(page);
    await finish(page, await begin(page, fixture));
    await button(page, 'Share').click();
    await page.getByRole('dialog').getByLabel('Link to the file', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Download Another Video').click();
    await page.getByText('How to download a video').waitFor();
    expect(loads).toBe(0);
    expect(stopped.filter((one) => one.startsWith('/assets/'))).toEqual([]);
  });
});

describe('the back/forward cache', () => {
  it('brings the page back as it was left, and the job on', async () => {
    const executablePath = [process.env['FULL_CHROMIUM_PATH'], '/usr/bin/chromium'].find(
      (file) => file && existsSync(file),
    );
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
    });
    try {
      context = await browser.newContext({ locale: 'en' });
      const page = await open();
      await choose(page);
      const id = await begin(page, fixture);
      fixture.fake.set({ id, phase: 'fetching', percent: 12 });
      await page.locator('main').getByText('12%').first().waitFor();
      await page.evaluate(`window.isTheSame = true;
        addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted; })`);
      await page.goto(`${fixture.origin}/healthz`);
      fixture.fake.set({ id, phase: 'fetching', percent: 56 });
      await page.evaluate('history.back()').catch(() => undefined);
      await page.locator('main').getByText('56%').first().waitFor();
      expect(await page.evaluate('[window.isTheSame, window.wasKept]')).toEqual([true, true]);
      fixture.fake.set({ id, phase: 'fetching', percent: 78 });
      await page.locator('main').getByText('78%').first().waitFor();
      await finish(page, id);
    } finally {
      await browser.close();
    }
  });
});

it('a tab that was discarded finds its job again, and its file', async () => {
  context = await newContext();
  const page = await open();
  await choose(page);
  const id = await begin(page, fixture);
  fixture.fake.set({ id, phase: 'fetching', percent: 34 });
  await page.locator('main').getByText('34%').first().waitFor();
  await page.reload();
  await page.locator('main').getByText('34%').first().waitFor();
  fixture.fake.fill(id, new Uint8Array(1000));
  fixture.fake.set({ id, phase: 'ready', percent: 100 });
  await page.reload();
  await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
  await finish(page, id);
});
