import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  COUNTED_FPS,
  countedSource,
  readFrameNumbers,
  readTicks,
  TICK_SECONDS,
} from '../../support/media/counted-media.ts';
import { createEncoder } from '../../support/media/encode.ts';
import { sharedTrimmer } from '../../support/pages/shared-trimmer.ts';
import {
  choose,
  keepTwo,
  probe,
  save,
  startTrimmerFixture,
  type TrimmerFixture,
  type TrimmerTab,
  typeTime,
} from '../../support/pages/trimmer-fixture.ts';

const SECONDS = 20;
/** A key frame every two seconds, and frames stored before those that are shown earlier. */
const X264 = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-g',
  '50',
  '-sc_threshold',
  '0',
  '-bf',
  '3',
];

let fixture: TrimmerFixture;
let tab: TrimmerTab;
let film: string;

sharedTrimmer.beforeAll(async ({ browser, server }) => {
  fixture = await startTrimmerFixture({ browser, server });
  film = path.join(fixture.folder, 'Counted.mp4');
  const words = [...countedSource(SECONDS), ...X264, '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await createEncoder()(film, words);
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await tab.close();
  expect(tab.problems).toEqual([]);
  // Nothing of the file leaves the browser.
  expect(tab.requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
});

async function open(): Promise<Page> {
  tab = await fixture.open();
  await choose(tab, film);
  return tab.page;
}

const trim = (page: Page) => page.getByRole('button', { name: 'Trim', exact: true }).click();
const saveLink = (page: Page, index = 0) =>
  save(page, fixture.folder, () => page.getByRole('link', { name: 'Save' }).nth(index).click());
const numbers = (from: number, end: number) =>
  Array.from(
    { length: Math.round((end - from) * COUNTED_FPS) },
    (_, index) => Math.round(from * COUNTED_FPS) + index,
  );

/** Where the ticks of two parts, in seconds of the source, are in a file that has one after the other. */
function ticksOf(parts: readonly (readonly [number, number])[]): number[] {
  let at = 0;
  return parts.flatMap(([start, end]) => {
    const first = Math.ceil(start / TICK_SECONDS - 1e-6) * TICK_SECONDS;
    const ticks: number[] = [];
    for (let tick = first; tick < end - 0.03; tick += TICK_SECONDS) ticks.push(at + tick - start);
    at += end - start;
    return ticks;
  });
}

/** Each tick of the file is within 20 ms of where it belongs. */
async function expectTicks(file: string, wanted: readonly number[]): Promise<void> {
  const ticks = await readTicks(file);
  for (const tick of wanted) {
    const nearest = ticks.reduce((a, b) => (Math.abs(b - tick) < Math.abs(a - tick) ? b : a), 99);
    expect(Math.abs(nearest - tick), `tick at ${tick} of ${ticks}`).toBeLessThanOrEqual(0.02);
  }
}

describe('two parts in one file', () => {
  it('exact: every frame of both from the first to the last, and sound that stays with them', async () => {
    const page = await open();
    await keepTwo(tab);
    await page.getByRole('radio', { name: /Exact/ }).check();
    await page.getByText('2 parts, each starting at your time').waitFor();
    await trim(page);
    const saved = await saveLink(page);
    expect(path.basename(saved)).toBe('Counted (2.2s-5s, 9.3s-11s).mp4');
    expect(await readFrameNumbers(saved)).toEqual([...numbers(2.2, 5), ...numbers(9.28, 11)]);
    await expectTicks(
      saved,
      ticksOf([
        [2.2, 5],
        [9.3, 11],
      ]),
    );
  });

  it('instant: from their key frames on, all frames complete, also for players without edit lists', async () => {
    const page = await open();
    await keepTwo(tab);
    await page.getByText('2 parts start earlier').waitFor();
    await trim(page);
    const saved = await saveLink(page);
    const shown = await readFrameNumbers(saved);
    const second = shown.indexOf(200);
    const [first, last] = [shown.slice(0, second), shown.slice(second)];
    expect(first).toEqual(numbers(2, 2 + first.length / COUNTED_FPS));
    expect(last).toEqual(numbers(8, 8 + last.length / COUNTED_FPS));
    // At most the frames that a frame before the end was stored after.
    expect(first.length).toBeGreaterThanOrEqual(75);
    expect(first.length).toBeLessThanOrEqual(79);
    expect(last.length).toBeGreaterThanOrEqual(75);
    expect(last.length).toBeLessThanOrEqual(79);
    expect(await readFrameNumbers(saved, ['-ignore_editlist', '1'])).toEqual(shown);
    await expectTicks(
      saved,
      ticksOf([
        [2, 2 + first.length / COUNTED_FPS],
        [8, 11],
      ]),
    );
    const [before, after] = [await probe(film), await probe(saved)];
    const known = new Set(before.video.map((one) => one.data_hash));
    expect(after.video.every((one) => known.has(one.data_hash))).toBe(true);
  });

  it('says when a gap cannot be left out, and leaves it out where it can', async () => {
    const page = await open();
    await typeTime(tab, 'End', '5');
    await page.getByRole('slider', { name: 'Position' }).focus();
    for (const key of ['Home', ...Array(5).fill('ArrowRight'), '.', '.', 'n'])
      await page.keyboard.press(key);
    await page.getByText('One gap stays in').waitFor();
    await page.getByRole('radio', { name: /Exact/ }).check();
    await page.getByText('2 parts, each starting at your time').waitFor();
  });
});

describe('what the parts are saved as', () => {
  it('a file of each, also where they touch', async () => {
    const page = await open();
    await page.getByRole('slider', { name: 'Position' }).focus();
    for (const key of ['Home', 'Shift+ArrowRight', 'b']) await page.keyboard.press(key);
    await page.getByRole('radio', { name: '2 files' }).check({ force: true });
    // Copied files are there before any of their progress is drawn.
    await page.getByRole('radio', { name: /Exact/ }).check({ force: true });
    await page.evaluate(`globalThis.drawn = [];
      new MutationObserver(() => {
        const bar = document.querySelector('[role=progressbar]');
        if (bar) drawn.push([bar.previousElementSibling.firstChild?.textContent, Number(bar.ariaValueNow)]);
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })`);
    await trim(page);
    const first = await saveLink(page, 0);
    const second = await saveLink(page, 1);
    // The second file too is shown as being made, not as being checked like the first.
    const drawn = await page.evaluate<[string, number][]>('drawn');
    const percents = drawn.filter(([heading]) => heading === 'Trimming').map(([, at]) => at);
    expect(percents.some((percent) => percent > 55 && percent < 100)).toBe(true);
    expect(path.basename(first)).toBe('Counted (0s-10s).mp4');
    expect(path.basename(second)).toBe('Counted (10s-20s).mp4');
    expect(await readFrameNumbers(first)).toEqual(numbers(0, 10));
    expect(await readFrameNumbers(second)).toEqual(numbers(10, 20));
  });

  it('several cuts of one file, each a file of its own', async () => {
    const page = await open();
    const another = page.getByRole('button', { name: 'Add another cut' });
    await typeTime(tab, 'Start', '2.2');
    await typeTime(tab, 'End', '4');
    for (const [start, end] of [
      ['9.3', '11'],
      ['14', '15.5'],
    ] as const) {
      await another.click();
      await typeTime(tab, 'End', end);
      await typeTime(tab, 'Start', start);
    }
    expect(await page.getByRole('radio', { name: '3 files' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: /Exact/ }).check({ force: true });
    await page.getByText('3 parts, each starting at your time').waitFor();
    await trim(page);
    const names = ['2.2s-4s', '9.3s-11s', '14s-15.5s'];
    const frames = [numbers(2.2, 4), numbers(9.28, 11), numbers(14, 15.5)];
    for (const [index, name] of names.entries()) {
      const saved = await saveLink(page, index);
      expect(path.basename(saved)).toBe(`Counted (${name}).mp4`);
      expect(await readFrameNumbers(saved)).toEqual(frames[index]);
    }
  });

  it.each([
    ['MOV', '.mov', ['h264', 'aac'], /Instant/],
    ['Sound only', '.m4a', ['aac'], /Instant/],
    ['WebM', '.webm', ['vp9', 'opus'], /Exact/],
  ])('%s', async (label, extension, codecs, way) => {
    const page = await open();
    await typeTime(tab, 'Start', '4');
    await typeTime(tab, 'End', '6');
    await page.getByRole('combobox', { name: 'Save as' }).selectOption({ label });
    await expect.poll(() => page.getByRole('radio', { name: way }).isChecked()).toBe(true);
    await trim(page);
    const saved = await saveLink(page);
    expect(path.extname(saved)).toBe(extension);
    const made = await probe(saved);
    expect(made.codecs).toEqual(codecs);
    expect(Math.abs(made.seconds - 2)).toBeLessThan(0.1);
    if (codecs.length > 1) expect(await readFrameNumbers(saved)).toEqual(numbers(4, 6));
    await expectTicks(saved, ticksOf([[4, 6]]));
  });

  it('a GIF of at most 15 seconds that repeats', async () => {
    const page = await open();
    await page
      .getByRole('combobox', { name: 'Save as' })
      .selectOption({ label: 'GIF, up to 15 seconds' });
    await page.getByText('A GIF can be 15 seconds long').waitFor();
    expect(await page.getByRole('button', { name: 'Trim', exact: true }).isDisabled()).toBe(true);
    await typeTime(tab, 'End', '2');
    await page.getByRole('combobox', { name: 'Width' }).selectOption({ label: '320 pixels' });
    await trim(page);
    const saved = await saveLink(page);
    expect(path.basename(saved)).toBe('Counted (0s-2s).gif');
    const bytes = await readFile(saved);
    expect(bytes.includes('NETSCAPE2.0')).toBe(true);
    const shown = await readFrameNumbers(saved);
    expect(shown).toEqual(Array.from({ length: 25 }, (_, index) => index * 2));
  });

  it('a picture of one frame', async () => {
    const page = await open();
    await typeTime(tab, 'Start', '7.2');
    const saved = await save(page, fixture.folder, async () => {
      await page.locator('section').first().focus();
      await page.keyboard.press('c');
    });
    expect(path.basename(saved)).toBe('Counted (7.2s).png');
    expect(await readFrameNumbers(saved)).toEqual([180]);
  });
});
