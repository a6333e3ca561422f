// What connections do about a slow disk, a silent origin and too many bytes, with an origin that a test plays.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { settle, setUpScriptedOrigin } from '../../../tests/fixtures/fetch/scripted-origin.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';

const open = setUpScriptedOrigin();
const MB = 1024 * 1024;
const BODY = seededBody(3 * MB, 'stretch');
/** Two stretches: one megabyte, and half of one, which is too little to share. */
const SHORT = BODY.subarray(0, 1.5 * MB);
const headOf = (file: Buffer) => ({ 'content-range': `bytes 0-${file.length - 1}/${file.length}` });

describe('a connection', () => {
  it('is paused while more than a megabyte waits for the disk, until most of it is written', async () => {
    const { fetch, nth, folder } = open();
    const run = fetch();
    const request = await nth(0);
    request.head(206, headOf(BODY));
    request.piece(BODY.subarray(0, MB));
    expect(request.isPaused()).toBe(false);
    request.piece(BODY.subarray(MB, 2 * MB));
    expect(request.isPaused()).toBe(true);
    await vi.waitUntil(() => !request.isPaused(), { timeout: 5000, interval: 1 });
    request.piece(BODY.subarray(2 * MB));
    request.end();
    await run.done;
    expect((await readFile(path.join(folder, 'part'))).equals(BODY)).toBe(true);
  });

  it('ends as soon as the disk fails, as do all others', async () => {
    const { fetch, requests, nth } = open();
    const run = fetch({ exactBytes: BODY.length, path: '/dev/full' });
    await nth(2);
    requests[0]?.head(206, { 'content-range': `bytes 0-${MB - 1}/${BODY.length}` });
    requests[0]?.piece(BODY.subarray(0, MB / 2));
    await expect(run.done).rejects.toMatchObject({ code: 'server_full' });
    expect(requests.map((each) => each.isAborted())).toEqual([true, true, true]);
  });

  it('ends with the byte that is too many, where the length is not announced', async () => {
    const { fetch, nth } = open({ maxBytes: 1000 });
    const run = fetch();
    const request = await nth(0);
    request.head(200);
    request.piece(BODY.subarray(0, 1000));
    await settle();
    expect(request.isAborted()).toBe(false);
    request.piece(BODY.subarray(1000, 1001));
    expect(request.isAborted()).toBe(true);
    await expect(run.done).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['from the start', 0, 0],
    ['after some bytes', 2000, 1000],
  ])(
    'that is silent %s is replaced after three seconds, once all others are done',
    async (_when, ms, bytes) => {
      const { fetch, requests, nth, clock, folder } = open();
      const run = fetch({ exactBytes: SHORT.length });
      const [quick, silent] = [await nth(0), await nth(1)];
      expect([quick.range, silent.range]).toEqual([
        [0, MB - 1],
        [MB, SHORT.length - 1],
      ]);
      silent.head(206, { 'content-range': `bytes ${MB}-${SHORT.length - 1}/${SHORT.length}` });
      quick.give(SHORT);
      await run.readAt(0, MB);
      await settle();
      clock.advance(ms);
      if (bytes > 0) silent.piece(SHORT.subarray(MB, MB + bytes));
      clock.advance(2950);
      await settle();
      expect(silent.isAborted()).toBe(false);
      clock.advance(100);
      expect(silent.isAborted()).toBe(true);
      const next = await nth(2);
      expect(next.range).toEqual([MB + bytes, SHORT.length - 1]);
      // Only once: a second silence is the origin's own.
      clock.advance(6000);
      await settle();
      expect([next.isAborted(), requests.length]).toEqual([false, 3]);
      next.give(SHORT);
      expect(await run.done).toMatchObject({ bytes: SHORT.length });
      expect((await readFile(path.join(folder, 'part'))).equals(SHORT)).toBe(true);
    },
  );
});
