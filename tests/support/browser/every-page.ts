// Opens every page of the site in a real browser and returns what is wrong with it; shared by the shards of one test.
import type { BrowserContext, Page, Request } from 'playwright-core';
import { vi } from 'vitest';
import type { Language } from '../../../src/shared/languages.ts';
import { SLOW_MACHINE_TIMEOUT } from '../run/slow-machine-timeout.ts';
import { violations } from './axe.ts';
import type { Contexts } from './browser.ts';
import { overflowing } from './overflowing.ts';
import type { PageToOpen } from './pages-to-open.ts';
import { takeOver } from './take-over.ts';

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };

/** Everything is parsed, has its styles and its own letters. A tab that is not in front asks for faces only when it must. */
const DRAWN = `new Promise((done) => document.readyState === 'loading'
  ? document.addEventListener('readystatechange', done, { once: true }) : done())
  .then(() => Promise.all([...document.querySelectorAll('link[rel=stylesheet]')].map((one) => one.sheet
    || new Promise((done) => one.addEventListener('load', done, { once: true })))))
  .then(() => Promise.allSettled([...document.fonts].map((face) => face.load()))).then(() => undefined)`;

/**
 * Nothing is busy but what stays so until it is scrolled to, the faces are there, and what all this changed is drawn. A page
 * that fetches all of its content, its heading with it, has as long as a slow machine needs.
 */
const SETTLED = `new Promise((done) => {
  const start = performance.now();
  const isBusy = () => {
    const ms = performance.now() - start;
    if (!document.querySelector('h1')) return ms < 20000;
    return document.querySelector('[aria-busy=true]') && ms < 1000;
  };
  const look = () => isBusy() ? requestAnimationFrame(look) : done();
  look();
}).then(() => document.fonts.ready).then(() => new Promise(requestAnimationFrame))
  .then(() => new Promise(requestAnimationFrame)).then(() => undefined)`;

/** What of every element must not change: its own text, its direction, its size. What is fetched may, and the inside of a picture. */
const READ_ELEMENTS = `(() => {
  const aroundBusy = new Set();
  for (const busy of document.querySelectorAll('[aria-busy]'))
    for (let one = busy.parentElement; one; one = one.parentElement) aroundBusy.add(one);
  return [...document.querySelectorAll('body *:not(script)')]
    .filter((one) => !one.ownerSVGElement && !aroundBusy.has(one) && !one.closest('[aria-busy], .skip-link'))
    .map((one) => {
      const { width, height } = one.getBoundingClientRect();
      const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('|');
      return one.tagName + ' ' + getComputedStyle(one).direction + ' ' + Math.round(width) + 'x' + Math.round(height) + ' ' + own;
    });
})()`;

/** How far the page moved, in the unit of layout shifts, and what did. */
const READ_SHIFTS = `(() => {
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const moved = window.shifts.flatMap(({ startTime, sources }) => sources.map(({ node, previousRect, currentRect }) =>
    Math.round(startTime) + ' ms ' + node?.nodeName + ' ' + (node?.getAttribute?.('class') || node?.textContent)?.slice(0, 60)
      + ' ' + box(previousRect) + ' → ' + box(currentRect)));
  return { sum: window.shifts.reduce((sum, one) => sum + one.value, 0), moved };
})()`;

/** A browser that remembers another language and the dark theme. */
export async function visitorWithLanguage(
  browser: Contexts,
  origin: string,
  language: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: PHONE,
    reducedMotion: 'reduce',
    // The offline page has a test of its own; its worker would come between here and the pages.
    serviceWorkers: 'block',
  });
  await context.addCookies([{ name: 'language', value: language, url: origin }]);
  await context.addInitScript(`localStorage.setItem('language', '${language}');
    localStorage.setItem('theme', 'dark');
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries()))
      .observe({ type: 'layout-shift', buffered: true });`);
  return context;
}

/** Opens one page, so that the browser has the faces: where they come too late a page keeps the system's, which is no fault. */
export async function fetchFaces(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(origin, { waitUntil: 'networkidle' });
  await page.close();
}

/** A tab that opens one page after the other: a browser starts a tab far slower than it turns a page. */
export type Inspector = (next: PageToOpen) => Promise<string[]>;

/** Opens the tab; the inspector returns the faults of a page as sentences, empty when there are none. */
export async function openInspector(context: BrowserContext, origin: string): Promise<Inspector> {
  const page = await context.newPage();
  const faults = collectFaults(page, origin);
  let hold = Promise.withResolvers<void>();
  const calls = countCalls(page);
  // No module of ours comes through before what the build has drawn was read. Without `page.route`, which would intercept
  // every request and keep the browser from its cache.
  const session = await context.newCDPSession(page);
  let isHeld = false;
  session.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders }) => {
    if (responseStatusCode === undefined) {
      isHeld = true;
      await hold.promise;
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    // Else the next page of this tab would take it from memory, and not ask.
    await session.send('Fetch.continueResponse', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: [
        ...(responseHeaders ?? []).filter(({ name }) => name.toLowerCase() !== 'cache-control'),
        { name: 'cache-control', value: 'no-store' },
      ],
    });
  });
  const urlPattern = '*/assets/start-*.js';
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern }, { urlPattern, requestStage: 'Response' }],
  });
  return async (next) => {
    faults.restart(next.status);
    hold = Promise.withResolvers();
    isHeld = false;
    const report = faults.report;
    await inspect(page, origin + next.path, next, { release: hold.resolve, calls, report });
    if (!isHeld) report('was read after its scripts had run');
    return faults.found();
  };
}

