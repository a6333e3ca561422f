// The lines of a finished download that only some files have: a shorter name for a long one, and what was done about loudness.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startBrowser } from '../../support/browser/browser.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import {
  begin,
  choose,
  type PlayedFixture,
  startPlayedFixture,
} from '../../support/flow/flow-played-fixture.ts';
import type { ViewPart } from '../../support/http/http-download-views.ts';

let fixture: PlayedFixture;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  fixture = await startPlayedFixture();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(fixture.origin);
  await page.locator('html[data-ready]').waitFor();
});
afterEach(() => page.context().close());

async function finish(part: ViewPart): Promise<void> {
  await choose(page);
  const id = await begin(page, fixture);
  fixture.fake.fill(id, new Uint8Array(2000));
  fixture.fake.set({ id, phase: 'ready', percent: 100, ...part });
  await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
}

it.each([
  ['128 bytes', `${'ä'.repeat(60)}aaaa.mp4`, 0],
  ['129 bytes', `${'ä'.repeat(60)}aaaaa.mp4`, 1],
])(
  'a name of %s has its line, with a link to a shorter one, only where it is long',
  async (_what, fileName, count) => {
    await finish({ fileName });
    await page.getByText('SHA-256 checksum').waitFor();
    const line = page.getByRole('link', { name: 'Save under a shorter name' });
    if (count === 1) {
      await line.waitFor();
      expect(await line.getAttribute('href')).toMatch(/^\/files\/.*\?name=short$/);
      expect(await overflowing(page)).toEqual([]);
    }
    expect(await line.count()).toBe(count);
  },
);

it('a song whose loudness was chosen says what was measured, and what was done', async () => {
  const loudness = { way: 'level', lufs: -9.4, gainDb: -4.6 } as const;
  await finish({ container: 'mp3', extension: 'mp3', loudness });
  const line = page.getByText('Measured at');
  await line.waitFor();
  expect(((await line.textContent()) ?? '').replace(/[\u2066\u2069]/g, '')).toBe(
    'Measured at −9.4 LUFS, made 4.6 dB quieter.',
  );
  expect(await overflowing(page)).toEqual([]);
});

it('another file has no such line', async () => {
  await finish({ container: 'mp3', extension: 'mp3' });
  await page.getByText('SHA-256 checksum').waitFor();
  expect(await page.getByText('Measured at').count()).toBe(0);
});
