// Which bytes of a file are asked for, of whom, and when again: with an origin that a test plays.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sourceOf } from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { settle, setUpScriptedOrigin } from '../../../tests/fixtures/fetch/scripted-origin.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';

const open = setUpScriptedOrigin();
const MB = 1024 * 1024;
const BODY = seededBody(3 * MB, 'ranges');
const OTHER = seededBody(3 * MB, 'other');
const E1 = { etag: '"one"' };
const E2 = { etag: '"two"' };
const fileOf = async (folder: string) => readFile(path.join(folder, 'part'));

describe('the ranges of a file', () => {
  it('are one of eight megabytes until the length is known', async () => {
    const { fetch, requests, nth, clock } = open();
    fetch();
    expect((await nth(0)).range).toEqual([0, 8 * MB - 1]);
    clock.advance(1000);
    await settle();
    expect(requests).toHaveLength(1);
    requests[0]?.head(206, { 'content-range': `bytes 0-${8 * MB - 1}/${64 * MB}` });
    await nth(5);
    // As many as a long file is begun with; a share of what is left, of eight megabytes at most.
    const [, second] = requests.map(({ range }) => range);
    expect(second).toEqual([8 * MB, 8 * MB + Math.ceil((56 * MB) / 12) - 1]);
    expect(requests).toHaveLength(6);
  });

  it.each([
    [2, [1, 1]],
    [24, [4, (24 - 4) / 6]],
    [100, [8, (100 - 8) / 12]],
  ])(
    'of %i MB get shorter towards the end, but no shorter than a megabyte',
    async (size, lengths) => {
      const { fetch, requests, nth } = open();
      fetch({ exactBytes: size * MB });
      await nth(lengths.length - 1);
      const found = requests.slice(0, 2).map(({ range: [from, to] }) => (to ?? 0) - from + 1);
      expect(found).toEqual(lengths.map((length) => Math.ceil(length * MB)));
    },
  );

  it('are open until the end where the length stays unknown', async () => {
    const { fetch, nth, folder } = open();
    const run = fetch();
    const request = await nth(0);
    request.head(200);
    request.piece(BODY);
    request.end();
    expect(await run.done).toMatchObject({ bytes: BODY.length });
    expect((await fileOf(folder)).equals(BODY)).toBe(true);
  });
});

describe('a response that breaks off', () => {
  it.each([
    ['its entity tag', E1, '"one"'],
    ['its date', { 'last-modified': 'Thu, 01 Jan 2026' }, 'Thu, 01 Jan 2026'],
    ['neither', { etag: 'W/"weak"' }, undefined],
  ])(
    'is resumed at once behind its last byte, if %s is still the same',
    async (_what, facts, condition) => {
      const { fetch, nth, folder } = open();
      const run = fetch({ exactBytes: MB });
      const file = BODY.subarray(0, MB);
      const first = await nth(0);
      expect(first.headers['if-range']).toBeUndefined();
      first.give(file, 1000, facts);
      first.breakOff();
      const again = await nth(1);
      expect([again.range, again.headers['if-range']]).toEqual([[1000, MB - 1], condition]);
      again.give(file, MB, facts);
      await run.done;
      expect((await fileOf(folder)).equals(file)).toBe(true);
    },
  );

  it('is one that ends before what it promised', async () => {
    const { fetch, nth } = open();
    const run = fetch({ exactBytes: MB });
    const first = await nth(0);
    first.give(BODY.subarray(0, MB), 1000);
    first.end();
    expect((await nth(1)).range).toEqual([1000, MB - 1]);
    (await nth(1)).give(BODY.subarray(0, MB));
    await run.done;
  });

  it('is given up after five that brought nothing', async () => {
    const { fetch, nth, requests, clock } = open();
    const run = fetch({ exactBytes: MB / 2 }); // too little for two
    for (let attempt = 0; attempt < 6; attempt += 1) {
      (await nth(attempt)).breakOff();
      await settle();
      clock.advance(2000);
    }
    await expect(run.done).rejects.toMatchObject({ code: 'origin_unreachable' });
    expect(requests).toHaveLength(6);
  });
});

