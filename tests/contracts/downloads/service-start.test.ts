// How downloads begin: what is refused, what is the same request, and what a server resumes.
import { describe, expect, it } from 'vitest';
import { choiceOf } from '../../../src/core/choosing/choice.ts';
import { makeDownload } from '../../support/media/make-download.ts';
import {
  ANN,
  BOB,
  FILE_TTL_MS,
  fileOf,
  linkTo,
  never,
  outcomeOf,
  settled,
  startServer,
} from './service-fixture.ts';
import { makeShared, NOW } from './shared-store.ts';

const NETWORK = '192.0.2.1/32';

describe('a request', () => {
  it('makes a download with nothing but what was asked for', async () => {
    const server = startServer();
    const id = await server.start(1);
    expect(server.rowOf(id)).toEqual({
      ...makeDownload(id, { visitor: ANN, link: linkTo(1), title: 'A video' }),
      task: { kind: 'link', pointsAt: null, choice: choiceOf('mp4', 'high') },
      createdAt: NOW,
    });
    // Its visitor reads the title before the file is there.
    expect((await server.downloading.get(ANN, id)).download.title).toBe('A video');
    expect(server.jobs.map(({ request }) => request)).toMatchObject([
      { kind: 'link', pointsAt: null, inspectionId: 'inspection', visitor: null },
    ]);
    expect(server.inspected[0]?.network).toBe(NETWORK);
  });

  it('runs two jobs of a visitor at once, and those of others beside them', async () => {
    const server = startServer();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push(await server.start(n));
    const third = async () => (await server.downloading.get(ANN, ids[2] ?? '')).progress;
    expect([server.jobs.length, (await third()).phase, (await third()).position]).toEqual([
      2,
      'queued',
      1,
    ]);
    await server.start(4, { visitor: BOB, network: '192.0.2.2/32' });
    expect(server.jobs).toHaveLength(3);
    await server.finish(fileOf('f'), 0);
    expect(server.jobs).toHaveLength(4);
  });

  it('remembers the item that the link points at, and inspects the post without it', async () => {
    const server = startServer();
    const id = await server.start(1, {
      text: 'https://www.instagram.com/p/Cabcdefghij/?img_index=3',
    });
    expect(server.rowOf(id)?.task).toMatchObject({ pointsAt: 3 });
    expect(server.inspected[0]?.link.hints).toEqual({});
  });

  it('for the same is the same download, for a visitor and not for another', async () => {
    const server = startServer();
    const first = await server.start(1);
    expect(await server.start(1)).toBe(first);
    expect(await server.start(1, { choice: choiceOf('mp3', 'high') })).not.toBe(first);
    expect(await server.start(2)).not.toBe(first);
    expect(await server.start(1, { visitor: BOB })).not.toBe(first);
    expect(server.rows.size).toBe(4);
    // What both want is made once.
    expect(server.downloading.overview()).toMatchObject({ running: 2, waiting: 1 });
  });

  it('is a new one once the first has ended', async () => {
    const server = startServer();
    const first = await server.start(1);
    await server.finish(fileOf('f'));
    expect(await server.start(1)).not.toBe(first);
  });

  it('is a new one also while the end of the first is being stored', async () => {
    const server = startServer();
    const first = await server.start(1);
    const gate = Promise.withResolvers<void>();
    server.trouble.waits = () => gate.promise;
    await server.finish(fileOf('f'));
    server.trouble.waits = null;
    const second = await server.start(1);
    expect(second).not.toBe(first);
    gate.resolve();
    await settled();
    expect([first, second].map((id) => server.rowOf(id)?.state)).toEqual(['ready', 'open']);
  });

  it.each([
    ['costs an inspection', false, ['inspect 192.0.2.1/32']],
    ['costs nothing where the link was inspected a moment ago', true, []],
  ])('%s', async (_what, isKnown, tokens) => {
    const server = startServer();
    if (isKnown) server.known.add(linkTo(1));
    await server.start(1);
    expect(server.tokens).toEqual(tokens);
  });

  it('is refused beyond the rate of inspections, and leaves nothing', async () => {
    const server = startServer();
    server.ready.isAllowed = false;
    expect(await outcomeOf(server.start(1))).toBe('too_many_requests 9');
    expect(server.rows.size).toBe(0);
  });
});

