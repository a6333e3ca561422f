// A file that the browser cannot read, or that not every device plays, goes to the server after a yes only.
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { shared } from '../../support/browser/shared.ts';
import { startNginx } from '../../support/deploy/nginx.ts';
import { type FlowFixture, startFlowFixture } from '../../support/flow/flow-fixture.ts';
import { makeFilm, probe, save } from '../../support/pages/trimmer-fixture.ts';

let fixture: FlowFixture;
let folder: string;
let old: string;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-sends-'));
  old = path.join(folder, 'Old days.avi');
  await makeFilm(old, { seconds: 4, video: ['-c:v', 'mpeg4'], audio: ['-c:a', 'libmp3lame'] });
});
afterAll(async () => {
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
  expect(fixture?.problems).toEqual([]);
});

/** Chooses a file on the trimmer's page; `sent` collects what has a body. */
async function choose(file: string): Promise<{ page: Page; sent: string[] }> {
  const visitor = await fixture.visitor({ isPhone: true });
  const page = await visitor.open('/video-trimmer');
  const sent: string[] = [];
  page.on('request', (one) => {
    if (one.method() === 'POST' && !one.url().includes('page-view')) sent.push(one.url());
  });
  await page.locator('input[type=file]').setInputFiles(file);
  return { page, sent };
}

it('is sent after a yes, converted, and opened', async () => {
  const { page, sent } = await choose(old);
  await page.getByText('Nothing is sent until you say yes').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Yes, send it' }).click();
  await page.getByRole('region', { name: 'Trim' }).waitFor();
  expect(await page.locator('h2').first().textContent()).toMatch(/^Old days.*\.mp4$/);
  expect(sent.map((one) => new URL(one).pathname)).toEqual(['/api/convert']);
});

it('is not lost when it is chosen before the page is interactive', async () => {
  const visitor = await fixture.visitor();
  const page = await visitor.context.newPage();
  const held = Promise.withResolvers<void>();
  await page.route(/trimmer.*\.(js|json)$/, (route) => held.promise.then(() => route.continue()));
  await page.goto(`${fixture.origin}/video-trimmer`);
  await page.locator('input[type=file]').setInputFiles(old);
  held.resolve();
  await page.getByText('Nothing is sent until you say yes').waitFor();
});

it('is not sent any longer when it is cancelled', async () => {
  const { page } = await choose(old);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/convert', (route) => held.promise.then(() => route.abort()));
  await page.getByRole('button', { name: 'Yes, send it' }).click();
  await page.getByRole('progressbar', { name: 'Sending the file' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes, send it' }).waitFor();
  held.resolve();
});

it('is made to play everywhere after it was trimmed, where it does not', async () => {
  const web = path.join(folder, 'Garden.webm');
  const video = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
  await makeFilm(web, { seconds: 4, video, audio: ['-c:a', 'libopus'] });
  const { page, sent } = await choose(web);
  await page.getByRole('button', { name: 'Trim', exact: true }).click();
  await page.getByRole('link', { name: 'Save' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Make it play everywhere' }).click();
  await page.getByText('Your MP4 is ready').waitFor();
  const link = page.getByRole('link', { name: 'Save' }).last();
  const saved = await save(page, folder, () => link.click());
  expect(path.basename(saved)).toMatch(/^Garden.*\.mp4$/);
  expect((await probe(saved)).codecs).toEqual(['h264', 'aac']);
});

it('is not offered to be made again where it plays everywhere', async () => {
  const plain = await makeFilm(path.join(folder, 'Plain.mp4'), { seconds: 4 });
  const { page } = await choose(plain);
  await page.getByRole('button', { name: 'Trim', exact: true }).click();
  await page.getByRole('link', { name: 'Save' }).waitFor();
  expect(await page.getByRole('button', { name: 'Make it play everywhere' }).count()).toBe(0);
});

it('is refused with words when the server cannot read it either, or it is too large', async () => {
  const text = path.join(folder, 'words.mp4');
  await writeFile(text, 'only words, many of them '.repeat(100));
  const send = async (page: Page) => {
    await page.getByRole('button', { name: 'Yes, send it' }).click();
    await page.getByRole('alert').filter({ hasText: 'server' }).waitFor();
    // Sent again, it would be refused again.
    expect(await page.getByRole('button', { name: 'Yes, send it' }).count()).toBe(0);
    return page.getByRole('alert').filter({ hasText: 'server' }).textContent();
  };
  const { page } = await choose(text);
  expect(await send(page)).toContain('couldn’t make anything of this file either');
  const { page: other } = await choose(text);
  await other.route('**/api/limits', (route) =>
    route.fulfill({ json: { maxUploadMegabytes: 0.001 } }),
  );
  expect(await send(other)).toContain('The server takes files up to 1 kB');
});

it('that a proxy refuses is said not to have arrived, with its size, and a large one before it is sent', async () => {
  const large = path.join(folder, 'Large.avi');
  await writeFile(large, '');
  await truncate(large, 106e6);
  const nginx = await startNginx(
    `location / { proxy_pass ${fixture.origin}; client_max_body_size 100m; }`,
  );
  try {
    const page = await (await fixture.visitor()).context.newPage();
    await page.goto(`${nginx.origin}/video-trimmer`);
    await page.locator('html[data-ready]').waitFor();
    await page.locator('input[type=file]').setInputFiles(large);
    await page.getByText('Files above 100 MB are often stopped').waitFor();
    await page.getByRole('button', { name: 'Yes, send it' }).click();
    await page.getByText('stopped the file (106 MB) before it arrived').waitFor();
  } finally {
    await nginx.close();
  }
});
