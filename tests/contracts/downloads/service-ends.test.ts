// How downloads end, and what is stored, counted and told when they do.
import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../src/core/jobs/progress.ts';
import { AppError } from '../../../src/shared/errors.ts';
import {
  ABANDON_MS,
  ANN,
  BOB,
  FILE_TTL_MS,
  fetching,
  fileOf,
  inspectedOf,
  linkTo,
  ORIGIN,
  outcomeOf,
  settled,
  startServer,
} from './service-fixture.ts';
import { NOW } from './shared-store.ts';

const HOUR_MS = 3_600_000;
/** All that a follower of the visitor's downloads is told. */
async function follow(server: ReturnType<typeof startServer>, visitor = ANN) {
  const heard: (readonly [string, Phase, number, number | null])[] = [];
  await server.downloading.watch(visitor, 'all', ({ download, progress: at }) =>
    heard.push([download.state, at.phase, at.percent, at.position]),
  );
  return heard;
}

describe('a download that is ready', () => {
  it('has its file, its name and its origin for as long as files are kept', async () => {
    const server = startServer();
    const id = await server.start(1);
    server.clock.advance(2500);
    await server.finish(fileOf('f'));
    expect(server.rowOf(id)).toMatchObject({
      state: 'ready',
      title: 'A video',
      fileName: 'A video (720p).mp4',
      fileId: 'f',
      origin: ORIGIN,
      failure: null,
      expiresAt: NOW + 2500 + FILE_TTL_MS,
    });
    // The file lives as long as the download that came last.
    expect(server.files.get('f')?.expiresAt).toBe(NOW + 2500 + FILE_TTL_MS);
    expect(server.outcomes).toEqual([
      {
        platform: 'youtube',
        step: 'download',
        code: 'ok',
        durationMs: 2500,
        bytes: 5000,
        hour: Math.floor(NOW / HOUR_MS) * HOUR_MS,
      },
    ]);
    expect(server.finished).toMatchObject([{ visitor: ANN, link: { address: linkTo(1) } }]);
    expect(server.downloading.overview().open).toBe(0);
    expect(server.clock.pending()).toBe(0);
  });

  it('tells its followers each step, and the end last', async () => {
    const server = startServer({ maxRunning: 1 });
    const first = await server.start(2, { visitor: BOB });
    const heard = await follow(server);
    await server.start(1);
    expect(heard.at(-1)).toEqual(['open', 'queued', 0, 1]);
    await server.finish(fileOf('first'));
    expect(server.rowOf(first)?.state).toBe('ready');
    server.jobs[1]?.report(fetching(40));
    expect(heard.at(-1)).toEqual(['open', 'fetching', 40, null]);
    await server.finish(fileOf('f'));
    expect(heard.at(-1)).toEqual(['ready', 'ready', 100, null]);
    expect(heard.filter(([state]) => state === 'ready')).toHaveLength(1);
  });

  it('is so at once where the file is there already', async () => {
    const server = startServer();
    server.files.set('f', fileOf('f', { expiresAt: NOW + 1 }));
    server.ready.file = fileOf('f');
    const id = await server.start(1);
    expect(server.rowOf(id)).toMatchObject({ state: 'ready', fileId: 'f', origin: ORIGIN });
    expect(server.files.get('f')?.expiresAt).toBe(NOW + FILE_TTL_MS);
    expect(server.jobs).toEqual([]);
    // No file was made for it, so it does not count as a fast one.
    expect(server.outcomes).toMatchObject([{ code: 'ok', bytes: 0 }]);
  });

  it('counts the size of a shared file once, for the download that began it', async () => {
    const server = startServer();
    await server.start(1);
    await server.start(1, { visitor: BOB });
    await server.finish(fileOf('f'));
    expect(server.outcomes).toMatchObject([
      { code: 'ok', bytes: 5000 },
      { code: 'ok', bytes: 0 },
    ]);
  });

  it('has a new file made where the one that was there is gone in the meantime', async () => {
    const server = startServer();
    server.ready.file = fileOf('gone');
    const id = await server.start(1);
    expect([server.rowOf(id)?.state, server.jobs.length, server.outcomes]).toEqual(['open', 1, []]);
    await server.finish(fileOf('new'));
    expect(server.rowOf(id)).toMatchObject({ state: 'ready', fileId: 'new' });
  });

  it('waits for a database that is away, and is stored when it is back', async () => {
    const server = startServer();
    const id = await server.start(1);
    server.trouble.fails = () => new AppError('server_busy');
    await server.finish(fileOf('f'));
    for (let second = 0; second < 5; second += 1) {
      server.clock.advance(1000);
      await settled();
    }
    // It cannot be cancelled any more, and it is not among those that run.
    const cancelled = outcomeOf(server.downloading.cancel(ANN, id));
    await settled();
    server.clock.advance(2000);
    expect(await cancelled).toBe('server_busy');
    expect(server.downloading.overview().open).toBe(0);
    server.trouble.fails = null;
    server.clock.advance(1000);
    await settled();
    expect(server.rowOf(id)).toMatchObject({ state: 'ready', fileId: 'f' });
    expect(server.warnings).toEqual(['the end of a download waits to be stored']);
  });

  it('is told to its visitor also where its end cannot be stored', async () => {
    const server = startServer();
    const heard = await follow(server);
    await server.start(1);
    server.trouble.fails = () => new Error('the disk is broken');
    await server.finish(fileOf('f'));
    expect(heard.at(-1)?.[0]).toBe('ready');
    expect(server.warnings).toEqual(['the end of a download could not be stored']);
  });
});

