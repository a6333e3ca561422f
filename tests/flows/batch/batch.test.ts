// Many links at once, as a visitor meets them: from a pasted list to a ZIP file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { readList } from '../../../src/web/download-client/read-list.ts';
import { violations } from '../../support/browser/axe.ts';
import { shared } from '../../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLinks,
  refusedLink,
  seen,
  startFlowFixture,
  until,
} from '../../support/flow/flow-fixture.ts';
import { readZip, readZipText } from '../../support/media/read-zip.ts';

let fixture: FlowFixture;
let folder: string;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-batch-'));
});
afterAll(async () => {
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
  expect(fixture?.problems).toEqual([]);
});

/** Can be looked at, but not fetched. */
const UNFETCHABLE = 'https://www.youtube.com/watch?v=labMedia403';
const PRIVATE = refusedLink('youtube', 'private');
const PLATFORMS = ['tiktok', 'instagram', 'twitter', 'snapchat', 'pinterest', 'threads'] as const;
const GOOD = readList(
  PLATFORMS.flatMap((platform) => goodLinks(platform).slice(0, 4))
    .map(({ url }) => url)
    .join('\n'),
)
  .links.slice(0, 18)
  .map(({ url }) => url);
const TWENTY = [...GOOD.slice(0, 6), UNFETCHABLE, ...GOOD.slice(6), PRIVATE];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}

async function saveZip(page: Page, name: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await button(page, / as ZIP/).click();
  const file = path.join(folder, name);
  await (await coming).saveAs(file);
  return file;
}

it('takes twenty links from the home page to one ZIP file, through a reload in the middle', async () => {
  expect(TWENTY).toHaveLength(20);
  const visitor = await fixture.visitor();
  const page = await visitor.open('/');
  await seen(page).box.focus();
  await paste(page, `My list:\n${TWENTY.join('\n')}\n${TWENTY[0]}`);
  await page.getByText('You pasted 20 links').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Download all 20 links' }).click();
  await page.getByText('20 links were added.').waitFor();
  await page.getByText('This link was in the list already').waitFor();
  await button(page, 'Download all 20 links').click();

  const bar = page.getByRole('progressbar', { name: 'Progress of the whole list' });
  const ready = () => page.getByText('Ready', { exact: true }).count();
  await until(ready).toBeGreaterThan(2);
  expect(await ready()).toBeLessThan(18);
  await page.reload();
  // One network may inspect one link every three seconds once it has inspected twenty.
  await page.getByText('18 of 20 ready, 2 failed').waitFor({ timeout: 90_000 });
  expect(await ready()).toBe(18);
  expect(await bar.getAttribute('aria-valuenow')).toBe('100');
  expect(await violations(page)).toEqual([]);

  const file = await saveZip(page, 'twenty.zip');
  const members = await readZip(file);
  // Two of the links lead to the same video, one of them through a short link.
  expect(members).toHaveLength(18);
  const report = String(await readZipText(file, 'REPORT.txt'));
  expect(report).toContain('17 / 19');
  for (const missing of [UNFETCHABLE, PRIVATE]) expect(report).toContain(missing);
  await page.getByText('names the 2 links that are missing').waitFor();
});
