// Every fault of the case list, played by the lab on a manual clock.
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../lab/faults/faults.ts';
import { livePlaylist, nestedPlaylist } from '../../../lab/media/hls-live.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import {
  type FetchFixture,
  outcomeOf,
  type Run,
  setUpFetchFixture,
  sourceOf,
} from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';
import { createManualClock, type ManualClock } from '../../../tests/support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';

type Play = FetchFixture & { readonly clock: ManualClock };

const openFixture = setUpFetchFixture();
const ADDRESS = 'https://cdn.test/film';
const FRESH = 'https://fresh.test/film';
const BODY = seededBody(30_000_000, 'faults');
const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-faults-'));
const film = { file: path.join(folder, 'film'), type: 'video/mp4' };
beforeAll(() => writeFile(film.file, BODY));
afterAll(() => rm(folder, { recursive: true }));
const MEDIA =
  '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ns0.ts\n#EXTINF:2,\ns1.ts\n#EXT-X-ENDLIST\n';

/** Starts to fetch a file with a fault. */
async function meet(
  play: Play,
  fault: Fault,
  more: Parameters<FetchFixture['fetch']>[1] = {},
): Promise<Run> {
  play.put(ADDRESS, film);
  play.put(FRESH, film);
  play.lab.faults.add({ host: 'cdn.test', pathPrefix: '/', fault });
  return play.fetch(ADDRESS, more);
}

async function fails(play: Play, run: Run, code: string): Promise<void> {
  expect(await outcomeOf(run.done, play.clock)).toMatchObject({
    error: { name: 'AppError', code },
  });
}

async function arrives(play: Play, run: Run): Promise<void> {
  expect(await outcomeOf(run.done, play.clock)).toMatchObject({ bytes: BODY.length });
  expect((await run.file()).equals(BODY)).toBe(true);
}

async function failsAsPlaylist(play: Play, text: string, code: string): Promise<void> {
  play.put('https://cdn.test/list.m3u8', { body: text });
  await fails(play, play.fetch('https://cdn.test/list.m3u8', { delivery: 'hls' }), code);
}

/** Lets five seconds pass for each drop: the origin never stalls, but sends far too little. */
async function dripsAway(play: Play, run: Run): Promise<void> {
  let seen = 0;
  let isOver = false;
  const ended = run.done.catch((error: unknown) => {
    isOver = true;
    return error;
  });
  await vi.waitUntil(
    () => {
      play.clock.advance(run.progress.length > seen ? 5000 : 20);
      seen = run.progress.length;
      return isOver;
    },
    { timeout: 25_000, interval: 10 },
  );
  expect(await ended).toMatchObject({ code: 'timeout' });
}

/** Retries request from the byte where the fetch stopped. */
const rangesOf = (play: Play) => play.asked.map(({ headers }) => headers.range);

