// Which segments are asked for, how many at once, and in which order they are joined: with an origin that a test plays.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sourceOf } from '../../../../tests/fixtures/fetch/fetch-fixture.ts';
import {
  type ScriptedRequest,
  settle,
  setUpScriptedOrigin,
} from '../../../../tests/fixtures/fetch/scripted-origin.ts';
import type { FetchTask } from '../../../core/jobs/ports.ts';

const open = setUpScriptedOrigin();
const LIST = 'https://cdn.test/v/list.m3u8';
const listOf = (count: number, lines = '') =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${lines}${Array.from({ length: count }, (_, at) => `#EXTINF:4,\ns${at}.ts\n`).join('')}#EXT-X-ENDLIST\n`;
const nameOf = ({ url }: ScriptedRequest) => url.split('/').at(-1) ?? '';
const whole = (request: ScriptedRequest, body: string | Buffer) => {
  const bytes = Buffer.from(body);
  request.head(200, { 'content-length': `${bytes.length}` });
  request.piece(bytes);
  request.end();
};
const segment = (request: ScriptedRequest) => whole(request, `[${nameOf(request)}]`);
const joined = (count: number) => Array.from({ length: count }, (_, at) => `[s${at}.ts]`).join('');

/** A source in `count` segments whose playlist has been read. */
async function start(count: number, more: Partial<FetchTask> = {}, maxBytes = 1e9) {
  const play = open({ maxBytes });
  const run = play.fetch({ source: sourceOf(LIST), delivery: 'hls', ...more });
  whole(await play.nth(0), listOf(count));
  /** The request for a segment, or a later one for it, once it is there: those of one moment come in any order. */
  const of = (index: number, time = 0) =>
    vi.waitUntil(
      () => play.requests.filter((one) => nameOf(one) === `s${index}.ts`)[time] ?? null,
      { timeout: 5000, interval: 1 },
    );
  await Promise.all(Array.from({ length: Math.min(count, 3) }, (_, index) => of(index)));
  const text = async () => (await readFile(path.join(play.folder, 'part'))).toString();
  return { ...play, run, text, of };
}

describe('the segments of a source', () => {
  it('are fetched three at once to begin with, without a range', async () => {
    const { requests } = await start(9);
    expect(requests.slice(1).map(nameOf).sort()).toEqual(['s0.ts', 's1.ts', 's2.ts']);
    for (const { headers } of requests) expect(headers['range']).toBeUndefined();
  });

  it('are joined in their order, whichever comes first, and leave nothing behind', async () => {
    const { run, of, text, folder } = await start(6);
    for (const index of [2, 3, 1, 5, 4, 0]) {
      segment(await of(index));
      await settle();
    }
    expect(await run.done).toMatchObject({ bytes: joined(6).length });
    expect(await text()).toBe(joined(6));
    expect(await readdir(folder)).toEqual(['part']);
  });

  it('wait on the disk for the first of them, sixteen at most', async () => {
    const { run, requests, of, text } = await start(40);
    for (let index = 1; index <= 15; index += 1) segment(await of(index));
    await settle();
    expect(requests).toHaveLength(1 + 16);
    segment(await of(0));
    for (let index = 16; index < 40; index += 1) segment(await of(index));
    await run.done;
    expect(await text()).toBe(joined(40));
  });

  it('are read while they arrive, as far as they are in order', async () => {
    const { run, of } = await start(3);
    segment(await of(1));
    segment(await of(0));
    const read: string[] = [];
    const reading = (async () => {
      for await (const piece of run.read()) read.push(Buffer.from(piece).toString());
    })();
    const isThere = () => read.join('') === '[s0.ts][s1.ts]';
    await vi.waitUntil(isThere, { timeout: 5000, interval: 1 });
    segment(await of(2));
    await reading;
    expect(read.join('')).toBe(joined(3));
  });
});

