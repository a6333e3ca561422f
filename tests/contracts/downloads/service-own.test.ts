// What visitors may do with their own downloads, and what others may not.
import { describe, expect, it } from 'vitest';
import { makeDownload } from '../../support/media/make-download.ts';
import {
  ANN,
  BOB,
  FILE_TTL_MS,
  fetching,
  fileOf,
  linkTo,
  never,
  outcomeOf,
  settled,
  startServer,
} from './service-fixture.ts';

const NETWORK = '203.0.113.9/32';

/** A server with a finished download of Ann. */
async function withReady(visitor = ANN) {
  const server = startServer();
  const id = await server.start(1, { visitor });
  await server.finish(fileOf('f'));
  return { ...server, id };
}

describe('a download of somebody else', () => {
  it('does not exist', async () => {
    const { downloading, id, rowOf, files } = await withReady();
    const before = rowOf(id);
    const calls = [
      downloading.get(BOB, id),
      downloading.ended(BOB, id, never),
      downloading.cancel(BOB, id),
      downloading.remove(BOB, id),
      downloading.share(BOB, id),
      downloading.unshare(BOB, id),
      downloading.watch(BOB, { id }, () => undefined),
      downloading.get(BOB, 'none'),
      downloading.openFile(`own-${id}`, BOB, NETWORK),
      downloading.openFile(`own-${id}`, null, NETWORK),
      downloading.openFile(`share-${id}-0`, BOB, NETWORK),
      downloading.openFile('nonsense', ANN, NETWORK),
      downloading.openFile('own-none', ANN, NETWORK),
      downloading.openFiles(BOB, [id], NETWORK),
      downloading.openFiles(ANN, [id, 'none'], NETWORK),
    ];
    expect(new Set(await Promise.all(calls.map(outcomeOf)))).toEqual(new Set(['job_not_found']));
    expect(await downloading.list(BOB)).toEqual([]);
    expect([rowOf(id), [...files.keys()]]).toEqual([before, ['f']]);
  });

  it('that is open cannot be cancelled or followed', async () => {
    const server = startServer();
    const id = await server.start(1);
    const heard: unknown[] = [];
    await server.downloading.watch(BOB, 'all', (view) => heard.push(view));
    await server.downloading.watch(BOB, 'newest', (view) => heard.push(view));
    expect(await outcomeOf(server.downloading.cancel(BOB, id))).toBe('job_not_found');
    expect(await server.downloading.cancel(BOB, null)).toBe(false);
    await server.finish(fileOf('f'));
    expect([heard, server.rowOf(id)?.state]).toEqual([[], 'ready']);
  });
});

describe('a visitor', () => {
  it('sees all of their downloads, the newest first, the running ones as they are now', async () => {
    const server = await withReady();
    const second = await server.start(2);
    server.jobs[1]?.report(fetching(30));
    const views = await server.downloading.list(ANN);
    expect(views.map(({ download, progress }) => [download.id, progress.percent])).toEqual([
      [second, 30],
      [server.id, 100],
    ]);
    expect(views[1]).toMatchObject({
      file: { id: 'f' },
      filePath: `/files/own-${server.id}/A%20video%20(720p).mp4`,
      sharePath: null,
      progress: { phase: 'ready', bytes: 5000, totalBytes: 5000 },
    });
    expect(views[0]).toMatchObject({ file: null, filePath: null, sharePath: null });
  });

  it('waits for the end of a download, or does not', async () => {
    const server = startServer();
    const id = await server.start(1);
    const leaving = new AbortController();
    const left = outcomeOf(server.downloading.ended(ANN, id, leaving.signal));
    const waited = server.downloading.ended(ANN, id, never);
    await settled();
    leaving.abort('gone');
    expect(await left).toBe('gone');
    await server.finish(fileOf('f'));
    expect(await waited).toMatchObject({ download: { state: 'ready' }, file: { id: 'f' } });
    expect(await server.downloading.ended(ANN, id, never)).toMatchObject({ file: { id: 'f' } });
    expect(server.clock.pending()).toBe(0);
    const other = await server.start(2);
    const gone = server.downloading.ended(ANN, other, AbortSignal.abort('gone'));
    expect(await outcomeOf(gone)).toBe('gone');
  });

  it('is told nothing any more once they have left', async () => {
    const server = startServer();
    const id = await server.start(1);
    const heard: string[] = [];
    const stop = await server.downloading.watch(ANN, { id }, (view) =>
      heard.push(view.download.state),
    );
    stop();
    await server.finish(fileOf('f'));
    expect(heard).toEqual(['open']);
  });

  it('who follows a download that has ended is told so, once', async () => {
    const { downloading, id } = await withReady();
    const heard: unknown[] = [];
    await downloading.watch(ANN, { id }, (view) => heard.push(view.download.state));
    await settled();
    expect(heard).toEqual(['ready']);
  });
});

