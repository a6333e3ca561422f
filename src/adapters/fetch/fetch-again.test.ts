// Recovery from failures: resumes, fresh sources, changed files, origins that limit connections. Every byte is compared.
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../lab/faults/faults.ts';
import {
  outcomeOf,
  readAll,
  setUpFetchFixture,
  sourceOf,
} from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';

const openFixture = setUpFetchFixture();
const ADDRESS = 'https://cdn.test/film';
const BODY = seededBody(20_000_000, 'again');
const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-again-'));
const film = { file: path.join(folder, 'film'), type: 'video/mp4' };
beforeAll(() => writeFile(film.file, BODY));
afterAll(() => rm(folder, { recursive: true }));

async function openPlay() {
  const clock = createManualClock();
  const fixture = await openFixture({ clock });
  fixture.put(ADDRESS, film);
  const addFault = (fault: Fault, host = 'cdn.test') =>
    fixture.lab.faults.add({ host, pathPrefix: '/', fault });
  return { ...fixture, clock, addFault };
}

describe('a file whose fetch fails', () => {
  it.each<Fault>([
    { kind: 'reset', afterBytes: 700_000, times: 4 },
    { kind: 'shortBody', missingBytes: 1, times: 4 },
    { kind: 'wrongLength', extraBytes: 1, times: 3 },
    { kind: 'shiftRange', byBytes: -100, times: 3 },
    { kind: 'status', status: 503, headers: { 'retry-after': '2' }, times: 2 },
    { kind: 'refuse', times: 2 },
    { kind: 'badChunk', times: 2 },
  ])('is complete after $kind $status', async (fault) => {
    const play = await openPlay();
    play.addFault(fault);
    const run = play.fetch(ADDRESS);
    const early = readAll(run);
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: BODY.length });
    expect((await run.file()).equals(BODY)).toBe(true);
    expect((await early).equals(BODY)).toBe(true);
  });

  it('resumes after the last byte, on condition that the file is unchanged', async () => {
    const play = await openPlay();
    play.addFault({ kind: 'reset', afterBytes: 1_000_000, times: 1 });
    await outcomeOf(play.fetch(ADDRESS).done, play.clock);
    const resumes = play.asked.filter(({ headers }) => headers['if-range'] !== undefined);
    expect(resumes).toHaveLength(1);
    const from = Number(/bytes=(\d+)-/.exec(resumes[0]?.headers.range ?? '')?.[1]);
    expect(from).toBeGreaterThan(500_000);
    expect(from).toBeLessThanOrEqual(1_000_000);
  });

  it.each<[string, Fault, number]>([
    ['upstream_error', { kind: 'status', status: 500 }, 3],
    ['rate_limited', { kind: 'status', status: 429 }, 1],
    ['rate_limited', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 3],
    ['rate_limited', { kind: 'status', status: 429, headers: { 'retry-after': '31' } }, 1],
    ['upstream_error', { kind: 'status', status: 418 }, 1],
    ['not_found', { kind: 'status', status: 404 }, 2],
    ['blocked', { kind: 'status', status: 403 }, 2],
  ])('ends with %s after enough of %o', async (code, fault, requests) => {
    const play = await openPlay();
    play.addFault(fault);
    expect(await outcomeOf(play.fetch(ADDRESS).done, play.clock)).toMatchObject({
      error: { code },
    });
    expect(play.lab.requests()).toHaveLength(requests);
  });

  it('fails once each of its connections has resumed five times without progress', async () => {
    const play = await openPlay();
    play.addFault({ kind: 'reset', afterBytes: 1000 });
    expect(await outcomeOf(play.fetch(ADDRESS).done, play.clock)).toMatchObject({
      error: { code: 'origin_unreachable' },
    });
    const tries = Map.groupBy(play.asked, ({ headers }) => headers.range?.split('-')[1]);
    expect(Math.max(...[...tries.values()].map(({ length }) => length))).toBe(6);
  });

  it('is not delayed at its end by a stalled connection', async () => {
    const play = await openPlay();
    const run = play.fetch(ADDRESS, { exactBytes: BODY.length });
    play.addFault({ kind: 'stall', afterBytes: 200_000, times: 1 });
    const startedMs = play.clock.monotonic();
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: BODY.length });
    expect((await run.file()).equals(BODY)).toBe(true);
    expect(play.clock.monotonic() - startedMs).toBeLessThan(20_000);
  });

  it('resets the count of resumes after progress', async () => {
    const play = await openPlay();
    play.addFault({ kind: 'reset', afterBytes: 300_000, times: 40 });
    expect(await outcomeOf(play.fetch(ADDRESS).done, play.clock)).toMatchObject({
      bytes: BODY.length,
    });
    expect(play.asked.length).toBeGreaterThan(40);
  });

  it('is refused when bytes change that were already read', async () => {
    const play = await openPlay();
    const other = seededBody(BODY.length, 'another');
    let isOther = false;
    play.put(ADDRESS, ({ headers }) => {
      const body = isOther ? other : BODY;
      const [, first = '0', last = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
      const end = Math.min(Number(last) + 1, BODY.length);
      return {
        status: 206,
        headers: {
          'content-range': `bytes ${first}-${end - 1}/${BODY.length}`,
          etag: body === other ? '"b"' : '"a"',
        },
        body: body.subarray(Number(first), end),
      };
    });
    await play.lab.shape.set({ rttMs: 0, bytesPerSecondPerConnection: 5_000_000 });
    const run = play.fetch(ADDRESS);
    const reading = run.read()[Symbol.asyncIterator]();
    await reading.next();
    isOther = true;
    await reading.return?.(undefined);
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ error: { code: 'bad_media' } });
  });

  it('resumes at a fresh address with the same file', async () => {
    const play = await openPlay();
    play.put('https://fresh.test/film', film);
    play.put(ADDRESS, ({ headers }) => ({
      status: 206,
      headers: { 'content-range': `bytes 0-1999999/${BODY.length}` },
      body: headers.range?.startsWith('bytes=0-') ? BODY.subarray(0, 2_000_000) : '',
    }));
    play.addFault({ kind: 'forbiddenAfter', requests: 1 });
    const run = play.fetch(ADDRESS, { refresh: async () => sourceOf('https://fresh.test/film') });
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: BODY.length });
    expect((await run.file()).equals(BODY)).toBe(true);
    expect(run.refreshed()).toBe(1);
    const fresh = play.asked.filter(({ url }) => url.hostname === 'fresh.test');
    expect(fresh.map(({ headers }) => headers.range)).not.toContain('bytes=0-8388607');
  });

  it('starts over when the fresh address has another file', async () => {
    const play = await openPlay();
    const other = seededBody(12_000_000, 'fresh');
    await play.putFile('https://fresh.test/film', other);
    play.addFault({ kind: 'forbiddenAfter', requests: 2 });
    const run = play.fetch(ADDRESS, { refresh: async () => sourceOf('https://fresh.test/film') });
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: other.length });
    expect((await run.file()).equals(other)).toBe(true);
  });

  it('discards a stale redirect target and requests the original address again', async () => {
    const play = await openPlay();
    const edges = ['old'];
    play.put(ADDRESS, () => ({
      status: 302,
      headers: { location: `https://${edges.shift() ?? 'new'}.test/film` },
      body: '',
    }));
    play.put('https://old.test/film', film);
    play.put('https://new.test/film', film);
    play.addFault({ kind: 'forbiddenAfter', requests: 2 }, 'old.test');
    const run = play.fetch(ADDRESS);
    expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: BODY.length });
    expect(run.refreshed()).toBe(0);
  });
});
