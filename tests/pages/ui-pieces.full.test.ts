import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { type PieceServer, servePiece } from '../support/browser/serve-piece.ts';

const WINDOW = { width: 1024, height: 800 };

let server: PieceServer;
let browser: Browser;
/** The tab that tests share, each with the page loaded anew. */
let common: Page;
let page: Page;
let problems: string[];

beforeAll(async () => {
  server = await servePiece({
    entry: 'ui-gallery/gallery.tsx',
    title: 'Gallery',
    withBeforePaint: true,
  });
  browser = await startBrowser();
  common = await openTab();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  problems = [];
  page = common;
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.setViewportSize(WINDOW);
  await load();
});
afterEach(async () => {
  if (page !== common) await page.context().close();
  expect(problems).toEqual([]);
});

async function openTab(): Promise<Page> {
  const context = await browser.newContext({
    viewport: WINDOW,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const tab = await context.newPage();
  tab.on('console', (message) => message.type() !== 'info' && problems.push(message.text()));
  tab.on('pageerror', (error) => problems.push(error.message));
  return tab;
}

async function load(): Promise<void> {
  await page.goto(server.origin);
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
}

/** Opens a tab whose clock stands still; a clock stays with its tab, so no other test uses it. */
async function stopClock(): Promise<void> {
  page = await openTab();
  await page.clock.install();
  await load();
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('all pieces', () => {
  it.each([
    ['light', 1024],
    ['dark', 1024],
    ['light', 320],
    ['dark', 320],
  ] as const)('have no axe violations, %s at %i px, and fit', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await button('Alarm').click();
    expect(await violations(page)).toEqual([]);
    await button('Open dialog').click();
    expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
  });

  it('are large enough for a thumb', async () => {
    const small =
      await page.evaluate(`[...document.querySelectorAll('button, a, summary, .segment, .radio-card, .field')]
      .map((one) => ({ name: one.outerHTML.slice(0, 80), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 44 || box.width < 44).map(({ name }) => name)`);
    expect(small).toEqual([]);
  });

  it('stand still with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = await page.evaluate(`[...document.querySelectorAll('*')]
      .map((one) => getComputedStyle(one))
      .filter((style) => [style.animationDuration, style.transitionProperty === 'none' ? '0s' : style.transitionDuration].join().split(',').some((time) => parseFloat(time) > 0.001))
      .length`);
    expect(moving).toBe(0);
  });
});

describe('buttons', () => {
  it('that are busy or disabled take no press', async () => {
    expect(await button('Busy').isDisabled()).toBe(true);
    expect(await button('Busy').getAttribute('aria-busy')).toBe('true');
    expect(await button('Disabled').isDisabled()).toBe(true);
  });

  it('that copy say so for two seconds', async () => {
    await stopClock();
    await button('Copy').click();
    await button('Copied!').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('copied text');
    await page.clock.runFor(1900);
    expect(await button('Copied!').count()).toBe(1);
    await page.clock.runFor(200);
    await button('Copy').waitFor();
  });
});

describe('fields', () => {
  it('are joined to their label, hint and error', async () => {
    const plain = page.getByRole('textbox', { name: 'Plain' });
    const wrong = page.getByRole('textbox', { name: 'Wrong' });
    const noteOf = async (field: typeof plain) =>
      page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent();
    expect(await noteOf(plain)).toBe('A hint');
    expect(await noteOf(wrong)).toBe('This is wrong');
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    expect(await plain.getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    ['Format', 'MP3'],
    ['Quality', 'Standard'],
  ])('of one choice, %s, are walked with the arrow keys', async (group, next) => {
    const options = page.getByRole('group', { name: group }).getByRole('radio');
    await options.first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: next }).isChecked()).toBe(true);
    expect(await options.first().isChecked()).toBe(false);
  });
});

describe('a dialog', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Really?' });
  beforeEach(async () => {
    await button('Open dialog').click();
    await dialog().waitFor();
  });

  it.each<[string, () => Promise<void>]>([
    ['Esc', () => page.keyboard.press('Escape')],
    ['its cross', () => button('Close').click()],
    ['its action', () => button('Yes').click()],
    ['a press beside it', () => page.mouse.click(5, 5)],
  ])('is closed by %s, and the focus goes back', async (_name, close) => {
    await close();
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Open dialog');
    await button('Open dialog').click();
    await dialog().waitFor();
  });

  it('stays for a press inside it, and keeps the focus', async () => {
    await dialog().getByRole('heading').click();
    expect(await dialog().isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const inside =
      'document.activeElement === document.body || !!document.activeElement.closest("dialog")';
    expect(await page.evaluate(inside)).toBe(true);
  });
});

describe('a toast', () => {
  const toast = (text: string) => page.locator('.toast', { hasText: text });

  it('is announced politely, or assertively for a failure', async () => {
    await button('Toast').click();
    expect(await page.getByRole('status').textContent()).toContain('HelloA quiet word');
    await button('Alarm').click();
    expect(await page.getByRole('alert').textContent()).toContain('Download Failed');
    expect(await page.locator('.toast').count()).toBe(1);
  });

  it('goes after five seconds, but not while pointer or focus is on it', async () => {
    await stopClock();
    await button('Toast').click();
    await page.clock.runFor(4900);
    expect(await toast('Hello').count()).toBe(1);
    await toast('Hello').hover();
    await page.clock.fastForward(60_000);
    expect(await toast('Hello').count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(5100);
    expect(await toast('Hello').count()).toBe(0);
  });

  it('goes by its cross', async () => {
    await button('Toast').click();
    await button('Dismiss').click();
    expect(await toast('Hello').count()).toBe(0);
  });

  it.each([
    [49, 1],
    [-49, 1],
    [50, 0],
    [-60, 0],
  ])('pushed aside by %i px: %i left', async (distance, left) => {
    await button('Toast').click();
    const box = await toast('Hello').boundingBox();
    if (!box) throw new TypeError('the toast has no place');
    const [x, y] = [box.x + 100, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y);
    await page.mouse.move(x + distance, y);
    await page.mouse.up();
    expect(await toast('Hello').count()).toBe(left);
  });

  it('lies over a dialog that was open before it', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const say = () => button('Toast').evaluate((one) => (one as unknown as Clickable).click());
    const picture = async () => {
      await page.evaluate(
        'Promise.all(document.getAnimations().map((one) => one.finished)).then(() => undefined)',
      );
      const box = await toast('Hello').boundingBox();
      if (!box) throw new TypeError('the toast has no place');
      const clip = { x: box.x + 8, y: box.y + 8, width: box.width - 70, height: box.height - 16 };
      return page.screenshot({ clip });
    };
    await say();
    const before = await picture();
    await button('Dismiss').click();
    await button('Open dialog').click();
    await say();
    expect(before.equals(await picture())).toBe(true);
  });

  it('takes the place of an older one, and is taken back alone', async () => {
    await button('Two toasts').click();
    await toast('Second').waitFor();
    expect(await page.locator('.toast').count()).toBe(1);
    await button('Take back').click();
    expect(await page.locator('.toast').count()).toBe(0);
  });
});

describe('the other pieces', () => {
  it('show progress, or that it is unknown', async () => {
    const known = page.getByRole('progressbar', { name: 'Known', exact: true });
    expect(await known.getAttribute('aria-valuenow')).toBe('42');
    expect(await known.getAttribute('aria-valuetext')).toBe('42 percent');
    const unknown = page.getByRole('progressbar', { name: 'Unknown' });
    expect(await unknown.getAttribute('aria-valuenow')).toBeNull();
  });

  it('fold out by keyboard', async () => {
    const folded = page.getByText('What was folded away.');
    expect(await folded.isVisible()).toBe(false);
    await page.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await folded.isVisible()).toBe(true);
  });

  it('stay a table for screen readers when the rows become cards', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const tree = await page.getByRole('table', { name: 'Formats' }).ariaSnapshot();
    expect(tree).toContain('columnheader "Size"');
    expect(tree).toContain('rowheader "HD Quality"');
    expect(tree).toMatch(/cell "(Size )?84.2 MB"/);
  });
});

type Clickable = { readonly click: () => void };
