import { beforeEach, expect, it } from 'vitest';
import { makeDownload } from '../../../tests/support/media/make-download.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { OwnFile } from '../downloading/own-files.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { createArchiving } from './archiving.ts';
import type { ArchiveContents } from './ports.ts';

const ANN = 'a'.repeat(64);
const HERE = '192.0.2.1/32';
const ids = Array.from({ length: 100 }, (_, n) => `download-${n}`);

let clock: ReturnType<typeof createManualClock>;
let calls: string[];
let isReady: boolean;
let isAllowed: boolean;
let nameOf: (id: string) => string;
let fileOf: (id: string) => string;
beforeEach(() => {
  clock = createManualClock(1_000_000);
  [calls, isReady, isAllowed] = [[], true, true];
  nameOf = (id) => `${id}.mp4`;
  fileOf = (id) => id;
});

const ownFile = (id: string): OwnFile => {
  const facts = { id: fileOf(id), bytes: 9, crc32: 1, createdAt: 0, expiresAt: 9e6 };
  const file = { ...facts, receipt: { durationSeconds: 4 } } as StoredFile;
  const read = () => Promise.reject(new TypeError('nothing is read here'));
  const download = makeDownload(id, { visitor: ANN, state: 'ready', fileId: id });
  return {
    download,
    opened: isReady ? { file, name: nameOf(id), plainName: id, read } : 'expired',
  };
};

const makeArchiving = () =>
  createArchiving({
    downloading: {
      async openFiles(_visitor, all, network) {
        calls.push(`open ${all.length} for ${network}`);
        return all.map(ownFile);
      },
      areStillReady: async (downloads) => {
        calls.push(`look at ${downloads.length}`);
        return isReady;
      },
    },
    files: { digested: () => Promise.reject(new TypeError('all have their sums')) },
    limiter: {
      async take(bucket, key, cost) {
        calls.push(`${cost} ${bucket} of ${key}`);
        return { allowed: isAllowed, retryAfterSeconds: 3 };
      },
    },
    tokens: {
      seal: (contents) => JSON.stringify(contents),
      open: (token): ArchiveContents => JSON.parse(token),
    },
    explain: async () => (code) => code,
    clock,
  });

const request = (downloads: readonly string[], about: readonly string[] = []) => ({
  visitor: ANN,
  network: HERE,
  downloads,
  failures: about.map((one) => ({ about: one, code: 'private' as const, params: {} })),
  title: 'All',
  language: 'en',
});
/** What was called since the last time. */
const called = () => calls.splice(0);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error) => error.code,
  );

it('opens all members at once, and costs by their number', async () => {
  const archiving = makeArchiving();
  const { token } = await archiving.create(request(ids));
  expect(called()).toEqual([`10 file of ${HERE}`, `open 100 for ${HERE}`]);
  await archiving.open(token, ANN, HERE);
  expect(called()).toEqual([`10 file of ${HERE}`, `open 100 for ${HERE}`]);
  await archiving.create(request(ids.slice(0, 9)));
  expect(called()).toEqual([`open 9 for ${HERE}`]);
  isAllowed = false;
  expect(await codeOf(archiving.create(request(ids)))).toBe('too_many_requests');
  expect(await codeOf(archiving.open(token, ANN, '192.0.2.2/32'))).toBe('too_many_requests');
  expect(called().filter((one) => one.startsWith('open'))).toEqual([]);
});

it('lays an archive out once a minute for its ranges, and looks each time whether all is still there', async () => {
  const archiving = makeArchiving();
  const { token } = await archiving.create(request(ids));
  const first = await archiving.open(token, ANN, HERE);
  called();
  expect(await archiving.open(token, ANN, HERE)).toBe(first);
  expect(called()).toEqual(['look at 100']);
  expect(await codeOf(archiving.open(token, 'b'.repeat(64), HERE))).toBe('job_not_found');
  await archiving.open(token, ANN, '192.0.2.2/32');
  expect(called()).toEqual([`10 file of 192.0.2.2/32`, `open 100 for 192.0.2.2/32`]);
  clock.advance(60_000);
  expect((await archiving.open(token, ANN, HERE)).version).toBe(first.version);
  expect(called()).toEqual([`10 file of ${HERE}`, `open 100 for ${HERE}`]);
  isReady = false;
  expect(await codeOf(archiving.open(token, ANN, HERE))).toBe('expired');
});

it('names many failures by the ends of their links rather than refusing the archive', async () => {
  const archiving = makeArchiving();
  const links = Array.from(
    { length: 100 },
    (_, n) => `${'x'.repeat(200)} · https://a.example/${n}`,
  );
  const { token, failures, files } = await archiving.create(request(ids.slice(0, 1), links));
  expect([files, failures.length]).toEqual([1, 100]);
  expect(token.length).toBeLessThanOrEqual(7000);
  expect(failures[42]?.about).toMatch(/^….*\/42$/);
  const few = await archiving.create(request(ids.slice(0, 1), links.slice(0, 3)));
  expect(few.failures.map(({ about }) => about)).toEqual(links.slice(0, 3));
});

it('has a file once, however many downloads led to it', async () => {
  fileOf = (id) => (id === 'download-2' ? 'download-0' : id);
  const archiving = makeArchiving();
  const { files, token } = await archiving.create(request(ids.slice(0, 4)));
  expect(files).toBe(3);
  expect(JSON.parse(token).downloads).toEqual(['download-0', 'download-1', 'download-3']);
});

it('is an album only with a place for each of its downloads', async () => {
  const archiving = makeArchiving();
  const two = { ...request(['download-0', 'download-1', 'download-0']), numbers: [3, 12] };
  expect(await codeOf(archiving.create(two))).toBe('invalid_request');
  const { token } = await archiving.create({ ...two, numbers: [3, 12, 4] });
  expect(JSON.parse(token)).toMatchObject({ numbers: [3, 12] });
  const { version } = await archiving.open(token, ANN, HERE);
  expect(JSON.parse(version).map(({ name }: { name: string }) => name)).toEqual([
    '03 download-0.mp4',
    '12 download-1.mp4',
    'All.m3u8',
  ]);
});

it.each(['漢', 'é', 'a'])('has names that fit, their numbers included: of %s', async (letter) => {
  nameOf = () => `${letter.repeat(300)}.m4a`;
  const archiving = makeArchiving();
  const title = `x${letter.repeat(300)}`;
  const album = { ...request(['download-0', 'download-1']), title, numbers: [7, 1000] };
  const { token } = await archiving.create(album);
  const { version } = await archiving.open(token, ANN, HERE);
  const names: string[] = JSON.parse(version).map(({ name }: { name: string }) => name);
  expect(names.map((name) => name.slice(0, 5))).toEqual([`0007 `, '1000 ', expect.any(String)]);
  for (const name of names) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(143);
    expect(name.length).toBeLessThanOrEqual(110);
  }
});
