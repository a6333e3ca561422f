// The forty odd files in the trimmer of a browser: each is cut there, or by the server after a yes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { runTool } from '../../../lab/media/run-tool.ts';
import { ODD_FILES, pipedCopy } from '../../fixtures/odd-media.ts';
import { shared } from '../../support/browser/shared.ts';
import { type FlowFixture, startFlowFixture } from '../../support/flow/flow-fixture.ts';
import { createEncoder } from '../../support/media/encode.ts';
import { save, typeIn } from '../../support/pages/trimmer-fixture.ts';

let fixture: FlowFixture;
let folder: string;
const encode = createEncoder();
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-odd-'));
});
afterAll(async () => {
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
  expect(fixture?.problems).toEqual([]);
});

/** What the trimmer does not read, and sends after a yes. */
const SENT = [
  ...['clock-begins-at-an-hour.ts', 'interlaced.ts', 'camera.m2ts', 'old.avi', 'web.flv'],
  'apple.m4a',
];

const sayYes = (page: Page) => page.getByRole('button', { name: 'Yes, send it' });

it.each(Object.entries(ODD_FILES))('%s', async (name, { words, isPiped, frameSeconds = 0 }) => {
  const file = path.join(folder, name);
  await encode(file, words);
  if (isPiped) await writeFile(file, await pipedCopy(file));
  const visitor = await fixture.visitor();
  const page = await visitor.open('/video-trimmer');
  await page.locator('input[type=file]').setInputFiles(file);
  const open = page.getByRole('region', { name: 'Trim' });
  await open.or(sayYes(page)).first().waitFor();
  // What can be cut and not be shown is open, and may be sent as well.
  const isSent = !(await open.isVisible());
  expect([name, isSent]).toEqual([name, SENT.includes(name)]);
  if (isSent) await sayYes(page).click();
  await open.waitFor();
  await typeIn(page, 'Start', '1');
  await typeIn(page, 'End', '3');
  await page.getByRole('button', { name: 'Trim', exact: true }).click();
  const link = page.getByRole('link', { name: 'Save' });
  const saved = await save(page, folder, () => link.click());
  const probed = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', saved];
  const seconds = Number(await runTool('ffprobe', probed));
  // From the key frame before, and up to the end of a frame.
  expect(seconds).toBeGreaterThan(1.9);
  expect(seconds).toBeLessThan(3.6 + frameSeconds);
  const decoded = ['-v', 'error', '-xerror', '-i', saved, '-f', 'null', '-'];
  expect(String(await runTool('ffmpeg', decoded))).toBe('');
  await visitor.context.close();
});
