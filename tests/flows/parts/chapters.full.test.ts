// The chapters of a video as files of their own in one ZIP file.
import { afterAll, expect, it } from 'vitest';
import type { DownloadRequest } from '../../../src/shared/api/download.ts';
import { violations } from '../../support/browser/axe.ts';
import { shared } from '../../support/browser/shared.ts';
import { type FlowFixture, startFlowFixture } from '../../support/flow/flow-fixture.ts';
import { readZip } from '../../support/media/read-zip.ts';

const WITH_CHAPTERS = 'https://www.youtube.com/watch?v=labMain_001';
const WITHOUT = 'https://www.youtube.com/watch?v=labShort001';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const open = async (url: string) =>
  (await fixture.visitor({})).open(`/?u=${encodeURIComponent(url)}`);

it('are asked for one by one, as the whole was chosen, and saved numbered and named', async () => {
  const page = await open(WITH_CHAPTERS);
  const asked: DownloadRequest[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/download')) asked.push(request.postDataJSON());
  });
  const button = page.getByRole('button', { name: 'Split by chapters (3)' });
  await button.waitFor();
  await page.getByText('MP3 audio').click();
  await page.getByRole('button', { name: 'Get Your Audio Now' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(asked.map(({ format, chapter }) => [format, chapter])).toEqual([
    ['mp3', 1],
    ['mp3', 2],
    ['mp3', 3],
  ]);
  expect(download.suggestedFilename()).toBe('A walk through the colour garden.zip');
  expect((await readZip(await download.path())).map(({ name }) => name)).toEqual([
    '01 - The gate.mp3',
    '02 - The pond.mp3',
    '03 - The hill.mp3',
  ]);
});

it('are not offered for a video that has none', async () => {
  const page = await open(WITHOUT);
  await page.getByRole('radio', { name: /HD Quality/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Split by chapters/ }).count()).toBe(0);
});
