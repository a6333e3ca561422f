import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { COUNTED_FPS, countedSource, readFrameNumbers } from '../../support/media/counted-media.ts';
import { createEncoder } from '../../support/media/encode.ts';
import { readZip } from '../../support/media/read-zip.ts';
import { sharedTrimmer } from '../../support/pages/shared-trimmer.ts';
import {
  choose,
  save,
  startTrimmerFixture,
  type TrimmerFixture,
  type TrimmerTab,
  typeTime,
} from '../../support/pages/trimmer-fixture.ts';

let fixture: TrimmerFixture;
let tab: TrimmerTab;
let film: string;
let cutOff: string;

sharedTrimmer.beforeAll(async ({ browser, server }) => {
  fixture = await startTrimmerFixture({ browser, server });
  film = path.join(fixture.folder, 'Counted.mp4');
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50', '-sc_threshold', '0'];
  const rest = ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart'];
  await createEncoder()(film, [...countedSource(20), ...video, ...rest]);
  // Its index names all that was there.
  cutOff = path.join(fixture.folder, 'Cut off.mp4');
  const bytes = await readFile(film);
  await writeFile(cutOff, bytes.subarray(0, Math.round(bytes.length * 0.7)));
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await tab.close();
  expect(tab.problems).toEqual([]);
  // Nothing of the file leaves the browser.
  expect(tab.requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
});

async function open(file = film, width = 1280): Promise<Page> {
  tab = await fixture.open({ width });
  await choose(tab, file);
  return tab.page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const numbers = (from: number, end: number) =>
  Array.from(
    { length: Math.round((end - from) * COUNTED_FPS) },
    (_, index) => Math.round(from * COUNTED_FPS) + index,
  );

/** Sets the first cut, and adds the others. */
async function addCuts(page: Page, cuts: readonly (readonly [string, string])[]): Promise<void> {
  for (const [index, [start, end]] of cuts.entries()) {
    if (index > 0) await press(page, 'Add another cut');
    await typeTime(tab, 'Start', '0');
    await typeTime(tab, 'End', end);
    await typeTime(tab, 'Start', start);
  }
}

describe('several cuts', () => {
  it('are ranges of their own, also over each other; named, removed, and saved as one ZIP', async () => {
    const page = await open();
    await press(page, 'Add another cut');
    const cuts = page.getByRole('list', { name: 'Cuts' });
    // Of the whole file nothing is taken away.
    expect(await cuts.getByRole('button', { name: /^Cut 1/ }).textContent()).toMatch(
      /0:00\.000 – 0:20\.0/,
    );
    await typeTime(tab, 'End', '6');
    await typeTime(tab, 'Start', '4');
    const name = page.getByRole('textbox', { name: 'Name of this file' });
    await name.fill('');
    // Its letters are those of shortcuts as well.
    await name.pressSequentially('Intro b/n x');
    await press(page, 'Add another cut');
    await press(page, 'Remove cut 3');
    await cuts.getByRole('button', { name: /^Cut 1/ }).click();
    await typeTime(tab, 'End', '10');
    await page.getByRole('radio', { name: /Exact/ }).check({ force: true });
    await press(page, 'Trim');
    await page.getByRole('heading', { name: '2 files are ready' }).waitFor();
    const second = await save(page, fixture.folder, () =>
      page.getByRole('link', { name: 'Save' }).nth(1).click(),
    );
    expect(path.basename(second)).toBe('Intro b n x.mp4');
    expect(await readFrameNumbers(second)).toEqual(numbers(4, 6));
    const zip = await save(page, fixture.folder, () => press(page, 'Save all as ZIP'));
    expect(path.basename(zip)).toBe('Counted.zip');
    const members = await readZip(zip);
    expect(members.map((one) => one.name)).toEqual(['Counted (0s-10s).mp4', 'Intro b n x.mp4']);
    expect(members[1]?.bytes).toBe((await readFile(second)).length);
    await page.getByRole('link', { name: /^Save the ZIP/ }).waitFor();
  });

  it('stay to be saved while the cuts are changed, until others are made', async () => {
    const page = await open();
    await addCuts(page, [
      ['1', '3'],
      ['5', '6'],
    ]);
    await press(page, 'Trim');
    const ready = page.getByRole('heading', { name: '2 files are ready' });
    await ready.waitFor();
    await page.getByRole('textbox', { name: 'Name of this file' }).fill('Intro');
    await page
      .getByText(/^Made before your last change/)
      .first()
      .waitFor();
    await ready.waitFor();
    const old = await save(page, fixture.folder, () =>
      page.getByRole('link', { name: 'Save' }).nth(1).click(),
    );
    expect(path.basename(old)).toBe('Counted (5s-6s).mp4');
    await press(page, 'Trim');
    await page.getByText('Intro.mp4', { exact: true }).waitFor();
    await ready.waitFor();
    expect(await page.getByText(/^Made before your last change/).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Save' }).count()).toBe(2);
  });

  it('are undone step by step: the name, the cut, and that there are several files', async () => {
    const page = await open();
    await press(page, 'Add another cut');
    await page.getByRole('textbox', { name: 'Name of this file' }).fill('Intro');
    await press(page, 'Undo');
    await page.getByRole('button', { name: /^Cut 2/ }).waitFor();
    await press(page, 'Undo');
    expect(await page.getByRole('list', { name: 'Cuts' }).count()).toBe(0);
    expect(await page.getByRole('radio', { name: '2 files' }).count()).toBe(0);
  });

  it('are made where another fails, and the missing one is tried again', async () => {
    const page = await open(cutOff);
    tab.expected.push(/trimmer failed|could not be drawn|waveform|picture/);
    await addCuts(page, [
      ['1', '3'],
      ['17', '19'],
      ['5', '6'],
    ]);
    await press(page, 'Trim');
    await page.getByRole('heading', { name: '2 files are ready' }).waitFor();
    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    expect(await files.nth(1).getByText('Failed', { exact: true }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Save' }).count()).toBe(2);
    const address = await page.getByRole('link', { name: 'Save' }).first().getAttribute('href');
    await press(page, 'Try the missing one again');
    await page.getByRole('heading', { name: '2 files are ready' }).waitFor();
    expect(await page.getByRole('link', { name: 'Save' }).first().getAttribute('href')).toBe(
      address,
    );
  });

  it.each(['de', 'ar'] as const)('have tools that fit a phone, in %s', async (lang) => {
    tab = await fixture.open({ width: 390, lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
    await choose(tab, film);
    const cropped = await tab.page.evaluate(`
      [...document.querySelectorAll('.trim-tool')].filter((tool) => {
        const { left, right } = tool.getBoundingClientRect();
        return left < 0 || right > innerWidth || tool.scrollWidth > tool.clientWidth;
      }).map((tool) => tool.textContent)`);
    expect(cropped).toEqual([]);
  });

  it('have their line beside the picture on a phone on its side', async () => {
    tab = await fixture.open({ width: 844, height: 390 });
    await choose(tab, film);
    const { page } = tab;
    const picture = await page.locator('.trim-picture').boundingBox();
    const line = await page.locator('.trim-line').boundingBox();
    if (!picture || !line) throw new Error('the editor is not there');
    expect(picture.width).toBeGreaterThan(300);
    expect(line.x).toBeGreaterThan(picture.x + picture.width - 10);
    expect(line.y + line.height).toBeLessThan(390);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(844);
  });

  it('fit a phone', async () => {
    const page = await open(film, 390);
    await addCuts(page, [
      ['1', '3'],
      ['17', '19'],
      ['5', '6'],
    ]);
    await press(page, 'Trim');
    await page.getByRole('heading', { name: '3 files are ready' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
