// The trimmer in detail: every way to put a file in, keys, times, touch, cancelling, and how it looks.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { sharedTrimmer } from '../../support/pages/shared-trimmer.ts';
import {
  choose,
  makeFilm,
  startTrimmerFixture,
  type TrimmerFixture,
  type TrimmerTab,
  type TrimmerWindow,
  typeTime,
} from '../../support/pages/trimmer-fixture.ts';

let fixture: TrimmerFixture;
let tab: TrimmerTab;
let film: string;
let slow: string;

sharedTrimmer.beforeAll(async ({ browser, server }) => {
  fixture = await startTrimmerFixture({ browser, server });
  film = await makeFilm(path.join(fixture.folder, 'Holiday.mp4'));
  slow = await makeFilm(path.join(fixture.folder, 'Long day.mp4'), { seconds: 240 });
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await tab.close();
  expect(tab.problems).toEqual([]);
});

async function open(look: TrimmerWindow = {}): Promise<Page> {
  tab = await fixture.open(look);
  return tab.page;
}

const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const saidBy = async (page: Page, name: string) =>
  slider(page, name).getAttribute('aria-valuetext');

describe('the trimmer', () => {
  it('takes a file that is dropped anywhere', async () => {
    const page = await open();
    const dropping = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['no film'], 'Dropped.mp4', { type: 'video/mp4' }));
      return data;
    })()`);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: dropping });
    await page.getByRole('heading', { name: 'Drop the file here' }).waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropping });
    await page.getByText('Dropped.mp4').waitFor();
    await page.getByRole('heading', { name: 'That didn’t work' }).waitFor();
  });

  it('plays with the space key, focused automatically, and plays a part to its end', async () => {
    const page = await open();
    await choose(tab, film);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await typeTime(tab, 'Start', '4');
    await typeTime(tab, 'End', '4.5');
    await page.evaluate('addEventListener("play", () => { window.plays = true }, true)');
    await page.getByRole('button', { name: 'Play the selection' }).click();
    await expect.poll(() => page.evaluate('window.plays')).toBe(true);
    await expect.poll(() => saidBy(page, 'Position')).toBe('0:04.500');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  });

  it('leaves the keys alone where they are typed', async () => {
    const page = await open();
    await choose(tab, film);
    await field(page, 'Start').fill('');
    await field(page, 'Start').pressSequentially('0:0i.,o 4');
    expect(await field(page, 'Start').inputValue()).toBe('0:0i.,o 4');
    await page.keyboard.press('Enter');
    await page.getByText('This is not a valid time').waitFor();
    await page.keyboard.press('Escape');
    expect(await field(page, 'Start').inputValue()).toBe('0:00.000');
  });

  it.each([
    ['Start', '12:00', 'The file ends at 0:12.000'],
    ['End', '13', 'The file ends at 0:12.000'],
    ['End', '0', 'The end must be after the start, which is 0:00.000'],
    ['Start', '12', 'The start must be before the end, which is 0:12.000'],
  ] as const)('refuses "%s" at %s and says why', async (which, text, words) => {
    const page = await open();
    await choose(tab, film);
    await typeTime(tab, which, text);
    await page.getByText(words).waitFor();
    expect(await field(page, which).getAttribute('aria-invalid')).toBe('true');
  });

  it('moves its handles by touch and by pointer, and they never cover each other', async () => {
    const page = await open({ width: 390, hasTouch: true });
    await choose(tab, film);
    const line = await page.locator('.trim-line').boundingBox();
    if (!line) throw new TypeError('there is no timeline');
    const [left, right] = [line.x + 44, line.x + line.width - 44];
    const y = line.y + line.height / 2;
    const drag = async (fromX: number, toX: number) => {
      await page.mouse.move(fromX, y);
      await page.mouse.down();
      await page.mouse.move(toX, y, { steps: 5 });
      await page.mouse.up();
    };
    // The outer edge of each handle is still the handle: 44 px of target.
    await drag(left - 41, left - 41 + (right - left) / 2);
    expect(await saidBy(page, 'Start')).toMatch(/^0:06\.0/);
    await drag(right + 41, left - 100);
    expect(await saidBy(page, 'End')).toMatch(/^0:06\.[01]/);
    await drag((left + right) / 2 - 22, left - 22);
    expect(await saidBy(page, 'Start')).toBe('0:00.000');
    await page.touchscreen.tap(left + (right - left) / 4, y);
    await expect.poll(() => saidBy(page, 'Position')).toMatch(/^0:0[23]\./);
  });

  it('says of a result that it no longer matches the settings, and keeps it', async () => {
    const page = await open();
    await choose(tab, film);
    await page.getByRole('button', { name: 'Trim', exact: true }).click();
    await page.getByRole('link', { name: 'Save' }).waitFor();
    await typeTime(tab, 'Start', '3');
    await page.getByRole('button', { name: 'Trim', exact: true }).waitFor();
    expect(await page.getByText(/^Made before your last change/).count()).toBe(2);
    expect(await page.getByRole('link', { name: 'Save' }).count()).toBe(1);
  });

  it('can be cancelled while it works, and started again', async () => {
    const page = await open();
    await choose(tab, slow);
    await page.getByRole('radio', { name: /Exact/ }).check();
    await page.getByRole('button', { name: 'Trim', exact: true }).click();
    await page.getByRole('progressbar').waitFor();
    expect(await field(page, 'Start').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. Nothing was saved.').last().waitFor();
    await page.getByRole('radio', { name: /Instant/ }).check();
    await page.getByRole('button', { name: 'Trim', exact: true }).click();
    await page.getByRole('link', { name: 'Save' }).waitFor();
  });

  it('runs its timeline from left to right on a page that runs from right to left', async () => {
    const page = await open({ dir: 'rtl', width: 390 });
    await choose(tab, film);
    await slider(page, 'Start').focus();
    await page.keyboard.press('ArrowRight');
    expect(await saidBy(page, 'Start')).toBe('0:01.000');
    expect(await overflowing(page)).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('on a phone, %s,', (colorScheme) => {
  it('has no axe violations, fits, and has targets that are large enough, in every state', async () => {
    const page = await open({ width: 390, colorScheme });
    const isWell = async () => {
      expect(await violations(page)).toEqual([]);
      expect(await overflowing(page)).toEqual([]);
      const small =
        await page.evaluate(`[...document.querySelectorAll('button, a, summary, .field, .radio-card, label.btn, label.tick, .trim-line, .trim-viewbar')]
        .filter((one) => { const box = one.getBoundingClientRect(); return box.height < 44 || box.width < 44; })
        .map((one) => one.outerHTML.slice(0, 90))`);
      expect(small).toEqual([]);
    };
    await isWell();
    await choose(tab, slow);
    await typeTime(tab, 'Start', '5.3');
    await page.getByText(/earlier/).waitFor();
    await page.getByText('Keyboard shortcuts', { exact: true }).click();
    await isWell();
    // Two parts that touch, one of them removed, in a closer view.
    await page.locator('section').first().focus();
    for (const key of ['Home', 'Shift+ArrowRight', 'b', 'x', '+', '+'])
      await page.keyboard.press(key);
    await page.getByRole('slider', { name: 'Visible part' }).waitFor();
    await page.getByRole('combobox', { name: 'Save as' }).selectOption({ label: 'WebM' });
    await page.getByText('it has to be re-encoded').waitFor();
    await isWell();
    await page.getByRole('combobox', { name: 'Save as' }).selectOption('same');
    for (const _time of [1, 2]) await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('radio', { name: /Exact/ }).check();
    await page.getByRole('button', { name: 'Trim', exact: true }).click();
    await page.getByRole('progressbar').waitFor();
    await isWell();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('radio', { name: /Instant/ }).check();
    await page.getByRole('button', { name: 'Trim', exact: true }).click();
    await page.getByRole('link', { name: 'Save' }).waitFor();
    await isWell();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'words.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no film'),
    });
    await page.getByRole('heading', { name: 'That didn’t work' }).waitFor();
    await isWell();
  });
});
