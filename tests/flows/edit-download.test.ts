// From a finished download on: converting it on its card, and opening it in the trimmer without saving it first.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  hasFocus,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';
import { makeFilm } from '../support/pages/trimmer-fixture.ts';

const film = goodLink('tiktok');

let fixture: FlowFixture;
let folder: string;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-edit-'));
});
afterAll(async () => {
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
  expect(fixture?.problems).toEqual([]);
});

/** The result card of a finished download. */
async function finished(look: Parameters<FlowFixture['visitor']>[0] = {}, path = '/') {
  const visitor = await fixture.visitor(look);
  const page = await visitor.open(path);
  const parts = seen(page);
  await parts.box.fill(film.url);
  await parts.analyze.click();
  await parts.start.click();
  await parts.ready.waitFor();
  return { visitor, page, ...parts };
}

async function fromDownload(): Promise<Page> {
  const { page } = await finished({ isPhone: true });
  await page.getByRole('link', { name: 'Trim this' }).tap();
  await page.getByRole('region', { name: 'Trim' }).waitFor();
  return page;
}

async function toTrimmer(): Promise<Page> {
  const visitor = await fixture.visitor({ isPhone: true });
  return visitor.open('/video-trimmer');
}

describe('converting', () => {
  it('makes another file on the card, with progress, and saves it', async () => {
    const { page, button } = await finished();
    await button('Convert').click();
    await page.getByRole('heading', { name: 'Convert this file' }).waitFor();
    await page.getByLabel('WebM').check({ force: true });
    await button('Convert to WebM').click();
    await page.getByRole('progressbar', { name: 'Converting' }).waitFor();
    await page.getByRole('heading', { name: 'Your file is ready' }).waitFor();
    const save = page.getByRole('link', { name: 'Download Now' }).last();
    await until(() => hasFocus(save)).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toMatch(/\.webm$/);
    const content = await readFile(await download.path());
    expect(content.readUInt32BE(0)).toBe(0x1a45dfa3);
    // What plays everywhere already need not be made so.
    expect(await button('Make it play everywhere').count()).toBe(0);
  });

  it('makes a file that plays everywhere of one that does not, with one button', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/');
    const parts = seen(page);
    await parts.box.fill('https://www.youtube.com/watch?v=labUhd__001');
    await parts.analyze.click();
    await parts.start.waitFor();
    await page.locator('summary').filter({ hasText: 'All formats' }).first().click();
    await page
      .getByRole('row', { name: /1080p60.*VP9/ })
      .getByRole('button')
      .click();
    await parts.start.click();
    await parts.ready.waitFor();
    await parts.button('Make it play everywhere').click();
    await page.getByRole('heading', { name: 'Your file is ready' }).waitFor();
    const save = page.getByRole('link', { name: 'Download Now' }).last();
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const content = (await readFile(await download.path())).toString('latin1');
    expect(content).toContain('avc1');
    expect(content).not.toContain('vp09');
  });
});

/** A film of the device; null: the trimmer opens a finished download. */
const FILMS = [
  ['a finished download', null],
  ['a film of the device', '320:180'],
  ['a portrait film', '270:480'],
] as const;

describe('trimming', () => {
  it.each(FILMS)('has picture and timeline of %s in sight at once', async (name, size) => {
    const page = await (size ? toTrimmer() : fromDownload());
    const file = path.join(folder, `${name}.mp4`);
    if (size) await makeFilm(file, { video: ['-vf', `scale=${size},setsar=1`] });
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      if (size) await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('section:focus').waitFor();
      const boxOf = async (part: string) => {
        const box = await page.locator(part).boundingBox();
        if (!box) throw new TypeError(`there is no ${part}`);
        return box;
      };
      const [picture, line] = [await boxOf('video'), await boxOf('.trim-line')];
      expect(picture.y).toBeGreaterThanOrEqual(0);
      expect(picture.height).toBeLessThanOrEqual(0.45 * height);
      expect((await boxOf('.trim-tools')).height).toBeLessThan(90);
      // On a phone the button stays at the lower edge.
      const { y: covered } = await boxOf('.trim-action');
      expect(line.y + line.height).toBeLessThanOrEqual(Math.min(height, covered));
      expect(await page.getByText('Keyboard shortcuts').isVisible()).toBe(false);
    }
    // Only the eye does without it.
    expect(await page.getByRole('heading', { level: 1, name: 'Video trimmer' }).count()).toBe(1);
  });

  it('opens the file at once, also after a reload, and cuts it', async () => {
    const { page } = await finished();
    await page.getByRole('link', { name: 'Trim this' }).click();
    await page.waitForURL(/\/video-trimmer\?job=/);
    await page.reload();
    const section = page.getByRole('region', { name: 'Trim' });
    await section.waitFor();
    await page.getByRole('textbox', { name: 'End' }).fill('0:02');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Trim', exact: true }).click();
    await page.getByRole('heading', { name: 'Your clip is ready' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save' }).click(),
    ]);
    expect((await readFile(await download.path())).toString('latin1', 4, 8)).toBe('ftyp');
  });
});
