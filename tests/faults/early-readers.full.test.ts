// Who reads a file that still arrives, and how: from its end, in parts, with pauses, many at once, or no more.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FILE_HOST } from '../../lab/platforms/youtube/addresses.ts';
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import { PLAIN } from '../../lab/proxy/shape.ts';
import { FILM_HOST, film, filmLink } from '../fixtures/download/films.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';
import { readBody } from '../support/product/read-body.ts';
import { startEarly } from '../support/product/start-early.ts';

/** Some two megabytes. */
const FILM = film('Noise', 4, 4000);
const ABANDON_MS = 6000;
const SLOWLY = { rttMs: 5, bytesPerSecondPerConnection: 100_000 };

const TARGETS: readonly (readonly [string, string, (take: number) => string])[] = [
  ['of one source', FILM_HOST, (take) => filmLink(String(take))],
  [
    'of a picture and a sound',
    FILE_HOST,
    (take) => `https://www.youtube.com/watch?v=${bigVideoId(2, take)}`,
  ],
];

let fixture: DownloadFixture;
let take = 300;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    filmOf: () => FILM,
    prepared: [FILM],
    exact: { ABANDON_MINUTES: ABANDON_MS / 60_000 },
  });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.lab.shape.set(SLOWLY));
afterEach(() => {
  fixture.lab.faults.clear();
  expect(fixture.warnings.splice(0)).toEqual([]);
});

/** Starts a download whose file can be saved; `follow` is what keeps it from being abandoned until it is. */
async function start(link: (take: number) => string) {
  take += 1;
  const client = clientAt(fixture.origin());
  const follow = await client.events();
  const { id, early } = await startEarly(client, link(take));
  if (!early) throw new Error('it ended before it could be saved');
  const get = async (headers: Record<string, string> = {}, signal = new AbortController().signal) =>
    client.ask(early.downloadUrl, { headers, signal });
  const finished = async () => {
    const { result } = await client.ended(id);
    return readBody(await client.ask(result?.downloadUrl ?? ''));
  };
  return { ...early, client, id, follow, get, finished };
}

describe.each(TARGETS)('a file %s', (_, host, link) => {
  it('gives the last byte first, single bytes, a suffix, and twelve parts at once', async () => {
    const { bytes, get, finished, client, id } = await start(link);
    const part = Math.ceil(bytes / 12);
    const spans = [
      [bytes - 1, bytes],
      [0, 1],
      [bytes >> 1, (bytes >> 1) + 1],
      ...Array.from({ length: 12 }, (_, at) => [at * part, Math.min(bytes, (at + 1) * part)]),
    ].map(([from = 0, to = 0]) => ({ from, to, range: `bytes=${from}-${to - 1}` }));
    const asked = [...spans, { from: bytes - 777, to: bytes, range: 'bytes=-777' }];
    const opened = await Promise.all(asked.map(({ range }) => get({ range })));
    expect((await client.job(id)).state).toBe('open');
    await fixture.lab.shape.set(PLAIN);
    const bodies = await Promise.all(opened.map((response) => readBody(response)));
    const whole = await finished();
    for (const [at, { from, to, range }] of asked.entries()) {
      expect([range, opened[at]?.status, bodies[at]?.isWhole]).toEqual([range, 206, true]);
      expect(bodies[at]?.bytes.equals(whole.bytes.subarray(from, to)), range).toBe(true);
    }
  });

  it('is given to one who reads while forty others do not', async () => {
    const { get, finished, client, id } = await start(link);
    const leaving = new AbortController();
    const idle = await Promise.all(Array.from({ length: 40 }, () => get({}, leaving.signal)));
    const read = readBody(await get());
    expect((await client.job(id)).state).toBe('open');
    await fixture.lab.shape.set(PLAIN);
    const { bytes, isWhole } = await read;
    expect([isWhole, bytes.equals((await finished()).bytes)]).toEqual([true, true]);
    const late = await readBody(idle[0] as Response);
    expect([late.isWhole, late.bytes.equals(bytes)]).toEqual([true, true]);
    leaving.abort();
  });

  it('goes on after a pause in which nobody else follows it', async () => {
    const { get, finished, follow, client, id, bytes } = await start(link);
    const undo = fixture.lab.faults.add({
      host,
      pathPrefix: '/',
      fault: { kind: 'slow', bytesPerSecond: 20_000 },
    });
    // Later requests meet the fault.
    await fixture.lab.shape.set(PLAIN);
    const reader = (await get()).body?.getReader();
    const first = await reader?.read();
    await follow.close();
    await wait(2 * ABANDON_MS);
    expect((await client.job(id)).state).toBe('open');
    undo();
    const pieces = [first?.value ?? new Uint8Array()];
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      pieces.push(next.value);
    expect(Buffer.concat(pieces)).toHaveLength(bytes);
    expect(Buffer.concat(pieces).equals((await finished()).bytes)).toBe(true);
  });

  it('is abandoned once its reader has left and nobody follows it', async () => {
    const { get, follow, client, id } = await start(link);
    fixture.lab.faults.add({
      host,
      pathPrefix: '/',
      fault: { kind: 'slow', bytesPerSecond: 20_000 },
    });
    await fixture.lab.shape.set(PLAIN);
    const leaving = new AbortController();
    const reader = (await get({}, leaving.signal)).body?.getReader();
    await reader?.read();
    await follow.close();
    await wait(2 * ABANDON_MS);
    expect((await client.job(id)).state).toBe('open');
    leaving.abort();
    await expect.poll(async () => (await client.job(id)).error?.code).toBe('abandoned');
    expect((await get()).status).toBe(410);
  });
});