describe('the open downloads of a visitor', () => {
  it.each([
    ['twelve', undefined, 12],
    ['as many as their key says', 3, 3],
  ])('are at most %s', async (_many, maxOpen, most) => {
    const server = startServer();
    const codes: unknown[] = [];
    for (let n = 1; n <= most + 1; n += 1)
      codes.push(await outcomeOf(server.start(n, { maxOpen })));
    expect(codes.slice(-2)).toEqual([expect.not.stringContaining(' '), 'too_many_jobs 10']);
    // The same once more, and those of another, are not too many.
    expect(await server.start(1, { maxOpen })).toBe(codes[0]);
    expect(await server.start(1, { visitor: BOB, maxOpen })).not.toBe(codes[0]);
    await server.downloading.cancel(ANN, null);
    expect(await outcomeOf(server.start(99, { maxOpen }))).not.toContain(' ');
  });

  it('are bounded for a whole network, whatever visitors it names', async () => {
    const server = startServer();
    for (let n = 0; n < 24; n += 1) await server.start(n, { visitor: `visitor ${n}` });
    expect(await outcomeOf(server.start(99, { visitor: 'one more' }))).toBe('too_many_jobs 10');
    expect(
      await outcomeOf(server.start(99, { visitor: 'one more', network: '192.0.2.2/32' })),
    ).not.toContain(' ');
  });

  it('are found and counted on other servers too', async () => {
    const shared = makeShared();
    const [here, there] = ['here', 'there'].map((server) => startServer({ shared, server })) as [
      ReturnType<typeof startServer>,
      ReturnType<typeof startServer>,
    ];
    const first = await here.start(1);
    expect(await there.start(1)).toBe(first);
    expect(there.jobs).toEqual([]);
    const next = await there.start(2, { maxOpen: 2 });
    expect(next).not.toBe(first);
    expect(await outcomeOf(there.start(3, { maxOpen: 2 }))).toBe('too_many_jobs 10');
  });

  it('are one where two servers are asked for the same at the same moment', async () => {
    const shared = makeShared();
    const [here, there] = ['here', 'there'].map((server) => startServer({ shared, server })) as [
      ReturnType<typeof startServer>,
      ReturnType<typeof startServer>,
    ];
    const [one, other] = await Promise.all([here.start(1), there.start(1)]);
    expect([other, shared.rows.size]).toEqual([one, 1]);
    expect([here.jobs.length, there.jobs.length].toSorted()).toEqual([0, 1]);
    const jobs = () => [here, there].map(({ downloading }) => downloading.overview().open);
    expect(jobs().toSorted()).toEqual([0, 1]);
  });
});

describe('a server that starts again', () => {
  const task = { kind: 'link', pointsAt: 2, choice: choiceOf('mp4', 'high') } as const;
  const left = (id: string, more = {}) =>
    makeDownload(id, { visitor: ANN, link: linkTo(1), task: { ...task, pointsAt: null }, ...more });

  it('resumes what it left open, once, and leaves alone what it does already', async () => {
    const server = startServer();
    server.put(left('old'));
    server.put(left('other'), 'another server');
    const running = await server.start(2);
    await server.downloading.resume();
    await settled();
    expect(server.rowOf('old')).toMatchObject({ state: 'open', attempt: 2 });
    expect(server.rowOf('other')?.attempt).toBe(1);
    expect(server.rowOf(running)?.attempt).toBe(1);
    // The network is not stored.
    expect(server.inspected.map(({ network }) => network)).toEqual([NETWORK, ANN]);
    await server.finish(fileOf('f'));
    expect(server.rowOf('old')).toMatchObject({ state: 'ready', attempt: 2, fileId: 'f' });
  });

  it.each([
    ['was resumed before', { attempt: 2 }],
    ['has a link that is not understood any more', { link: 'https://example.com/' }],
    ['has no link', { link: null }],
  ])('fails as interrupted what %s', async (_what, more) => {
    const server = startServer();
    server.put(left('old', more));
    await server.downloading.resume();
    await settled();
    expect(server.rowOf('old')).toMatchObject({
      state: 'failed',
      failure: { code: 'interrupted', params: {} },
      expiresAt: NOW + FILE_TTL_MS,
    });
    expect(server.inspected).toEqual([]);
  });
});

describe('a server that stops', () => {
  it('takes nothing new and waits for what is open', async () => {
    const server = startServer();
    const id = await server.start(1);
    const stopped = server.downloading.stop(60_000);
    expect(server.downloading.isStopping()).toBe(true);
    expect(await outcomeOf(server.start(2))).toBe('server_busy 10');
    server.put(makeDownload('left'));
    await server.downloading.resume();
    expect(server.rowOf('left')?.attempt).toBe(1);
    server.clock.advance(1000);
    await server.finish(fileOf('f'));
    expect(server.rowOf(id)?.state).toBe('ready');
    server.clock.advance(50);
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    // So long its file can still be saved.
    server.clock.advance(1999);
    await settled();
    expect(isStopped).toBe(false);
    server.clock.advance(1);
    await stopped;
  });

  it('leaves the rest to its next start', async () => {
    const server = startServer();
    const id = await server.start(1);
    const heard: string[] = [];
    await server.downloading.watch(ANN, 'all', ({ download }) => heard.push(download.state));
    const stopped = server.downloading.stop(60_000);
    server.clock.advance(59_999);
    expect(server.jobs[0]?.signal.aborted).toBe(false);
    server.clock.advance(1);
    await stopped;
    expect(server.jobs[0]?.signal.aborted).toBe(true);
    expect(server.jobs[0]?.signal.reason).toMatchObject({ code: 'interrupted' });
    expect(server.rowOf(id)).toMatchObject({ state: 'open', failure: null });
    expect([heard, server.outcomes, server.warnings]).toEqual([['open'], [], []]);
    server.clock.advance(FILE_TTL_MS);
    expect(server.rowOf(id)?.state).toBe('open');
  });

  it('ends at once when nothing is open', async () => {
    await startServer().downloading.stop(60_000);
  });

  it('ends the inspections that it waits for', async () => {
    const server = startServer({
      inspect: (_link, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const id = await server.start(1);
    await Promise.all([server.downloading.stop(0), settled()]);
    expect(server.inspected[0]?.signal.aborted).toBe(true);
    expect(server.rowOf(id)?.state).toBe('open');
  });
});

it('a request that cannot be understood reaches nobody', async () => {
  const server = startServer();
  await expect(
    server.downloading.start(
      { visitor: ANN, network: NETWORK, text: 'nothing', choice: choiceOf('mp4', 'high') },
      never,
    ),
  ).rejects.toThrow();
  expect([server.tokens, server.rows.size]).toEqual([[], 0]);
});