const CASES: Readonly<Record<string, (play: Play) => Promise<void>>> = {
  refuse: async (play) => {
    await fails(play, await meet(play, { kind: 'refuse' }), 'origin_unreachable');
    expect(play.door.counts().failed).toBe(3);
  },
  'dns-nx': async (play) => {
    await fails(play, await meet(play, { kind: 'dnsNx' }), 'origin_unreachable');
    expect(play.door.counts().failed).toBe(1);
  },
  'tls-expired': async (play) => {
    await fails(play, await meet(play, { kind: 'tlsExpired' }), 'origin_unreachable');
    expect([play.door.counts().opened, play.asked.length]).toEqual([1, 0]);
  },
  'tls-stall': async (play) => {
    const run = await meet(play, { kind: 'tlsStall' });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await vi.waitUntil(() => {
        play.clock.advance(50);
        return play.door.counts().opened === attempt;
      }, SLOW_MACHINE_TIMEOUT);
      play.clock.advance(20_000);
    }
    await fails(play, run, 'timeout');
  },
  'hdr-flood': async (play) => {
    await fails(
      play,
      await meet(play, { kind: 'headerFlood', bytes: 1_000_000 }),
      'upstream_error',
    );
  },
  'body-drip': async (play) => {
    const run = await meet(play, { kind: 'slow', bytesPerSecond: 100 });
    await dripsAway(play, run);
    expect(run.bytes()).toBeLessThan(10_000);
  },
  'stall-mid': async (play) => {
    const run = await meet(play, { kind: 'stall', afterBytes: 65_536, times: 1 });
    await until(() => play.asked.length >= 3);
    await arrives(play, run);
    expect(rangesOf(play).filter((range) => range?.startsWith('bytes=65536-'))).toHaveLength(1);
    const resumed = play.asked.find(({ headers }) => headers.range?.startsWith('bytes=65536-'));
    expect(resumed?.headers['if-range']).toMatch(/^"/);
  },
  'fin-short': async (play) => {
    await arrives(play, await meet(play, { kind: 'shortBody', missingBytes: 1000, times: 2 }));
  },
  'cl-none': async (play) => {
    await arrives(play, await meet(play, { kind: 'noLength' }));
  },
  'cl-neg': async (play) => {
    const headers = { 'content-type': 'video/mp4', 'content-length': '-1' };
    await fails(play, await meet(play, { kind: 'status', status: 200, headers }), 'upstream_error');
  },
  'chunk-bad': async (play) => {
    await fails(play, await meet(play, { kind: 'badChunk' }), 'upstream_error');
  },
  'gzip-bomb': async (play) => {
    const run = await meet(play, { kind: 'gzipBomb', bytes: 100_000_000 });
    await fails(play, run, 'upstream_error');
    expect(play.lab.requests()).toHaveLength(1);
    expect(run.bytes()).toBe(0);
  },
  'range-shift': async (play) => {
    const run = await meet(play, { kind: 'shiftRange', byBytes: 1 });
    await fails(play, run, 'upstream_error');
    expect(run.bytes()).toBe(0);
  },
  '403-mid': async (play) => {
    const run = await meet(
      play,
      { kind: 'forbiddenAfter', requests: 3 },
      { refresh: async () => sourceOf(FRESH) },
    );
    await arrives(play, run);
    expect(run.refreshed()).toBe(1);
    expect(play.asked.some(({ url }) => url.hostname === 'fresh.test')).toBe(true);
  },
  '410': async (play) => {
    const run = await meet(play, { kind: 'status', status: 410 });
    await fails(play, run, 'not_found');
    expect([run.refreshed(), play.lab.requests().length]).toEqual([1, 2]);
  },
  '429-ra': async (play) => {
    const headers = { 'retry-after': '1' };
    const run = await meet(play, { kind: 'status', status: 429, headers, times: 1 });
    await until(() => play.clock.pending() > 0 && play.lab.requests().length === 1);
    play.clock.advance(900);
    expect(play.lab.requests()).toHaveLength(1);
    await arrives(play, run);
  },
  '429-date': async (play) => {
    const headers = { 'retry-after': new Date(0).toUTCString() };
    play.clock.setWall(Date.UTC(2026, 0, 1));
    const run = await meet(play, { kind: 'status', status: 429, headers, times: 1 });
    await until(() => play.lab.requests().length >= 2);
    await arrives(play, run);
  },
  '500-always': async (play) => {
    await fails(play, await meet(play, { kind: 'status', status: 500 }), 'upstream_error');
    expect(play.lab.requests()).toHaveLength(3);
  },
  'redirect-loop': async (play) => {
    await fails(play, await meet(play, { kind: 'redirectLoop' }), 'upstream_error');
    expect(play.lab.requests()).toHaveLength(6);
  },
  'html-200': async (play) => {
    await fails(play, await meet(play, { kind: 'html' }), 'bad_media');
    expect(play.lab.requests()).toHaveLength(1);
  },
  'hls-endless': (play) => failsAsPlaylist(play, livePlaylist(MEDIA, 60_000), 'live'),
  'hls-nested': async (play) => {
    await failsAsPlaylist(play, nestedPlaylist('list.m3u8'), 'bad_media');
    expect(play.asked).toHaveLength(2);
  },
  'hls-map-file': async (play) => {
    const text = MEDIA.replace('#EXTINF', '#EXT-X-MAP:URI="file:///etc/passwd"\n#EXTINF');
    await failsAsPlaylist(play, text, 'blocked_target');
    expect(play.asked).toHaveLength(1);
  },
  'hls-seg-slow': async (play) => {
    play.put('https://cdn.test/list.m3u8', { body: MEDIA });
    await play.putFile('https://cdn.test/s0.ts', BODY.subarray(0, 1_000_000));
    await play.putFile('https://cdn.test/s1.ts', BODY.subarray(0, 1_000_000));
    const fault: Fault = { kind: 'slow', bytesPerSecond: 100 };
    play.lab.faults.add({ host: 'cdn.test', pathPrefix: '/s', fault });
    await dripsAway(play, play.fetch('https://cdn.test/list.m3u8', { delivery: 'hls' }));
  },
  'dash-template': async (play) => {
    const fragment = { address: ADDRESS, durationSeconds: 1 };
    const fragments = Array.from({ length: 20_001 }, () => fragment);
    const run = play.fetch(sourceOf(ADDRESS, { fragments }), { delivery: 'dash' });
    await fails(play, run, 'bad_media');
    expect(play.asked).toHaveLength(0);
  },
};

describe('an origin fault', () => {
  const listed = JSON.parse(
    readFileSync(new URL('../../../tests/fixtures/security-cases.json', import.meta.url), 'utf8'),
  ) as { originFaults: { id: string; fault: string; expect: string }[] };

  it('is tested here for every case of the list, and for no others', () => {
    expect(Object.keys(CASES).sort()).toEqual(listed.originFaults.map(({ id }) => id).sort());
  });

  it.each(listed.originFaults)('$id ($fault): $expect', async ({ id }) => {
    const clock = createManualClock();
    const play = { ...(await openFixture({ clock })), clock };
    await CASES[id]?.(play);
  });
});

it('an origin that takes every request and answers none is left after half a minute', async () => {
  const clock = createManualClock();
  const play = { ...(await openFixture({ clock })), clock };
  await fails(play, await meet(play, { kind: 'hang' }), 'timeout');
  expect(play.asked.length).toBeLessThanOrEqual(6);
  expect(clock.monotonic()).toBeLessThan(40_000);
});
