import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sharedTrimmer } from '../../support/pages/shared-trimmer.ts';
import {
  choose,
  keepTwo,
  makeFilm,
  startTrimmerFixture,
  type TrimmerFixture,
  type TrimmerTab,
  typeTime,
} from '../../support/pages/trimmer-fixture.ts';

let fixture: TrimmerFixture;
let tab: TrimmerTab;
let film: string;

sharedTrimmer.beforeAll(async ({ browser, server }) => {
  fixture = await startTrimmerFixture({ browser, server });
  film = await makeFilm(path.join(fixture.folder, 'Holiday.mp4'), { seconds: 20 });
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await tab.close();
  expect(tab.problems).toEqual([]);
});

async function open(): Promise<Page> {
  tab = await fixture.open();
  await choose(tab, film);
  return tab.page;
}

describe('the tools', () => {
  const starts = (page: Page) => page.getByRole('textbox', { name: 'Start' }).inputValue();
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  it('undo a whole drag, and redo it', async () => {
    const page = await open();
    const line = await page.locator('.trim-line').boundingBox();
    if (!line) throw new TypeError('there is no timeline');
    await page.mouse.move(line.x + 30, line.y + 40);
    await page.mouse.down();
    await page.mouse.move(line.x + 330, line.y + 40, { steps: 12 });
    await page.mouse.up();
    const moved = await starts(page);
    expect(moved).not.toBe('0:00.000');
    await press(page, 'Control+z');
    expect(await starts(page)).toBe('0:00.000');
    await press(page, 'Control+Shift+z');
    expect(await starts(page)).toBe(moved);
  });

  it('split, remove and keep, and nothing can be made of nothing', async () => {
    const page = await open();
    await press(page, 'x');
    await page.getByText('Every part is removed').waitFor();
    expect(await page.getByRole('button', { name: 'Trim', exact: true }).isDisabled()).toBe(true);
    await press(page, 'x', 'Home', 'Shift+ArrowRight', 'b', 'x');
    await page.getByText('0:10.000', { exact: true }).first().waitFor();
    expect(await page.getByRole('checkbox', { name: 'Keep' }).nth(1).isChecked()).toBe(false);
    await press(page, 'Delete');
    expect(await page.getByRole('checkbox', { name: 'Keep' }).count()).toBe(0);
  });

  it('allow fifty parts', async () => {
    const page = await open();
    await press(page, 'Home', ...Array(55).fill(['.', '.', '.', 'b']).flat());
    expect(await page.getByRole('checkbox', { name: 'Keep' }).count()).toBe(50);
    await page.getByTitle('50 parts are the most there can be').waitFor();
  });

  it('zoom by keys, by the wheel around the pointer, and show where the view is', async () => {
    const page = await open();
    const bar = page.getByRole('slider', { name: 'Visible part' });
    await press(page, 'Home', 'Shift+ArrowRight', '+', '+');
    expect(await bar.getAttribute('aria-valuetext')).toBe('0:07.500 – 0:12.500');
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(await bar.getAttribute('aria-valuetext')).toBe('0:12.500 – 0:17.500');
    await press(page, 'z');
    expect(await bar.count()).toBe(0);
    const band = await page.locator('.trim-band').boundingBox();
    if (!band) throw new TypeError('there is no timeline');
    await page.mouse.move(band.x + band.width / 4, band.y + 20);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -600);
    await page.keyboard.up('Control');
    const [from = '', to = ''] = ((await bar.getAttribute('aria-valuetext')) ?? '').split(' – ');
    expect(from > '0:03' && from < '0:05' && to > '0:08' && to < '0:11').toBe(true);
  });

  it('zoom and move with two fingers', async () => {
    tab = await fixture.open({ width: 390, hasTouch: true });
    await choose(tab, film);
    const { page } = tab;
    const band = await page.locator('.trim-band').boundingBox();
    if (!band) throw new TypeError('there is no timeline');
    const session = await tab.context.newCDPSession(page);
    const at = (share: number) => ({ x: band.x + share * band.width, y: band.y + 30 });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: shares.map(at) });
    await touch('touchStart', 0.4, 0.6);
    await touch('touchMove', 0.3, 0.7);
    await touch('touchMove', 0.1, 0.9);
    await touch('touchEnd');
    const shown = async () =>
      (await page.getByRole('slider', { name: 'Visible part' }).getAttribute('aria-valuetext')) ??
      '';
    // Four times as far apart: a quarter is left, around the middle.
    expect(await shown()).toBe('0:07.500 – 0:12.500');
    await touch('touchStart', 0.2, 0.4);
    await touch('touchMove', 0.4, 0.6);
    await touch('touchEnd');
    // The browser holds back the first pixels of a move.
    expect(await shown()).toMatch(/^0:06\.[5-7]\d\d – 0:11\./);
  });

  it('show key frames where a copy can start', async () => {
    await open();
    await expect.poll(() => tab.page.locator('.trim-tick').count()).toBe(10);
    await expect
      .poll(() => tab.page.locator('.trim-wave path').first().getAttribute('d'))
      .toMatch(/^M/);
  });

  it('play the parts one after the other, again and again if wanted', async () => {
    const page = await open();
    await keepTwo(tab);
    await page.getByRole('radio', { name: /Exact/ }).check();
    await typeTime(tab, 'Start', '10.5');
    await page.locator('section').first().focus();
    await press(page, 'l');
    await page.evaluate(`(() => {
      const video = document.querySelector('video');
      video.playbackRate = 8;
      window.seen = [];
      video.addEventListener('seeking', () => window.seen.push(Math.round(video.currentTime * 10) / 10));
    })()`);
    await page.getByRole('button', { name: 'Play the selection' }).click();
    await expect
      .poll(() => page.evaluate<number[]>('window.seen'))
      .toEqual(expect.arrayContaining([2.2, 10.5]));
    await expect
      .poll(() => page.evaluate<number>('window.seen.filter((one) => one === 2.2).length'))
      .toBeGreaterThan(1);
  });

  it('list the keys behind ?', async () => {
    const page = await open();
    await press(page, 'Shift+?');
    await page.getByText('Split here').last().waitFor();
    expect(await page.evaluate('document.querySelector("details").open')).toBe(true);
  });
});