describe('removing a download', () => {
  it('takes its file away, and not that of another', async () => {
    const { downloading, id, files, rowOf } = await withReady();
    files.set('other', fileOf('other'));
    await downloading.remove(ANN, id);
    expect([rowOf(id), [...files.keys()]]).toEqual([null, ['other']]);
  });

  it('leaves a file that another download has', async () => {
    const server = startServer();
    const ids = [await server.start(1), await server.start(1, { visitor: BOB })];
    await server.finish(fileOf('f'));
    await server.downloading.remove(ANN, ids[0] ?? '');
    expect(server.files.has('f')).toBe(true);
    await server.downloading.remove(BOB, ids[1] ?? '');
    expect(server.files.has('f')).toBe(false);
  });

  it('leaves a file that another download is about to get', async () => {
    const server = await withReady();
    server.ready.file = fileOf('f');
    const gate = Promise.withResolvers<void>();
    // The database is slow just when the end of the other one is stored.
    server.trouble.waits = () => gate.promise;
    const next = await server.start(1, { visitor: BOB });
    server.trouble.waits = null;
    await server.downloading.remove(ANN, server.id);
    gate.resolve();
    await settled();
    expect(server.rowOf(next)).toMatchObject({ state: 'ready', fileId: 'f' });
    expect(server.files.has('f')).toBe(true);
  });

  it('of an edited upload takes the upload away as well, that of an edited download does not', async () => {
    const { downloading, files, put } = startServer();
    const task = { kind: 'edit', fileId: 'source', uploadId: 'u', edit: {} } as never;
    for (const id of ['source', 'edited', 'kept']) files.set(id, fileOf(id));
    const ended = { visitor: ANN, state: 'ready', platform: null, link: null } as const;
    put(makeDownload('own', { ...ended, task, fileId: 'edited' }));
    const other = { ...(task as object), fileId: 'kept', uploadId: null } as never;
    put(makeDownload('again', { ...ended, task: other, fileId: null }));
    for (const id of ['own', 'again']) await downloading.remove(ANN, id);
    expect([...files.keys()]).toEqual(['kept']);
  });

  it('is refused while it is open', async () => {
    const server = startServer();
    const id = await server.start(1);
    expect(await outcomeOf(server.downloading.remove(ANN, id))).toBe('invalid_request');
    expect(server.rowOf(id)?.state).toBe('open');
  });
});

