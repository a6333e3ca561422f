// A notification at the end of a download: asked by a button alone, shown only while the tab is not seen. The headless shell
// refuses every notification, so the permission and the showing are played; the worker, its registration and its handler are real.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { goodLink, until } from '../support/flow/flow-fixture.ts';
import {
  begin,
  choose,
  type PlayedFixture,
  startPlayedFixture,
} from '../support/flow/flow-played-fixture.ts';
import { type Product, startProduct } from '../support/product/product.ts';

type Shown = readonly [title: string, options: Readonly<Record<string, string>>];

let fixture: PlayedFixture;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  fixture = await startPlayedFixture();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});
beforeEach(async () => {
  problems = [];
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

/** Opens a page whose browser answers its visitor's question like this. */
async function open(answer: 'granted' | 'denied' | 'default', url = fixture.origin): Promise<void> {
  await context.addInitScript(`
    let permission = 'default';
    window.asked = 0; window.shown = []; window.isHidden = false;
    window.Notification = class {
      static get permission() { return permission; }
      static async requestPermission() { window.asked += 1; return (permission = '${answer}'); }
      constructor() { throw new TypeError('Illegal constructor'); }
    };
    ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
      window.shown.push([title, options]);
    };
    Object.defineProperty(document, 'visibilityState', { get: () => window.isHidden ? 'hidden' : 'visible' });
  `);
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
}

const ask = () => page.getByRole('button', { name: /^Notify me when/ });
const asked = () => page.evaluate<number>('window.asked');
const shown = () => page.evaluate<readonly Shown[]>('window.shown');
const hide = (isHidden = true) => page.evaluate(`window.isHidden = ${isHidden}`);
const heading = (name: string) => page.getByRole('heading', { name });

async function run(): Promise<string> {
  await choose(page);
  return begin(page, fixture);
}

async function finish(id: string): Promise<void> {
  fixture.fake.fill(id, new Uint8Array(2000));
  fixture.fake.set({ id, phase: 'ready', percent: 100 });
  await heading('Your Download is Ready!').waitFor();
}

describe('a notification', () => {
  it('is never asked for by the page, and without the button none is shown', async () => {
    await open('granted');
    const id = await run();
    await ask().waitFor();
    await hide();
    await finish(id);
    expect([await asked(), await shown()]).toEqual([0, []]);
  });

  it('comes once when the file is ready and the tab is not seen, with the title, for its tab', async () => {
    await open('granted');
    const id = await run();
    await ask().focus();
    await page.keyboard.press('Enter');
    await page.getByText('If you are in another tab or app').waitFor();
    expect(await ask().getAttribute('aria-pressed')).toBe('true');
    expect(await asked()).toBe(1);
    expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await hide();
    await finish(id);
    await until(shown).toHaveLength(1);
    const [[title, options] = []] = await shown();
    expect(title).toBe('A video');
    expect(options).toMatchObject({
      body: 'Your file is ready.',
      tag: `download ${id}`,
      lang: 'en',
      dir: 'ltr',
      data: page.url(),
    });
  });

  it('does not come while the tab is seen, and comes for the next download without a question', async () => {
    await open('granted');
    const first = await run();
    await ask().click();
    await finish(first);
    expect(await shown()).toEqual([]);
    await page.getByRole('button', { name: 'Download Another Video' }).click();
    const second = await run();
    await until(() => ask().getAttribute('aria-pressed')).toBe('true');
    await hide();
    const failure = { code: 'bad_media', params: {} } as const;
    fixture.fake.set({ id: second, phase: 'failed', failure });
    await until(shown).toHaveLength(1);
    expect((await shown())[0]).toMatchObject(['A video', { body: 'The download failed.' }]);
    expect(await asked()).toBe(1);
  });

  it('comes on another page of the site too', async () => {
    await open('granted');
    const id = await run();
    await ask().click();
    await page.getByRole('link', { name: 'About' }).first().click();
    await page.waitForURL('**/about');
    await hide();
    fixture.fake.fill(id, new Uint8Array(2000));
    fixture.fake.set({ id, phase: 'ready', percent: 100 });
    await until(shown).toHaveLength(1);
  });

  it('does not come for what the visitor cancelled or switched off', async () => {
    await open('granted');
    await run();
    await ask().click();
    await page.getByText('If you are in another tab or app').waitFor();
    await hide();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await hide(false);
    const id = await begin(page, fixture);
    await ask().click();
    await until(() => ask().getAttribute('aria-pressed')).toBe('false');
    await hide();
    await finish(id);
    expect(await shown()).toEqual([]);
  });

  it('says how to allow it again where the visitor refused; a closed question can be asked again', async () => {
    await open('denied');
    await run();
    await ask().click();
    await page.getByText('This browser blocks notifications from this site.').waitFor();
    expect(await ask().count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await context.close();
    context = await browser.newContext();
    await open('default');
    await run();
    await ask().click();
    await until(asked).toBe(1);
    expect(await ask().getAttribute('aria-pressed')).toBe('false');
  });

  it('is not offered by a browser that refuses all of them', async () => {
    page = await context.newPage();
    await page.goto(fixture.origin);
    expect(await page.evaluate('Notification.permission')).toBe('denied');
    await run();
    expect(await ask().count()).toBe(0);
  });
});

describe('a pressed notification', () => {
  const press = (data: string) =>
    context.serviceWorkers()[0]?.evaluate(`new Promise((done) => {
      const focused = [];
      WindowClient.prototype.focus = async function () { focused.push(this.url); return this; };
      Clients.prototype.openWindow = async (url) => void focused.push('opened ' + url);
      const event = new Event('notificationclick');
      event.notification = { data: ${JSON.stringify(data)}, close: () => focused.push('closed') };
      event.waitUntil = (work) => work.then(() => done(focused));
      self.dispatchEvent(event);
    })`);

  it('leads to its tab, to another one if that is gone, and to a new one if none is left', async () => {
    await open('granted');
    const other = await context.newPage();
    await other.goto(`${fixture.origin}/about`);
    const home = page.url();
    expect(await press(home)).toEqual(['closed', home]);
    await page.close();
    expect(await press(home)).toEqual(['closed', other.url()]);
    await other.goto('about:blank');
    // The browser takes a moment to tell the worker.
    await expect.poll(() => press(home)).toEqual(['closed', `opened ${home}`]);
  });
});

describe('the queue', () => {
  let product: Product;
  let origin: string;
  beforeAll(async () => {
    product = await startProduct();
    origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => product?.close());

  it('tells once, when the whole list has ended', async () => {
    await open('granted', `${origin}/batch-downloader`);
    // The visitor's cookie is there, as it is after any link.
    await context.request.post(`${origin}/api/detect-platform`, {
      data: { url: goodLink('snapchat').url },
    });
    // Allowed and wanted since an earlier download.
    await page.evaluate(
      `Notification.requestPermission().then(() => localStorage.setItem('notifications', 'on'))`,
    );
    await page.getByRole('textbox').fill(`${goodLink('snapchat').url}\n${goodLink('threads').url}`);
    await page.getByRole('button', { name: /^Add/ }).click();
    expect(await ask().count()).toBe(0);
    await hide();
    await page.getByRole('button', { name: 'Download all 2 links' }).click();
    await until(() => ask().getAttribute('aria-pressed')).toBe('true');
    await until(shown).toHaveLength(1);
    expect((await shown())[0]).toMatchObject([
      'Your list is done',
      { body: '2 of 2 ready', tag: 'batch' },
    ]);
  });
});
