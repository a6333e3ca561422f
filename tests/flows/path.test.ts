// From a link to a file in a browser, by mouse and by keyboard.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  focusOf,
  goodLink,
  hasFocus,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const youtube = goodLink('youtube');
const saved = async (page: Page) => {
  const [download] = await Promise.all([page.waitForEvent('download'), seen(page).save.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
};
const widthOf = (picture: Locator) =>
  picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
const isMp4 = (content: Buffer) => content.toString('latin1', 4, 8) === 'ftyp';

describe('from a link to a file', () => {
  it('by mouse: pasted, recognised, chosen, made, saved automatically once, and the page is empty again', async () => {
    const page = await (await fixture.visitor()).open();
    const own = await page.title();
    const { box, start, options, ready, howTo, button, save } = seen(page);
    await page.evaluate(`navigator.clipboard.writeText('Look: ${youtube.url} !')`);
    await button('Paste').click();
    await options.waitFor();
    await page.getByText('Valid URL Detected!').waitFor();
    await page.getByText('YouTube · Ready to download').waitFor();
    expect(await box.inputValue()).toBe(youtube.url);
    await page.getByRole('heading', { name: youtube.title }).waitFor();
    await page.getByText('by Platform Lab').waitFor();
    const picture = page.locator('section img').first();
    await until(() => widthOf(picture)).toBeGreaterThan(0);
    await page.getByText(/^1080p60 · H\.264 · ≈\s\d/).waitFor();
    expect(await howTo.isVisible()).toBe(true);

    const byItself = page.waitForEvent('download');
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await start.click();
    await ready.waitFor();
    expect(await howTo.isVisible()).toBe(false);
    const download = await byItself;
    expect(download.suggestedFilename()).toBe(`${youtube.title} (1080p).mp4`);
    const content = await readFile(await download.path());
    expect(isMp4(content)).toBe(true);
    await page.getByText('1920 × 1080, 60 frames/s, H.264').waitFor();
    expect(await page.title()).toBe(`Ready · ${youtube.title}`);
    await until(() => hasFocus(ready)).toBe(true);
    await page.getByText('SHA-256 checksum').click();
    await page.getByText(/^[0-9a-f]{64}$/).waitFor();
    expect(downloads).toBe(1);
    expect(await save.getAttribute('href')).toMatch(/^\/files\//);
    const again = await saved(page);
    expect(again.content.equals(content)).toBe(true);

    await button('Download Another Video').click();
    await howTo.waitFor();
    expect(await box.inputValue()).toBe('');
    expect(await page.title()).toBe(own);
  });

  it('by keyboard alone, with the focus always on the next control', async () => {
    const page = await (await fixture.visitor()).open();
    const { start, progress, ready } = seen(page);
    const focused = () => focusOf(page);
    const tabTo = async (name: RegExp) => {
      for (let steps = 0; steps < 40; steps += 1) {
        await page.keyboard.press('Tab');
        const label = await page.evaluate<string>(
          '(document.activeElement.labels?.[0] ?? document.activeElement).textContent',
        );
        if (name.test(label)) return;
      }
      throw new Error(`no way with Tab to ${name}`);
    };
    await page.keyboard.press('/');
    expect(await focused()).toBe('video-url-input');
    await page.keyboard.type(youtube.url);
    await page.keyboard.press('Enter');
    await until(focused).toBe('Customize Your Download');
    await page.getByText(/^720p60 · H\.264/).waitFor();
    await tabTo(/^HD Quality/);
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: /^Standard/ }).isChecked()).toBe(true);
    const undo = fixture.slowDown('.googlevideo.com', 4_000);
    await tabTo(/^Get Your Video Now/);
    expect(await hasFocus(start)).toBe(true);
    await page.keyboard.press('Enter');
    await progress.waitFor();
    await until(focused).toBe('Processing Your Request');
    undo();
    await until(focused).toBe('Your Download is Ready!');
    await ready.waitFor();
    await page.getByText('1280 × 720, 60 frames/s, H.264').waitFor();
    await tabTo(/^Download Now/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(download.suggestedFilename()).toContain('(720p)');
  });
});

it('shows what is chosen where the system’s own few colours replace those of the page', async () => {
  const page = await (await fixture.visitor()).open();
  await page.emulateMedia({ forcedColors: 'active' });
  await seen(page).box.fill(youtube.url);
  await seen(page).box.press('Enter');
  const segments = page.locator('.segment');
  await segments.nth(1).waitFor();
  const backgrounds = await segments.evaluateAll((all) =>
    all.map((one) => String((one as unknown as Styled).computedStyleMap().get('background-color'))),
  );
  expect(new Set(backgrounds).size).toBe(2);
  await page.context().close();
});

type Styled = { readonly computedStyleMap: () => ReadonlyMap<string, unknown> };
