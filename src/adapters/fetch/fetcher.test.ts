// The egress session of a job, its budget, and the progress of its sources: with an origin that a test plays.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle, setUpScriptedOrigin } from '../../../tests/fixtures/fetch/scripted-origin.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';

const open = setUpScriptedOrigin();
const MB = 1024 * 1024;
const BODY = seededBody(MB, 'session');

describe('the egress session of a job', () => {
  it('is of its platform, with half as many bytes again as the job and some more, and twelve hours', () => {
    const { events } = open({ maxBytes: 2_000_000 });
    const maxBytes = 3_000_000 + 64 * MB;
    expect(events).toEqual([
      ['begin', 'youtube', { maxSockets: 32, idleMs: 35_000, totalMs: 43_200_000, maxBytes }],
    ]);
  });

  it('ends once all that it fetches has ended, and is closed then', async () => {
    const { events, fetch, session, nth } = open();
    const run = fetch();
    const request = await nth(0);
    let ended: unknown[] = [];
    run.done.catch(() => {
      ended = [...events];
    });
    await session.close();
    expect(request.isAborted()).toBe(true);
    expect(ended).toHaveLength(1); // only that it had begun
    expect(events.slice(1)).toEqual(['end', 'close']);
    await expect(run.done).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is the limit of the job where its bytes are spent', async () => {
    const { fetch, nth, requests, spendBytes, clock } = open({ maxBytes: 1_234_567_890 });
    const run = fetch();
    await nth(0);
    spendBytes();
    for (let at = 0; !run.error() && at < 5; at += 1) {
      requests[at]?.breakOff();
      await settle();
      clock.advance(5000);
      await settle();
    }
    await expect(run.done).rejects.toMatchObject({
      code: 'too_large',
      params: { gigabytes: 1.23 },
    });
  });

  it('has one limit of bytes for all sources, announced ones included', async () => {
    const { fetch, nth, folder } = open({ maxBytes: 1.5 * MB });
    fetch({ exactBytes: MB });
    (await nth(0)).give(BODY, 1000);
    const second = fetch({ path: path.join(folder, 'second') });
    (await nth(1)).head(206, { 'content-range': `bytes 0-9/${MB}` });
    await expect(second.done).rejects.toMatchObject({ code: 'too_large' });
  });

  it('shares the connections to a host among its sources', async () => {
    const { fetch, nth, requests, folder, clock } = open();
    for (const name of ['a', 'b', 'c', 'd']) {
      fetch({ path: path.join(folder, name), exactBytes: 64 * MB });
      await settle();
    }
    await nth(7);
    clock.advance(50);
    await settle();
    expect(requests).toHaveLength(8);
  });
});

describe('the progress of a source', () => {
  it('begins with its connections, comes every 100 ms at most, and ends with all of it', async () => {
    const { fetch, nth, clock } = open();
    const run = fetch({ exactBytes: MB });
    const request = await nth(0);
    const figures = { totalBytes: MB, connections: 1 };
    expect(run.progress).toEqual([{ ...figures, bytes: 0 }]);
    request.head(206, { 'content-range': `bytes 0-${MB - 1}/${MB}` });
    request.piece(BODY.subarray(0, 500_000));
    await run.readAt(0, 500_000); // it is on the disk
    clock.advance(99);
    request.piece(BODY.subarray(500_000, 500_001));
    expect(run.progress).toHaveLength(1);
    clock.advance(1);
    request.piece(BODY.subarray(500_001, 500_002));
    expect(run.progress).toHaveLength(2);
    expect(run.progress[1]).toMatchObject({ ...figures, bytes: 500_000 });
    request.piece(BODY.subarray(500_002));
    request.end();
    await run.done;
    expect(run.progress.at(-1)).toEqual({ bytes: MB, totalBytes: MB, connections: 0 });
  });

  it('has no total until the origin announces one', async () => {
    const { fetch, nth, clock } = open();
    const run = fetch();
    const request = await nth(0);
    expect(run.progress.at(-1)).toMatchObject({ totalBytes: null });
    request.head(206, { 'content-range': `bytes 0-${MB - 1}/${MB}` });
    clock.advance(100);
    request.piece(BODY.subarray(0, 10));
    expect(run.progress.at(-1)).toMatchObject({ totalBytes: MB });
  });
});

it('a source that is not wanted any more is not asked for', async () => {
  const { fetch, requests } = open();
  const reason = new Error('the visitor left');
  await expect(fetch({ signal: AbortSignal.abort(reason) }).done).rejects.toBe(reason);
  expect(requests).toEqual([]);
});

it('a long run of zeros in a source may be a gap, wherever it comes', async () => {
  const { fetch, nth } = open();
  const holed = Buffer.from(BODY);
  holed.fill(0, 600_000, 610_000);
  const run = fetch();
  (await nth(0)).give(holed);
  expect(await run.done).toMatchObject({ mayHaveGaps: true });
});
