// "Leave out what viewers marked": where it is offered, what it says it takes off, what is requested, and what the file then says of itself.
import { afterAll, expect, it } from 'vitest';
import { SPONSORBLOCK_HOST } from '../../../lab/platforms/youtube/sponsorblock.ts';
import type { DownloadRequest } from '../../../src/shared/api/download.ts';
import { violations } from '../../support/browser/axe.ts';
import { shared } from '../../support/browser/shared.ts';
import { type FlowFixture, startFlowFixture, until } from '../../support/flow/flow-fixture.ts';

const MARKED = 'https://www.youtube.com/watch?v=labMain_001';
const UNMARKED = 'https://www.youtube.com/watch?v=labShort001';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({ SPONSORBLOCK_URL: `https://${SPONSORBLOCK_HOST}` }, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

async function open(address: string, size = { width: 1280, height: 900 }) {
  const page = await (await fixture.visitor({})).open(address);
  await page.setViewportSize(size);
  const asked: DownloadRequest[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/download')) asked.push(request.postDataJSON());
  });
  return { page, asked, box: page.getByRole('checkbox', { name: /Leave out what viewers/ }) };
}
const home = (url: string, more = '') => `/?u=${encodeURIComponent(url)}${more}`;

it('is off at first, says what it takes off, and makes a shorter file', async () => {
  const { page, asked, box } = await open(home(MARKED));
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  await page.getByText('Picture and sound are re-encoded for this').waitFor();
  await page.getByText('MP3 audio').click();
  await page.getByText('The sound is re-encoded for this').waitFor();
  expect(await page.getByText(/Sponsor.*Endcards.*0:05.* shorter/).count()).toBe(1);
  await box.check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Get Your Audio Now' }).click();
  await page.getByText(/What viewers marked was left out:.*0:05/).waitFor();
  expect(asked).toMatchObject([{ format: 'mp3', withoutMarked: true }]);
});

it('is requested only where it was chosen', async () => {
  const { page, asked, box } = await open(home(MARKED));
  await box.check();
  await box.uncheck();
  await page.getByText('MP3 audio').click();
  await page.getByRole('button', { name: 'Get Your Audio Now' }).click();
  await until(() => asked.length).toBe(1);
  expect(asked[0]).not.toHaveProperty('withoutMarked');
});

it('is of the part that is wanted, and goes where none of it is marked', async () => {
  const { page, asked, box } = await open(home(MARKED, '&from=1&to=4'));
  await box.waitFor();
  const said = page.locator('label', { has: box });
  await until(() => said.textContent()).toMatch(/Sponsor.*0:02.* shorter/);
  expect(await said.textContent()).not.toContain('Endcards');
  await page.getByRole('radio', { name: 'Exactly there' }).waitFor();
  await box.check();
  await until(() => page.getByRole('radio', { name: 'Exactly there' }).count()).toBe(0);
  const end = page.getByRole('textbox', { name: 'End', exact: true });
  await end.fill('0:02');
  await page.keyboard.press('Enter');
  await until(() => box.count()).toBe(0);
  await page.getByRole('button', { name: 'Get Your Video Now' }).click();
  await until(() => asked.length).toBe(1);
  expect(asked[0]).toMatchObject({ to: 2 });
  expect(asked[0]).not.toHaveProperty('withoutMarked');
});

it('leaves the marked ones out of the chapters that are files of their own', async () => {
  const { page, box } = await open(home(MARKED));
  await page.getByRole('button', { name: 'Split by chapters (5)' }).waitFor();
  await box.check();
  await page.getByRole('button', { name: 'Split by chapters (3)' }).waitFor();
});

it('is on the page of all formats too, where what is copied is re-encoded then', async () => {
  const { page, asked, box } = await open(`/advanced-downloader?u=${encodeURIComponent(MARKED)}`);
  await box.waitFor();
  await page.getByText('Copied without loss, quickly.').first().waitFor();
  await box.check();
  await until(() => page.getByText('Copied without loss, quickly.').count()).toBe(0);
  expect(await page.getByText('Exactly what the platform has.').count()).toBe(0);
  await page.getByRole('radio', { name: /^WebM/ }).check();
  expect(await box.isChecked()).toBe(true);
  await page.getByRole('button', { name: /^Get Your/ }).click();
  await until(() => asked.length).toBe(1);
  expect(asked[0]).toMatchObject({ container: 'webm', withoutMarked: true });
});

it('is not offered where nothing is marked', async () => {
  const { page, box } = await open(home(UNMARKED));
  await page.getByText('Only a part').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await box.count()).toBe(0);
});
