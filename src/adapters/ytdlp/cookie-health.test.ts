import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { cookiesByPlatform, readCookieHealth } from './cookie-health.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cookies-'));
});
afterAll(() => rm(folder, { recursive: true }));

const line = (domain: string, end: number | string, name = 'sid', value = 'secret') =>
  [domain, 'TRUE', '/', 'TRUE', end, name, value].join('\t');
const TEXT = [
  '# Netscape HTTP Cookie File',
  line('.youtube.com', 1_800_000_000),
  `#HttpOnly_${line('.youtube.com', 1_790_000_000)}`,
  line('.youtube.com', 0),
  line('www.instagram.com', 0, 'a', ''),
  line('.example.com', 1_800_000_000),
  '# .tiktok.com\tTRUE\t/\tTRUE\t0\tcommented\tout',
  'nonsense',
  line('.tiktok.com', 'never'),
  '',
].join('\r\n');

it('counts cookies per platform, with the earliest expiry', () => {
  expect(cookiesByPlatform(TEXT)).toEqual([
    { platform: 'youtube', cookies: 3, earliestExpiry: 1_790_000_000_000 },
    { platform: 'instagram', cookies: 1, earliestExpiry: null },
  ]);
});

it('reports the age and permissions of a file, and never a name or a value', async () => {
  const file = path.join(folder, 'cookies.txt');
  await writeFile(file, TEXT, { mode: 0o600 });
  await utimes(file, 1000, 1000);
  const clock = createManualClock(1_090_500);
  const health = await readCookieHealth([file], clock);
  expect(health).toMatchObject({ exists: true, readByOthers: false, ageSeconds: 90 });
  expect(JSON.stringify(health)).not.toMatch(/secret|sid/);
  await chmod(file, 0o640);
  expect((await readCookieHealth([file], clock)).readByOthers).toBe(true);
});

it('reports as missing what does not exist or is not a file', async () => {
  const missing = { exists: false, readByOthers: false, ageSeconds: null, platforms: [] };
  const clock = createManualClock();
  expect(await readCookieHealth([path.join(folder, 'none')], clock)).toEqual(missing);
  expect(await readCookieHealth([folder], clock)).toEqual(missing);
});