describe('an address that has expired', () => {
  it('is replaced, and the file is gone on with from there', async () => {
    const { fetch, nth, folder } = open();
    let refreshes = 0;
    const refresh = async () => {
      refreshes += 1;
      return sourceOf('https://fresh.test/film');
    };
    const run = fetch({ exactBytes: MB, refresh });
    const file = BODY.subarray(0, MB);
    (await nth(0)).give(file, 1000, E1);
    (await nth(0)).breakOff();
    (await nth(1)).head(403);
    const fresh = await nth(2);
    expect([fresh.url, fresh.range]).toEqual(['https://fresh.test/film', [1000, MB - 1]]);
    fresh.give(file, MB, E1);
    await run.done;
    expect(refreshes).toBe(1);
    expect((await fileOf(folder)).equals(file)).toBe(true);
  });

  it('is asked for again itself when only the place it led to has expired', async () => {
    const { fetch, nth } = open();
    const refresh = () => Promise.reject(new Error('nobody asked for that'));
    const run = fetch({ exactBytes: MB, refresh });
    const file = BODY.subarray(0, MB);
    (await nth(0)).head(302, { location: 'https://edge.test/1' });
    expect((await nth(1)).url).toBe('https://edge.test/1');
    (await nth(1)).give(file, 1000, E1);
    (await nth(1)).breakOff();
    expect((await nth(2)).url).toBe('https://edge.test/1');
    (await nth(2)).head(403);
    expect((await nth(3)).url).toBe('https://cdn.test/film');
    (await nth(3)).give(file, MB, E1);
    await run.done;
  });
});

describe('a file that is another one suddenly', () => {
  it('is started over, once', async () => {
    const { fetch, nth, folder } = open();
    const run = fetch({ exactBytes: MB });
    (await nth(0)).give(BODY.subarray(0, MB), 1000, E1);
    (await nth(0)).breakOff();
    (await nth(1)).give(OTHER.subarray(0, MB), MB, E2);
    const over = await nth(2);
    expect([over.range, over.headers['if-range']]).toEqual([[0, MB - 1], undefined]);
    over.give(OTHER.subarray(0, MB), MB, E2);
    await run.done;
    expect((await fileOf(folder)).equals(OTHER.subarray(0, MB))).toBe(true);
  });

  it('is refused the second time', async () => {
    const { fetch, nth, requests } = open();
    const run = fetch({ exactBytes: MB });
    for (const at of [0, 2]) {
      (await nth(at)).give(BODY.subarray(0, MB), 1000, E1);
      (await nth(at)).breakOff();
      (await nth(at + 1)).give(OTHER.subarray(0, MB), MB, E2);
    }
    await expect(run.done).rejects.toMatchObject({ code: 'bad_media' });
    expect(requests).toHaveLength(4);
  });

  it.each([
    ['of another length than was announced', 206, { 'content-range': `bytes 0-9/${MB}` }],
    ['that is empty', 200, { 'content-length': '0' }],
    ['that is a page', 200, { 'content-type': 'text/html' }],
  ])('is refused at once: one %s', async (_what, status, headers) => {
    const { fetch, nth } = open();
    const run = fetch(status === 206 ? { exactBytes: 1.5 * MB } : {});
    const request = await nth(0);
    request.head(status, headers);
    expect(request.isAborted()).toBe(true);
    await expect(run.done).rejects.toMatchObject({ code: 'bad_media' });
  });
});

describe('an origin that wants fewer requests', () => {
  it('gets fewer connections: what the refused one should have brought is left to the others', async () => {
    const { fetch, nth, requests, clock } = open();
    fetch({ exactBytes: BODY.length });
    await nth(2);
    requests[2]?.head(429, { 'retry-after': '5' });
    await settle();
    clock.advance(1000);
    await settle();
    expect(requests).toHaveLength(3);
    requests[0]?.give(BODY);
    expect((await nth(3)).range).toEqual([2 * MB, BODY.length - 1]);
    requests[1]?.give(BODY);
    await settle();
    expect(requests).toHaveLength(4);
  });

  it('gets one connection that waits as long as it asks', async () => {
    const { fetch, nth, requests, clock } = open();
    fetch({ exactBytes: MB });
    (await nth(0)).head(429, { 'retry-after': '5' });
    await settle();
    clock.advance(4999);
    await settle();
    expect(requests).toHaveLength(1);
    clock.advance(1);
    expect((await nth(1)).range).toEqual([0, MB - 1]);
  });
});

describe('an origin that ignores ranges', () => {
  it('is read from its start over one connection, the bytes that are there already passed over', async () => {
    const { fetch, nth, requests, folder, clock } = open();
    const run = fetch({ exactBytes: BODY.length });
    await nth(2);
    requests[0]?.give(BODY, MB / 2);
    requests[0]?.breakOff();
    let answered = 1;
    let isDone = false;
    run.done.finally(() => {
      isDone = true;
    });
    const answerAll = () => {
      clock.advance(100);
      for (const next of requests.slice(answered)) {
        answered += 1;
        // Each of them would be the whole file.
        next.head(200, { 'content-length': `${BODY.length}` });
        if (next.isAborted()) continue;
        next.piece(BODY);
        next.end();
      }
      return isDone;
    };
    await vi.waitUntil(answerAll, { timeout: 10_000, interval: 5 });
    expect(await run.done).toMatchObject({ bytes: BODY.length });
    expect((await fileOf(folder)).equals(BODY)).toBe(true);
  });
});
