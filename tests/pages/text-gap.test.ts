// What a page is used for keeps away from the text below it.
import { afterAll, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { type ReadingFixture, startReadingFixture } from '../support/pages/reading-fixture.ts';

let fixture: ReadingFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startReadingFixture({}, browser);
});
afterAll(() => fixture?.close());

it.each([
  ['/advanced-downloader', 'main form'],
  ['/batch-downloader', '.page > .card'],
  ['/video-trimmer', '.page > .card'],
])('%s has 48 px between them', async (path, used) => {
  const page = await fixture.open(path);
  await page.locator(used).first().waitFor();
  const gap = await page.evaluate<number>(`(() => {
    const edge = (one, side) => one.getBoundingClientRect()[side];
    const [used] = document.querySelectorAll(${JSON.stringify(used)});
    return edge(document.querySelector('.page-text'), 'top') - edge(used, 'bottom');
  })()`);
  expect(gap).toBeGreaterThanOrEqual(48);
  expect(gap).toBeLessThan(64);
  await page.context().close();
});