describe('a segment that fails', () => {
  it('is gone on with behind its last byte when it breaks off', async () => {
    const { run, of, text } = await start(1);
    const first = await of(0);
    first.head(200, { 'content-length': '7', etag: '"one"' });
    first.piece(Buffer.from('[s0'));
    first.breakOff();
    const again = await of(0, 1);
    expect([again.headers['range'], again.headers['if-range']]).toEqual(['bytes=3-', '"one"']);
    again.give(Buffer.from('[s0.ts]'), undefined, { etag: '"one"' });
    await run.done;
    expect(await text()).toBe('[s0.ts]');
  });

  it.each([
    [1, '[s0.ts]'],
    [2, null],
  ])('is started over when it is another one suddenly, once: %i times', async (times, expected) => {
    const { run, requests, of, text } = await start(1);
    for (let time = 0; time < times; time += 1) {
      const first = await of(0, 2 * time);
      first.head(200, { 'content-length': '7', etag: `"${time}"` });
      first.piece(Buffer.from('[x'));
      first.breakOff();
      const changed = await of(0, 2 * time + 1);
      changed.head(206, { 'content-range': 'bytes 2-6/7', etag: '"other"' });
    }
    if (expected === null) {
      await expect(run.done).rejects.toMatchObject({ code: 'bad_media' });
      expect(requests).toHaveLength(5);
      return;
    }
    segment(await of(0, 2));
    await run.done;
    expect(await text()).toBe(expected);
  });

  it('is left to another connection when the origin wants fewer', async () => {
    const { run, requests, of, text } = await start(4);
    (await of(2)).head(429, { 'retry-after': '9' });
    await settle();
    expect(requests).toHaveLength(4);
    segment(await of(0));
    // It comes before the one that was not requested yet.
    const again = await of(2, 1);
    expect(requests).toHaveLength(5);
    segment(await of(1));
    segment(again);
    segment(await of(3));
    await run.done;
    expect(await text()).toBe(joined(4));
  });

  it('ends all others, and their files', async () => {
    const { run, requests, of, folder } = await start(9);
    (await of(1)).head(418);
    await expect(run.done).rejects.toMatchObject({ code: 'upstream_error' });
    expect([await of(0), await of(2)].map((each) => each.isAborted())).toEqual([true, true]);
    expect(requests).toHaveLength(4);
    expect(await readdir(folder)).toEqual(['part']);
  });

  it('is too large together with the others', async () => {
    const { run, of } = await start(3, {}, 10);
    for (const index of [0, 1]) {
      const request = await of(index);
      request.head(200);
      request.piece(Buffer.from('[five'));
    }
    await settle();
    expect(run.error()).toBeNull();
    const third = await of(2);
    third.head(200);
    third.piece(Buffer.from('!'));
    await expect(run.done).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('the size of a source in segments', () => {
  it.each([
    ['is that which was announced', 7, '[s0.ts]', null],
    ['may not be another', 8, '[s0.ts]', 'bad_media'],
    ['is never nothing', null, '', 'bad_media'],
  ])('%s', async (_what, exactBytes, body, code) => {
    const { run, of } = await start(1, { exactBytes });
    whole(await of(0), body);
    if (code) await expect(run.done).rejects.toMatchObject({ code });
    else expect(await run.done).toMatchObject({ bytes: 7 });
  });
});

describe('a playlist', () => {
  it('is read at the place it was found at', async () => {
    const { fetch, nth } = open();
    fetch({ source: sourceOf(LIST), delivery: 'hls' });
    (await nth(0)).head(302, { location: 'https://edge.test/w/list.m3u8' });
    whole(await nth(1), listOf(1));
    expect((await nth(2)).url).toBe('https://edge.test/w/s0.ts');
  });

  it('without end is refused', async () => {
    const { fetch, nth } = open();
    const run = fetch({ source: sourceOf(LIST), delivery: 'hls' });
    (await nth(0)).head(200);
    (await nth(0)).piece(Buffer.alloc(8 * 1024 * 1024 + 1, 0x20));
    await expect(run.done).rejects.toMatchObject({ code: 'bad_media' });
  });

  it('of a fresh source has as many segments as before', async () => {
    const { run, of, nth } = await start(4);
    (await of(0)).head(403);
    expect((await nth(4)).url).toBe('https://fresh.test/film');
    whole(await nth(4), listOf(3));
    await expect(run.done).rejects.toMatchObject({ code: 'bad_media' });
  });
});
