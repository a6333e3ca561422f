// What operators see of downloads and do to them, and what a server removes by itself.
import { describe, expect, it } from 'vitest';
import { makeDownload } from '../../support/media/make-download.ts';
import {
  BOB,
  FILE_TTL_MS,
  fetching,
  fileOf,
  linkTo,
  settled,
  startServer,
} from './service-fixture.ts';
import { makeShared, NOW } from './shared-store.ts';

const HOUR_MS = 3_600_000;

describe('a download', () => {
  it('is found by a handle that is not its id, and shown without what it is about', async () => {
    const server = startServer();
    const id = await server.start(1);
    server.clock.advance(61_900);
    await server.start(2, { visitor: BOB });
    server.jobs[0]?.report(fetching(40));
    const jobs = await server.downloading.openAnywhere();
    expect(jobs).toMatchObject([
      { id: id.slice(0, 8), platform: 'youtube', percent: 40, bytes: 400, sinceSeconds: 61 },
      { sinceSeconds: 0 },
    ]);
    expect(JSON.stringify(jobs)).not.toMatch(/watch|A video|aaaaaaaa/);
    await expect(server.downloading.cancelAny(id)).rejects.toMatchObject({ code: 'job_not_found' });
    expect(await server.downloading.cancelAny(id.slice(0, 8))).toEqual({
      cancelled: true,
      platform: 'youtube',
    });
    expect(server.rowOf(id)).toMatchObject({ state: 'cancelled', expiresAt: expect.any(Number) });
  });
});

describe('the open downloads of all servers', () => {
  const two = () => {
    const shared = makeShared();
    return ['here', 'there'].map((server) => startServer({ shared, server })) as [
      ReturnType<typeof startServer>,
      ReturnType<typeof startServer>,
    ];
  };

  it('are shown together, the longest open first, each as far as it is known to be', async () => {
    const [here, there] = two();
    await there.start(1);
    here.clock.advance(5000);
    await here.start(2);
    here.clock.advance(5000);
    there.put(makeDownload('waiting', { createdAt: NOW + 7000 }), 'a server that is gone');
    there.jobs[0]?.report(fetching(40));
    const shown = [
      {
        id: 'there1..',
        phase: 'fetching',
        percent: 40,
        bytes: 400,
        totalBytes: 1000,
        sinceSeconds: 10,
      },
      { id: 'here1...', phase: 'inspecting', percent: 0, sinceSeconds: 5 },
      { id: 'waiting', phase: 'queued', percent: 0, sinceSeconds: 3 },
    ];
    expect(await here.downloading.openAnywhere()).toMatchObject(shown);
    expect(await there.downloading.openAnywhere()).toMatchObject(shown);
    expect(here.downloading.overview().open).toBe(1);
  });

  it('can be cancelled from any of them', async () => {
    const [here, there] = two();
    const id = await there.start(1);
    expect(await here.downloading.cancelAny(id.slice(0, 8))).toEqual({
      cancelled: true,
      platform: 'youtube',
    });
    await settled();
    expect([there.rowOf(id)?.state, there.jobs[0]?.signal.aborted]).toEqual(['cancelled', true]);
  });

  it('cannot be cancelled by a handle that two of them have', async () => {
    const [here] = two();
    for (const id of ['12345678-a', '12345678-b']) here.put(makeDownload(id), 'there');
    await expect(here.downloading.cancelAny('12345678')).rejects.toMatchObject({
      code: 'job_not_found',
    });
  });
});

describe('what the operator blocks', () => {
  it('ends what is open and takes away what is ready, and nothing else', async () => {
    const server = startServer();
    const ready = await server.start(1);
    await server.finish(fileOf('f'));
    const other = await server.start(2);
    await server.finish(fileOf('g'));
    const open = await server.start(1, { visitor: BOB });
    server.blocked.add(linkTo(1));
    await server.downloading.takeDown();
    for (const id of [ready, open])
      expect(server.rowOf(id)).toMatchObject({
        state: 'failed',
        failure: { code: 'taken_down' },
        fileId: null,
      });
    expect(server.rowOf(other)?.state).toBe('ready');
    expect([...server.files.keys()]).toEqual(['g']);
  });
});

describe('what has ended', () => {
  it('is forgotten an hour after its file has gone', async () => {
    const server = startServer();
    const id = await server.start(1);
    await server.finish(fileOf('f'));
    server.put(makeDownload('open', { expiresAt: NOW - 1 }));
    server.clock.advance(FILE_TTL_MS + HOUR_MS);
    await server.downloading.sweep();
    expect(server.rowOf(id)?.state).toBe('ready');
    server.clock.advance(1);
    await server.downloading.sweep();
    expect([server.rowOf(id), server.rowOf('open')?.state]).toEqual([null, 'open']);
  });
});