/**
 * Opens a tab without scripts; the inspector checks what words alone can break in a page as it is built: status,
 * language, direction, title, one heading, no sideways scrolling at 320 px, and a console without complaints.
 */
export async function openReader(browser: Contexts, origin: string): Promise<Inspector> {
  const context = await browser.newContext({ viewport: NARROW, javaScriptEnabled: false });
  const page = await context.newPage();
  const faults = collectFaults(page, origin);
  return async ({ path, status, language }) => {
    faults.restart(status);
    const check = checkWith(faults.report);
    // Faces that the page uses are there when it has loaded.
    const response = await page.goto(origin + path);
    check(response?.status() === status, `status ${response?.status()}`);
    await checkHead(page, language, check);
    for (const one of await overflowing(page)) faults.report(`scrolls sideways at 320 px: ${one}`);
    return faults.found();
  };
}

/** What the console of a tab says and what leaves the site, as faults of the page that it shows. */
function collectFaults(page: Page, origin: string) {
  let faults: string[] = [];
  let status = 200;
  page.on('console', (message) => {
    const text = message.text();
    // The browser itself notes the status of the not-found page; the others are React's advertisement and the driver's note.
    const isStatus = status === 404 && text.includes('status of 404');
    const isNote = /React DevTools|blocked by Playwright/.test(text);
    if (!isStatus && !isNote) faults.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(origin))
      faults.push(`went out to ${request.url()}`);
  });
  return {
    /** Begins the next page, which has this status. */
    restart(expected: number) {
      faults = [];
      status = expected;
    },
    report: (fault: string) => {
      faults.push(fault);
    },
    found: (): string[] => faults,
  };
}

const checkWith = (report: (fault: string) => void) => (isRight: boolean, fault: string) => {
  if (!isRight) report(fault);
};

/** How many requests of a page, but for streams, are on their way. */
function countCalls(page: Page): () => number {
  const open = new Set<Request>();
  page.on('framenavigated', () => open.clear());
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** `release` lets the page's scripts through; `calls` counts its open requests; `report` receives each fault. */
type Watch = {
  readonly release: () => void;
  readonly calls: () => number;
  readonly report: (fault: string) => void;
};

async function inspect(
  page: Page,
  url: string,
  { status, language, looks }: PageToOpen,
  { release, calls, report }: Watch,
): Promise<void> {
  const check = checkWith(report);
  await page.setViewportSize(PHONE);
  const response = await page.goto(url, { waitUntil: 'commit' });
  check(response?.status() === status, `status ${response?.status()}`);
  await page.evaluate(DRAWN);
  const drawn = await page.evaluate<string[]>(READ_ELEMENTS);
  release();
  await takeOver(page);
  await vi.waitUntil(() => calls() === 0, SLOW_MACHINE_TIMEOUT);
  await page.evaluate(SETTLED);
  const settled = await page.evaluate<string[]>(READ_ELEMENTS);
  for (const change of changesBetween(drawn, settled)) report(change);
  await checkHead(page, language, check);
  const shift = await page.evaluate<{ sum: number; moved: string[] }>(READ_SHIFTS);
  check(shift.sum < 0.001, `moves by ${shift.sum}: ${shift.moved.join(' & ')}`);
  if (looks.includes('dark')) for (const one of await violations(page)) report(`dark: ${one}`);
  await page.evaluate(`dispatchEvent(new CustomEvent('keepreel:theme', { detail: 'light' }))`);
  await page.setViewportSize(NARROW);
  for (const one of await overflowing(page)) report(`scrolls sideways at 320 px: ${one}`);
  if (looks.includes('light'))
    for (const one of await violations(page)) report(`light, 320 px: ${one}`);
}

async function checkHead(
  page: Page,
  language: Language,
  check: (isRight: boolean, fault: string) => void,
): Promise<void> {
  const head = await page.evaluate<Head>(`(() => {
    const lineHeights = [...document.querySelectorAll('h1, .chapter > h2')]
      .map((one) => getComputedStyle(one))
      .map(({ lineHeight, fontSize }) => parseFloat(lineHeight) / parseFloat(fontSize));
    return { lang: document.documentElement.lang, dir: document.documentElement.dir, title: document.title,
      h1: document.querySelectorAll('h1').length, lineHeight: Math.min(...lineHeights) };
  })()`);
  check(head.lang === language.tag, `lang is ${head.lang}`);
  check(head.dir === language.dir, `dir is ${head.dir}`);
  check(head.title.trim() !== '', 'has no title');
  check(head.h1 === 1, `has ${head.h1} h1`);
  // Arabic letters reach further below the line: they would touch those of the next.
  const isArabic = language.code === 'ar';
  check(!isArabic || head.lineHeight >= 1.3, `has headings with lines of ${head.lineHeight}`);
}

type Head = {
  readonly lang: string;
  readonly dir: string;
  readonly title: string;
  readonly h1: number;
  /** The least of its headings, in units of their letters. */
  readonly lineHeight: number;
};

function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  if (before.length !== after.length) {
    const news = after.filter((one) => !before.includes(one)).slice(0, 5);
    return [`had ${before.length} elements, has ${after.length}: ${news.join(' & ')}`];
  }
  return before.flatMap((one, index) =>
    one === after[index] ? [] : [`changed: ${one} → ${after[index]}`],
  );
}