describe('a download that fails', () => {
  it.each([
    [
      new AppError('geo_blocked', { params: { countries: 'DE' } }),
      'geo_blocked',
      { countries: 'DE' },
    ],
    [new TypeError('a mistake'), 'internal', {}],
  ])('by %s says why, with the name of the platform', async (error, code, params) => {
    const server = startServer();
    const heard = await follow(server);
    const id = await server.start(1);
    server.jobs[0]?.report(fetching(40));
    server.jobs[0]?.fail(error);
    await settled();
    expect(server.rowOf(id)).toMatchObject({
      state: 'failed',
      failure: { code, params: { platform: 'YouTube', ...params } },
      fileId: null,
      expiresAt: NOW + FILE_TTL_MS,
    });
    expect(heard.at(-1)).toEqual(['failed', 'failed', 40, null]);
    expect(server.outcomes).toMatchObject([{ step: 'download', code, bytes: 0 }]);
    expect(server.finished).toEqual([]);
    expect(server.warnings).toEqual(code === 'internal' ? ['a download failed unexpectedly'] : []);
    expect(server.noted).toEqual(code === 'internal' ? [] : [`${id} geo_blocked`]);
  });

  it('while its link is inspected fails with the reason of that', async () => {
    const server = startServer({ inspect: () => Promise.reject(new AppError('private')) });
    const id = await server.start(1);
    expect(server.rowOf(id)).toMatchObject({ state: 'failed', failure: { code: 'private' } });
    expect(server.jobs).toEqual([]);
  });

  it.each([
    ['its link', () => linkTo(1)],
    ['its uploader', () => 'uploader'],
  ])('is one whose file is made while %s is blocked', async (_what, blocked) => {
    const server = startServer();
    const id = await server.start(1);
    server.blocked.add(blocked());
    await server.finish(fileOf('f'));
    expect(server.rowOf(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'taken_down' },
      fileId: null,
    });
    expect(server.finished).toEqual([]);
  });
});

describe('a download that is cancelled', () => {
  it.each(['queued', 'running', 'inspecting'] as const)(
    'while it is %s ends at once, with what runs for it alone',
    async (stage) => {
      const looked = Promise.withResolvers<void>();
      const server = startServer({
        maxRunning: 1,
        async inspect(link) {
          if (stage === 'inspecting') await looked.promise;
          return inspectedOf(link);
        },
      });
      if (stage === 'queued') await server.start(2, { visitor: BOB });
      const heard = await follow(server);
      const id = await server.start(1);
      expect(await server.downloading.cancel(ANN, id)).toBe(true);
      expect(server.rowOf(id)).toMatchObject({
        state: 'cancelled',
        failure: null,
        expiresAt: NOW + FILE_TTL_MS,
      });
      expect(heard.at(-1)?.slice(0, 2)).toEqual(['cancelled', 'cancelled']);
      expect(server.inspected.at(-1)?.signal.aborted).toBe(true);
      looked.resolve();
      await settled();
      expect(server.jobs.map(({ signal }) => signal.aborted)).toEqual(
        { queued: [false], running: [true], inspecting: [] }[stage],
      );
      expect(server.outcomes).toEqual([]);
      expect(await server.downloading.cancel(ANN, id)).toBe(false);
    },
  );

  it('does not end the job that another visitor waits for', async () => {
    const server = startServer();
    const [own, other] = [await server.start(1), await server.start(1, { visitor: BOB })];
    await server.downloading.cancel(ANN, own);
    await server.finish(fileOf('f'));
    expect([own, other].map((id) => server.rowOf(id)?.state)).toEqual(['cancelled', 'ready']);
  });

  it('is the newest open one where none is named', async () => {
    const server = startServer();
    const [first, second] = [await server.start(1), await server.start(2)];
    await server.start(3, { visitor: BOB });
    expect(await server.downloading.cancel(ANN, null)).toBe(true);
    expect([first, second].map((id) => server.rowOf(id)?.state)).toEqual(['open', 'cancelled']);
    expect(await server.downloading.cancel(ANN, null)).toBe(true);
    expect(await server.downloading.cancel(ANN, null)).toBe(false);
  });
});

describe('a download that is left alone', () => {
  it('is given up after a while without a follower', async () => {
    const server = startServer();
    const id = await server.start(1);
    server.clock.advance(ABANDON_MS - 1);
    expect(server.jobs[0]?.signal.aborted).toBe(false);
    server.clock.advance(1);
    await settled();
    expect(server.rowOf(id)).toMatchObject({ state: 'failed', failure: { code: 'abandoned' } });
    expect(server.jobs[0]?.signal.aborted).toBe(true);
  });
});
