// The operator's accounts by platform and egress, as their files are at this moment.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../clock/system.ts';
import { createAccounts, otherFiles } from './accounts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-accounts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const cookie = (host: string, value: string) =>
  [host, 'TRUE', '/', 'TRUE', '4102444800', 'sid', value].join('\t');
const write = (name: string, ...lines: readonly string[]) =>
  writeFile(path.join(folder, name), ['# Netscape HTTP Cookie File', ...lines, ''].join('\n'));
const namesOf = async (egress: string) =>
  (await createAccounts({ folder }, systemClock)('youtube', egress)).map(({ name }) => name);

it('come from files named by platform, account and egress; those of the egress first', async () => {
  const own = cookie('.youtube.com', 'a');
  for (const name of ['youtube.txt', 'youtube.second.txt', 'youtube@home.txt'])
    await write(name, own);
  await write('youtube.third@office.txt', own);
  await write('tiktok.txt', cookie('.tiktok.com', 'b'));
  await write('notes.txt', own);
  await write('.youtube.txt.swp', own);
  expect(await namesOf('home')).toEqual(['youtube@home.txt', 'youtube.second.txt', 'youtube.txt']);
  expect(await namesOf('direct')).toEqual(['youtube.second.txt', 'youtube.txt']);
});

it('are none where all cookies have expired', async () => {
  const gone = cookie('.youtube.com', 'a').replace('4102444800', '86400');
  await write('youtube.txt', gone);
  expect(await namesOf('home')).toEqual([]);
  await write('youtube.txt', gone, cookie('.youtube.com', 'b'));
  expect(await namesOf('home')).toEqual(['youtube.txt']);
  await write('youtube.txt', gone.replace('86400', '0'));
  expect(await namesOf('home')).toEqual(['youtube.txt']);
});

it('differ from other files by their names', async () => {
  for (const name of ['youtube.txt', 'nonsense.txt', 'cookies.json']) await write(name);
  expect(await otherFiles(folder)).toEqual(['cookies.json', 'nonsense.txt']);
});

it('have the cookies of their platform alone, as they are at this moment', async () => {
  const read = createAccounts({ file: path.join(folder, 'cookies.txt') }, systemClock);
  expect(await read('youtube', 'direct')).toEqual([]);
  await write('cookies.txt', cookie('.youtube.com', 'a'), cookie('.tiktok.com', 'secret'));
  const [account] = await read('youtube', 'direct');
  expect(account?.cookies).toBe(`# Netscape HTTP Cookie File\n${cookie('.youtube.com', 'a')}\n`);
  await write('cookies.txt', cookie('.youtube.com', 'changed'));
  expect((await read('youtube', 'direct'))[0]?.cookies).toContain('changed');
  expect(await read('pinterest', 'direct')).toEqual([]);
});

it('leave out what is no file of cookies, or far too long', async () => {
  await mkdir(path.join(folder, 'youtube.folder.txt'));
  await write('youtube.empty.txt');
  await write('youtube.broken.txt', 'youtube.com with blanks');
  await write('youtube.long.txt', cookie('.youtube.com', 'x'.repeat(60_000)));
  expect(await namesOf('direct')).toEqual([]);
  expect(await createAccounts({ folder: '/nowhere' }, systemClock)('youtube', 'direct')).toEqual(
    [],
  );
});
