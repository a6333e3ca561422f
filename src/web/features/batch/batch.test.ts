import { describe, expect, it } from 'vitest';
import {
  batchRefusal,
  createManualBatch,
  link,
  list,
  settle,
  startBatch,
} from '../../../../tests/support/flow/manual-batch.ts';
import { aJob, anInspection, anOffer, RESULT } from '../../../../tests/support/flow/manual-flow.ts';
import { parseBatch } from './batch-memory.ts';

describe('a queue of links', () => {
  it('starts nothing by itself', async () => {
    const { batch, started } = createManualBatch();
    batch.add(list(3));
    await settle();
    expect(started).toEqual([]);
    expect(batch.getState().rows.map(({ preview }) => preview?.title)).toEqual([
      'A walk',
      'A walk',
      'A walk',
    ]);
  });

  it('has at most ten open at the server, in their order', async () => {
    const { batch, started, counts, finish, pass, receive } = await startBatch(25);
    await receive();
    expect(started.map(({ url }) => url)).toEqual(Array.from({ length: 10 }, (_, at) => link(at)));
    await finish('job-3');
    expect(started).toHaveLength(11);
    for (let job = 1; job <= 25; job += 1) {
      if (job === 3) continue;
      await finish(`job-${job}`);
      await pass(3000);
    }
    expect(counts()).toMatchObject({ ready: 25, waiting: 0, active: 0 });
    expect(batch.getState().isRunning).toBe(false);
  });

  it('starts two of a platform until bytes of one arrive, and those of other platforms meanwhile', async () => {
    const manual = createManualBatch();
    manual.batch.add(`${list(4)}\nhttps://www.tiktok.com/@lab.painter/video/7512345678901234501`);
    manual.batch.start();
    await settle();
    expect(manual.kinds()).toEqual(['open', 'open', 'waiting', 'waiting', 'open']);
    await manual.receive('job-3');
    expect(manual.counts()).toMatchObject({ active: 3, waiting: 2 });
    await manual.receive('job-2');
    expect(manual.counts()).toMatchObject({ active: 5, waiting: 0 });
  });

  it.each([
    ['answered', () => undefined],
    ['failed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('requests nothing else until its first request has been %s', async (_how, outcome) => {
    const manual = createManualBatch();
    const held = Promise.withResolvers<void>();
    manual.control.answerDetect = () => held.promise.then(outcome);
    manual.batch.add(list(3));
    manual.batch.start();
    await settle();
    expect(manual.detected).toEqual([link(0)]);
    expect(manual.counts()).toMatchObject({ active: 0, waiting: 3 });
    held.resolve();
    await settle();
    expect(manual.counts()).toMatchObject({ active: 2, waiting: 1 });
    expect(manual.detected).toHaveLength(1);
  });

  it('reports that cookies are off when its own job is unknown', async () => {
    const manual = await startBatch(1);
    manual.jobs.clear();
    manual.stream()?.broke();
    await manual.pass(2000);
    expect(manual.batch.getState().rows[0]?.state).toMatchObject({
      kind: 'failed',
      failure: { code: 'cookies_off' },
    });
  });

  it('goes on after a failure, which only fails its row', async () => {
    const { end, finish, counts, batch, started } = await startBatch(2);
    const error = { code: 'private', message: '', params: {} } as const;
    await end('job-1', { state: 'failed', error });
    await finish('job-2');
    expect(counts()).toMatchObject({ ready: 1, failed: 1 });
    batch.retry(batch.getState().rows.map(({ key }) => key));
    await settle();
    expect(started.map(({ url }) => url)).toEqual([link(0), link(1), link(0)]);
  });

  it('does not start a row while a time typed for its part is wrong, and then does', async () => {
    const { batch, started } = createManualBatch();
    batch.add(list(2));
    const [first] = batch.getState().rows;
    if (!first) throw new TypeError('there is no row');
    batch.markPart(first.key, true);
    batch.start();
    await settle();
    expect(started.map(({ url }) => url)).toEqual([link(1)]);
    batch.choosePart(first.key, { from: 1, to: 2 });
    batch.markPart(first.key, false);
    await settle();
    expect(started.slice(1)).toMatchObject([{ url: link(0), from: 1, to: 2 }]);
  });

  it.each([
    ['busy', batchRefusal(429, 'too_many_jobs')],
    ['offline', new TypeError('Failed to fetch')],
  ])('waits and tries again while the server is %s', async (pauseReason, error) => {
    const manual = createManualBatch();
    manual.control.answerStart = () => Promise.reject(error);
    manual.batch.add(list(12));
    manual.batch.start();
    await settle();
    expect(manual.counts()).toMatchObject({ waiting: 12, failed: 0 });
    expect(manual.batch.getState().pauseReason).toBe(pauseReason);
    manual.control.answerStart = async () => undefined;
    await manual.pass(5000);
    await manual.receive(`job-${manual.started.length}`);
    expect(manual.counts()).toMatchObject({ waiting: 2, active: 10, failed: 0 });
    expect(manual.batch.getState().pauseReason).toBeNull();
  });

  it('takes what a post has where the choice is not there', async () => {
    const manual = createManualBatch();
    manual.control.answerInspect = async () => anInspection([anOffer('photo', 'image')]);
    manual.batch.add(link(1));
    manual.batch.start();
    await settle();
    expect(manual.started.map(({ offer }) => offer)).toEqual(['photo']);
    expect(manual.kinds()).toEqual(['open']);
  });

  it('takes what a post has, too, when it was inspected before a reload', async () => {
    const before = createManualBatch();
    before.batch.add(link(1));
    await settle();
    const manual = createManualBatch(before.memory());
    manual.control.answerInspect = async () => anInspection([anOffer('photo', 'image')]);
    manual.control.answerStart = async () => {
      if (manual.started.length === 1) throw batchRefusal(422, 'choice_unavailable');
    };
    manual.batch.restore();
    manual.batch.start();
    await settle();
    expect(manual.started.map(({ offer }) => offer)).toEqual([undefined, 'photo']);
  });

  it('requests inspections no faster than the server allows one visitor', async () => {
    const manual = createManualBatch();
    let inspections = 0;
    manual.control.answerInspect = async () => {
      inspections += 1;
      return anInspection([anOffer('high')]);
    };
    manual.batch.add(list(100));
    for (let turn = 0; turn < 20; turn += 1) await settle();
    // The rest is for what is started next.
    expect(inspections).toBe(14);
    manual.batch.start();
    await settle();
    for (let job = 1; job <= 20; job += 1) await manual.finish(`job-${job}`);
    expect(inspections).toBe(20);
    await manual.pass(3000);
    expect(inspections).toBe(21);
  });

  it('fails a row that the server refuses, before it is started', async () => {
    const manual = createManualBatch();
    manual.control.answerInspect = () => Promise.reject(batchRefusal(403, 'private'));
    manual.batch.add(link(1));
    await settle();
    expect(manual.kinds()).toEqual(['failed']);
    expect(manual.started).toEqual([]);
  });

  it('cancels a job whose request was still open', async () => {
    const manual = createManualBatch();
    const held = Promise.withResolvers<void>();
    manual.control.answerStart = () => held.promise;
    manual.batch.add(link(1));
    manual.batch.start();
    await settle();
    manual.batch.cancel(manual.batch.getState().rows.map(({ key }) => key));
    held.resolve();
    await settle();
    expect(manual.kinds()).toEqual(['cancelled']);
    expect(manual.cancelled).toEqual(['job-1']);
  });

  it('makes a row into something else than the others', async () => {
    const manual = createManualBatch();
    manual.batch.add(list(2));
    const [first] = manual.batch.getState().rows;
    manual.batch.chooseForAll({ format: 'mp3', quality: 'high' });
    manual.batch.choose(first?.key ?? '', { format: 'mp4', quality: 'low' });
    manual.batch.start();
    await settle();
    expect(manual.started).toMatchObject([
      { format: 'mp4', quality: 'low' },
      { format: 'mp3', quality: 'high' },
    ]);
  });

  it('ends all rows that turned out to be the same download', async () => {
    const manual = await startBatch(2);
    manual.batch.add(link(9));
    manual.jobs.delete('job-2');
    manual.jobs.set('job-1', aJob({ job: 'job-1' }));
    const shared = createManualBatch(manual.memory()?.replaceAll('job-2', 'job-1'));
    shared.jobs.set('job-1', aJob({ job: 'job-1' }));
    shared.batch.restore();
    await settle();
    await shared.finish('job-1');
    expect(shared.kinds().slice(0, 2)).toEqual(['ready', 'ready']);
  });

  it('polls the server when its stream breaks', async () => {
    const manual = await startBatch(1);
    manual.jobs.set('job-1', aJob({ job: 'job-1', state: 'ready', result: RESULT }));
    manual.stream()?.broke();
    await manual.pass(2000);
    expect(manual.kinds()).toEqual(['ready']);
    expect(manual.stream()).toBeNull();
  });
});

describe('a reload', () => {
  it('takes up rows that run, have ended, wait, and are forgotten by the server', async () => {
    const before = await startBatch(13);
    await before.finish('job-1');
    before.batch.choose(before.batch.getState().rows[12]?.key ?? '', {
      format: 'mp3',
      quality: 'high',
    });
    const after = createManualBatch(before.memory());
    after.jobs.set('job-1', aJob({ job: 'job-1', state: 'ready', result: RESULT }));
    for (let job = 3; job <= 11; job += 1)
      after.jobs.set(`job-${job}`, aJob({ job: `job-${job}` }));
    after.batch.restore();
    await settle();
    await settle();
    await after.receive('job-3');
    expect(after.kinds().slice(0, 3)).toEqual(['ready', 'expired', 'open']);
    // One of the waiting rows got the place of the expired one.
    expect(after.counts()).toMatchObject({ all: 13, ready: 1, failed: 1, active: 10, waiting: 1 });
    expect(after.batch.getState().rows[12]?.choice).toEqual({ format: 'mp3', quality: 'high' });
  });

  it.each([
    ['nothing', null],
    ['another shape', '[1, 2]'],
    [
      'other rows',
      '{"rows":[null, 3, {"url": 4}, {"url":"javascript:alert(1)"}, {"url":"https://example.com"}]}',
    ],
  ])('reads %s as an empty queue', (_name, stored) => {
    expect(parseBatch(stored).rows).toEqual([]);
  });

  it('takes no picture from another site', () => {
    const kept = (thumbnailUrl: string) =>
      JSON.stringify({ rows: [{ url: link(1), preview: { title: 'A', thumbnailUrl } }] });
    const pictureOf = (url: string) => parseBatch(kept(url)).rows[0]?.preview?.thumbnailUrl;
    expect(pictureOf('/api/inspections/a/thumbnails/b')).toBe('/api/inspections/a/thumbnails/b');
    for (const url of ['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'data:x'])
      expect(pictureOf(url)).toBeNull();
  });
});

describe('a part of one row', () => {
  it('is requested with its row alone, and kept over a reload', async () => {
    const before = createManualBatch();
    before.batch.add(list(2));
    await settle();
    const [first] = before.batch.getState().rows;
    if (!first) throw new TypeError('there is no row');
    expect(first.preview?.hasParts).toBe(true);
    before.batch.choosePart(first.key, { from: 1.5, to: 4, cut: 'exact' });
    const { batch, started } = createManualBatch(before.memory());
    batch.restore();
    await settle();
    batch.start();
    await settle();
    expect(started[0]).toMatchObject({ from: 1.5, to: 4, cut: 'exact' });
    expect(started[1]).not.toHaveProperty('from');
  });
});
