// A translator that wraps every text of the page into <font> elements, and wraps it again, while a real job runs to its end and
// everything around it is opened.
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { shared } from '../../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  seen,
  startFlowFixture,
} from '../../support/flow/flow-fixture.ts';

const HOST = '.googlevideo.com';
const { url: LINK } = goodLink('youtube');

/** Wraps each text up to four times, a little of it at every moment; `window.wrapped` counts. */
const WRAPS = `(() => {
  window.wrapped = 0;
  const depthOf = (node) => node.parentElement?.tagName === 'FONT' ? 1 + depthOf(node.parentElement) : 0;
  setInterval(() => {
    const texts = [];
    for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, option, textarea')) continue;
      if (depthOf(text) >= 4) continue;
      const font = document.createElement('font');
      text.before(font);
      font.append(text);
      window.wrapped += 1;
    }
  }, 40);
})()`;

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  // Errors of React and of the page are among them.
  expect(fixture?.problems).toEqual([]);
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

it('breaks nothing: choices, a running job, its file, and what is made of it', async () => {
  const page = await (await fixture.visitor()).open();
  await page.evaluate(WRAPS);
  await seen(page).box.fill(LINK);
  await page.keyboard.press('Enter');
  await seen(page).options.waitFor();
  await page.locator('summary', { hasText: 'Only a part' }).click();
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor();
  await page.locator('summary', { hasText: 'Only a part' }).click();
  await page.locator('summary', { hasText: 'All formats' }).click();
  await page.getByText('MP3 audio').click();
  await page.getByText('MP4 video', { exact: true }).click();
  const full = fixture.slowDown(HOST, 60_000);
  await seen(page).start.click();
  await seen(page).progress.waitFor();
  const percents = new Set<string>();
  const look = async () => {
    const text = await page.locator('main').textContent();
    percents.add(/\d+%/.exec(text ?? '')?.[0] ?? '');
    return percents.size;
  };
  await expect.poll(look, { timeout: 60_000 }).toBeGreaterThan(4);
  full();
  await seen(page).ready.waitFor();
  await press(page, 'Convert');
  await press(page, /^Convert to/);
  await page.getByText('Your file is ready').last().waitFor();
  await press(page, 'Share');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'Download Another Video');
  await seen(page).howTo.waitFor();
  expect(await page.evaluate('window.wrapped')).toBeGreaterThan(500);
});