describe('the file of a download', () => {
  it('is opened by its visitor, under its name, for their network', async () => {
    const { downloading, id } = await withReady();
    const opened = await downloading.openFile(`own-${id}`, ANN, NETWORK);
    expect([opened.name, opened.file.id]).toEqual(['A video (720p).mp4', 'f']);
    expect(await opened.read({ start: 1, end: 2 })).toBe(`f ${NETWORK} {"start":1,"end":2}`);
  });

  it('is opened by everybody who has the link, until that is revoked, and by the next one again', async () => {
    const { downloading, id } = await withReady();
    const open = (version: number) =>
      downloading.openFile(`share-${id}-${version}`, null, NETWORK).then(
        ({ file }) => file.id,
        (error) => error.code,
      );
    const shared = await downloading.share(ANN, id);
    expect(shared.sharePath).toBe(`/files/share-${id}-0/file.mp4`);
    expect((await downloading.share(ANN, id)).sharePath).toBe(shared.sharePath);
    expect([await open(0), await open(1)]).toEqual(['f', 'job_not_found']);
    // The visitor's own link is nobody else's all the same.
    expect(await outcomeOf(downloading.openFile(`own-${id}`, BOB, NETWORK))).toBe('job_not_found');
    expect((await downloading.unshare(ANN, id)).sharePath).toBeNull();
    expect((await downloading.unshare(ANN, id)).download.shareVersion).toBe(1);
    expect([await open(0), await open(1)]).toEqual(['job_not_found', 'job_not_found']);
    // Not even for its own visitor, who sees so that it is revoked.
    expect(await outcomeOf(downloading.openFile(`share-${id}-0`, ANN, NETWORK))).toBe(
      'job_not_found',
    );
    expect((await downloading.share(ANN, id)).sharePath).toBe(`/files/share-${id}-1/file.mp4`);
    expect([await open(0), await open(1)]).toEqual(['job_not_found', 'f']);
  });

  it('is opened by other programs for half an hour, and not once another file took its place', async () => {
    const { downloading, id, clock, files } = await withReady();
    const { path, expiresAt } = await downloading.linkForPrograms(ANN, id);
    const token = path.split('/')[2] ?? '';
    const open = () => outcomeOf(downloading.openFile(token, null, NETWORK));
    expect(expiresAt - clock.now()).toBeGreaterThanOrEqual(30 * 60_000);
    expect(await outcomeOf(downloading.linkForPrograms(BOB, id))).toBe('job_not_found');
    expect(await open()).toMatchObject({ file: { id: 'f' } });
    clock.advance(expiresAt - clock.now() - 1);
    expect(await open()).toMatchObject({ file: { id: 'f' } });
    files.set('f', { ...fileOf('f'), etag: '"another"' });
    expect(await open()).toBe('expired');
    files.set('f', fileOf('f'));
    clock.advance(1);
    expect(await open()).toBe('expired');
  });

  it('has gone for a download that has expired, though another keeps it for longer', async () => {
    const server = await withReady();
    await server.downloading.share(ANN, server.id);
    server.clock.advance(FILE_TTL_MS - 1);
    server.ready.file = fileOf('f');
    const later = await server.start(1, { visitor: BOB });
    const open = (id: string, visitor: string | null) =>
      server.downloading.openFile(visitor ? `own-${id}` : `share-${id}-0`, visitor, NETWORK).then(
        ({ file }) => file.id,
        (error) => error.code,
      );
    expect([await open(server.id, ANN), await open(server.id, null)]).toEqual(['f', 'f']);
    server.clock.advance(1);
    expect([
      await open(server.id, ANN),
      await open(server.id, null),
      await open(later, BOB),
    ]).toEqual(['expired', 'job_not_found', 'f']);
    expect(await outcomeOf(server.downloading.share(ANN, server.id))).toBe('expired');
    expect(await server.downloading.get(ANN, server.id)).toMatchObject({
      file: null,
      filePath: null,
      sharePath: null,
    });
  });

  it('is taken away where its link was blocked in the meantime', async () => {
    const { downloading, id, blocked, files } = await withReady();
    blocked.add(linkTo(1));
    expect(await outcomeOf(downloading.openFile(`own-${id}`, ANN, NETWORK))).toBe('taken_down');
    expect([...files.keys()]).toEqual([]);
  });

  it('is opened with others of its visitor, in the order asked for, each or why it has none', async () => {
    const { downloading, id, blocked, files, put, clock } = await withReady();
    files.set('g', fileOf('g'));
    const ready = { visitor: ANN, state: 'ready', link: null } as const;
    put(makeDownload('other', { ...ready, fileId: 'g' }));
    put(makeDownload('lost', { ...ready, fileId: 'h' }));
    put(makeDownload('blocked', { ...ready, fileId: 'g', link: linkTo(2) }));
    blocked.add(linkTo(2));
    const open = async (...ids: string[]) =>
      (await downloading.openFiles(ANN, ids, NETWORK)).map(({ download, opened }) => [
        download.id,
        typeof opened === 'string' ? opened : opened.file.id,
      ]);
    expect(await open('other', id, 'lost')).toEqual([
      ['other', 'g'],
      [id, 'f'],
      ['lost', 'expired'],
    ]);
    const { download: own } = await downloading.get(ANN, id);
    const { download: other } = await downloading.get(ANN, 'other');
    expect(await downloading.areStillReady([own, other])).toBe(true);
    expect(await open('blocked', 'other')).toEqual([
      ['blocked', 'taken_down'],
      ['other', 'expired'],
    ]);
    expect(await downloading.areStillReady([own, other])).toBe(false);
    expect(await downloading.areStillReady([own])).toBe(true);
    blocked.add(linkTo(1));
    expect(await downloading.areStillReady([own])).toBe(false);
    blocked.clear();
    clock.advance(FILE_TTL_MS);
    expect(await downloading.areStillReady([own])).toBe(false);
  });

  it('has a name even where none is stored', async () => {
    const { downloading, files, put } = startServer();
    files.set('f', fileOf('f'));
    put(makeDownload('old', { visitor: ANN, state: 'ready', fileId: 'f', fileName: null }));
    expect((await downloading.openFile('own-old', ANN, NETWORK)).name).toBe('download.mp4');
  });
});
