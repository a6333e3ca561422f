// What the port `Downloads` promises, on every database.
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDownloads } from '../../../src/adapters/database/downloads.ts';
import { createSeal } from '../../../src/adapters/secrets/seal.ts';
import type { Download, DownloadState } from '../../../src/core/downloading/download.ts';
import type { DownloadChange, Downloads } from '../../../src/core/downloading/ports.ts';
import { makeDownload as download, NOW } from '../../support/media/make-download.ts';
import { databases, type TestDatabase } from '../databases.ts';

const [SELF, OTHER] = ['this server', 'another server'];

/** Every field that may change, each with another value than a new download has. */
const CHANGES: readonly DownloadChange[] = [
  { state: 'ready' },
  { title: 'canaryTitle: فيديو "x" \u{1f3ac}' },
  { title: 'half of an emoji \ud83d' },
  { title: '' },
  { fileName: 'canaryName.mp4' },
  { fileId: 'f'.repeat(32) },
  { origin: { mediaIds: ['canaryMedia'], sourceIds: [], uploaderIds: ['canaryUploader'] } },
  { failure: { code: 'geo_blocked', params: { countries: 'canary', retryAfterSeconds: 60 } } },
  { attempt: 2 },
  { shareVersion: 7 },
  { isShared: true },
  { expiresAt: NOW + 3_600_000 },
];

describe.each(databases)('downloads on %s', (_kind, make) => {
  const seal = createSeal(randomBytes(32));
  let database: TestDatabase;
  let downloads: Downloads;
  let others: Downloads;
  const idsOf = (list: readonly Download[]) => list.map(({ id }) => id);
  const countRows = async () =>
    (await database.db.selectFrom('downloads').select('id').execute()).length;

  beforeAll(async () => {
    database = await make();
    downloads = createDownloads(database.db, seal, SELF);
    others = createDownloads(database.db, seal, OTHER);
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('downloads').execute();
  });

  it('is empty at first', async () => {
    expect(await downloads.get('a')).toBeNull();
    expect(await downloads.ofVisitor('a'.repeat(64))).toEqual([]);
    expect(await downloads.open()).toEqual([]);
    expect(await downloads.isFileHeld('f', 'a')).toBe(false);
    expect(await downloads.change('a', 'open', { attempt: 2 })).toBe(false);
    expect(await downloads.forgetExpired(NOW)).toBe(0);
    await downloads.remove('a');
  });

  it('returns every field of what was added', async () => {
    const full: Download = Object.assign(download('full', { platform: 'tiktok' }), ...CHANGES);
    await downloads.add(download('bare'));
    await downloads.add(full);
    expect(await downloads.get('bare')).toEqual(download('bare'));
    expect(await downloads.get('full')).toEqual(full);
  });

  it('returns an edit of an upload, which has neither link nor platform', async () => {
    const edit = {
      container: 'webm',
      span: { startSeconds: 1.5, endSeconds: 9 },
      cut: 'exact',
      quality: 'low',
      kilobitsPerSecond: null,
      maxBytes: 10_000_000,
    } as const;
    const task = { kind: 'edit', fileId: 'f', uploadId: 'u', edit } as const;
    const upload = download('upload', { link: null, platform: null, task });
    await downloads.add(upload);
    expect(await downloads.get('upload')).toEqual(upload);
  });

  it.each(CHANGES)('changes %j and nothing else, and back to nothing', async (change) => {
    await downloads.add(download('a'));
    await downloads.add(download('b'));
    expect(await downloads.change('a', 'open', change)).toBe(true);
    expect(await downloads.get('a')).toEqual({ ...download('a'), ...change });
    const { state: now = 'open' } = change;
    const { title, fileName, fileId, failure, expiresAt } = download('a');
    const nothing = { title, fileName, fileId, failure, expiresAt };
    expect(await downloads.change('a', now, nothing)).toBe(true);
    expect(await downloads.get('a')).toEqual({ ...download('a'), ...change, ...nothing });
    expect(await downloads.get('b')).toEqual(download('b'));
  });

  it.each<DownloadState>(['ready', 'failed', 'cancelled'])(
    'changes nothing when it is %s and not open',
    async (state) => {
      await downloads.add(download('a', { state }));
      expect(await downloads.change('a', 'open', { state: 'failed', attempt: 9 })).toBe(false);
      expect(await downloads.get('a')).toEqual(download('a', { state }));
      expect(await downloads.change('a', state, {})).toBe(true);
    },
  );

  it('lets exactly one of many concurrent ends win', async () => {
    await downloads.add(download('a'));
    const ends = [
      { state: 'ready', fileId: 'file', fileName: 'name', expiresAt: 1 },
      { state: 'cancelled', expiresAt: 2 },
      { state: 'failed', failure: { code: 'timeout', params: {} }, expiresAt: 3 },
    ] as const;
    const answers = await Promise.all(ends.map((end) => downloads.change('a', 'open', end)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await downloads.get('a')).toEqual({ ...download('a'), ...ends[answers.indexOf(true)] });
  });

  it('loses none of many changes made at once', async () => {
    await downloads.add(download('a'));
    const changes = CHANGES.filter(({ state, title }) => !state && title === undefined);
    const all = [...changes, { title: 'one' }];
    await Promise.all(all.map((change) => downloads.change('a', 'open', change)));
    expect(await downloads.get('a')).toEqual(Object.assign(download('a'), ...all));
  });

  it('lists the newest fifty of one visitor, the newest first', async () => {
    for (let n = 0; n < 53; n += 1) {
      await downloads.add(download(`n${n}`, { createdAt: NOW + ((n * 7) % 53) }));
    }
    await downloads.add(download('other', { visitor: 'b'.repeat(64), createdAt: NOW + 1000 }));
    const list = await downloads.ofVisitor('a'.repeat(64));
    expect(list.map(({ createdAt }) => createdAt - NOW)).toEqual(
      Array.from({ length: 50 }, (_, n) => 52 - n),
    );
    expect(idsOf(await downloads.ofVisitor('b'.repeat(64)))).toEqual(['other']);
  });

  it('lists all open ones of all visitors, the oldest first', async () => {
    await downloads.add(download('second', { createdAt: NOW + 2, visitor: 'b' }));
    await downloads.add(download('done', { createdAt: NOW, state: 'ready' }));
    await downloads.add(download('first', { createdAt: NOW + 1 }));
    expect(idsOf(await downloads.open())).toEqual(['first', 'second']);
  });

  it('lists all with a file, of all visitors, the oldest first', async () => {
    const ready = { state: 'ready', fileId: 'f' } as const;
    await downloads.add(download('second', { ...ready, createdAt: NOW + 2, visitor: 'b' }));
    await downloads.add(download('open', { createdAt: NOW }));
    await downloads.add(download('failed', { ...ready, state: 'failed' }));
    await downloads.add(download('first', { ...ready, createdAt: NOW + 1 }));
    expect(idsOf(await downloads.ready())).toEqual(['first', 'second']);
  });

  it('lists open ones and those with files of its own server only, but all of a visitor', async () => {
    const ready = { state: 'ready', fileId: 'f' } as const;
    await downloads.add(download('own', { createdAt: NOW + 2 }));
    await others.add(download('of another', { createdAt: NOW + 1 }));
    await others.add(download('file of another', { ...ready, createdAt: NOW }));
    expect(idsOf(await downloads.open())).toEqual(['own']);
    expect(idsOf(await downloads.openAnywhere(10))).toEqual(['of another', 'own']);
    expect(idsOf(await others.openAnywhere(1))).toEqual(['of another']);
    expect(await others.openAnywhere(0)).toEqual([]);
    expect(idsOf(await downloads.ready())).toEqual([]);
    expect(idsOf(await others.ready())).toEqual(['file of another']);
    const all = ['own', 'of another', 'file of another'];
    expect(idsOf(await downloads.ofVisitor('a'.repeat(64)))).toEqual(all);
    expect((await downloads.get('of another'))?.state).toBe('open');
  });

  it('changes no open download of another server, but ended ones of any server', async () => {
    await others.add(download('a'));
    const end = { state: 'ready', fileId: 'f', expiresAt: NOW - 1 } as const;
    expect(await downloads.change('a', 'open', end)).toBe(false);
    expect(await downloads.get('a')).toEqual(download('a'));
    expect(await others.change('a', 'open', end)).toBe(true);
    expect(await downloads.change('a', 'ready', { isShared: true })).toBe(true);
    expect(await downloads.get('a')).toEqual(download('a', { ...end, isShared: true }));
    expect(await downloads.forgetExpired(NOW)).toBe(1);
  });

  it('finds many at once, and counts those that are ready', async () => {
    const all = [download('a', { state: 'ready' }), download('b', { state: 'cancelled' })];
    for (const one of all) await downloads.add(one);
    expect(new Set(await downloads.getMany(['x', 'b', 'a']))).toEqual(new Set(all));
    expect(await downloads.countReady(['a', 'b', 'x'])).toBe(1);
    expect([await downloads.getMany([]), await downloads.countReady([])]).toEqual([[], 0]);
  });

  it('knows whether another visitor holds a file', async () => {
    await downloads.add(download('a', { state: 'ready', fileId: 'shared' }));
    await downloads.add(download('b', { state: 'ready', fileId: 'shared', visitor: 'b' }));
    await downloads.add(download('c', { state: 'ready', fileId: 'own' }));
    expect(await downloads.isFileHeld('shared', 'a')).toBe(true);
    expect(await downloads.isFileHeld('own', 'c')).toBe(false);
    await downloads.remove('b');
    expect(await downloads.isFileHeld('shared', 'a')).toBe(false);
  });

  it('deletes those that ended and expired, and no open one', async () => {
    await downloads.add(download('open', { expiresAt: NOW - 1 }));
    await downloads.add(download('old', { state: 'ready', expiresAt: NOW - 1 }));
    await downloads.add(download('older', { state: 'failed', expiresAt: NOW - 99 }));
    await downloads.add(download('just now', { state: 'cancelled', expiresAt: NOW }));
    await downloads.add(download('never', { state: 'ready' }));
    expect(await downloads.forgetExpired(NOW)).toBe(2);
    expect(await downloads.forgetExpired(NOW)).toBe(0);
    expect(idsOf(await downloads.ofVisitor('a'.repeat(64))).toSorted()).toEqual([
      'just now',
      'never',
      'open',
    ]);
  });

  it('refuses an existing id, and keeps its row', async () => {
    await downloads.add(download('a'));
    await expect(downloads.add(download('a', { visitor: 'b' }))).rejects.toThrow();
    expect(await downloads.get('a')).toEqual(download('a'));
  });

  it('stores no link, no choice, no title and no name that could be read', async () => {
    await downloads.add(download('a', { title: 'canaryTitle', fileName: 'canaryName' }));
    await downloads.change('a', 'open', { title: 'canaryTitle 2', fileName: 'canaryName 2' });
    const rows = await database.db.selectFrom('downloads').selectAll().execute();
    const bare = JSON.stringify(rows);
    const opened = JSON.stringify(rows.map(decodeAll));
    for (const text of [bare, opened]) expect(text).not.toMatch(/canary|watch|quality|"high/);
  });

  it('seals the same text differently each time', async () => {
    await downloads.add(download('a', { title: 'same' }));
    await downloads.add(download('b', { title: 'same' }));
    const rows = await database.db.selectFrom('downloads').select(['request', 'title']).execute();
    const sealed = rows.flatMap(({ request, title }) => [request, title]);
    expect(new Set(sealed).size).toBe(4);
  });

  it('stores only the columns and no other field of a download', async () => {
    await downloads.add({ ...download('a'), address: '192.0.2.1' } as Download);
    const row = await database.db.selectFrom('downloads').selectAll().executeTakeFirstOrThrow();
    expect(Object.values(row)).not.toContain('192.0.2.1');
  });

  const breakRow: Readonly<Record<string, () => Promise<unknown>>> = {
    'was sealed with another secret': async () => {
      await downloads.remove('bad');
      const elsewhere = createDownloads(database.db, createSeal(randomBytes(32)), SELF);
      await elsewhere.add(download('bad', { createdAt: NOW + 1 }));
    },
    'has garbage for a request': () => set({ request: 'garbage' }),
    'has nothing for a request': () => set({ request: '' }),
    'has garbage for a title': () => set({ title: 'YWJj'.repeat(20) }),
    'has garbage for a file name': () => set({ file_name: '' }),
    'has garbage for a failure': () => set({ failure: '{' }),
    'holds the request of another row': async () => {
      const { request } = await database.db
        .selectFrom('downloads')
        .select('request')
        .where('id', '=', 'good')
        .executeTakeFirstOrThrow();
      await set({ request });
    },
    'has its title where its name should be': async () => {
      await downloads.change('bad', 'open', { title: 'title' });
      await database.db
        .updateTable('downloads')
        .set(({ ref }) => ({ file_name: ref('title') }))
        .where('id', '=', 'bad')
        .execute();
    },
  };
  const set = (columns: Record<string, string>) =>
    database.db.updateTable('downloads').set(columns).where('id', '=', 'bad').execute();

  it.each(Object.keys(breakRow))('skips a row that %s, and leaves it unchanged', async (name) => {
    const reads = [
      () => downloads.get('bad').then((found) => (found ? [found] : [])),
      () => downloads.ofVisitor('a'.repeat(64)),
      () => downloads.open(),
    ];
    for (const read of reads) {
      await downloads.add(download('bad', { createdAt: NOW + 1 }));
      await downloads.add(download('good'));
      await breakRow[name]?.();
      expect(idsOf(await read())).not.toContain('bad');
      expect(await countRows()).toBe(2);
      expect(await downloads.get('good')).toEqual(download('good'));
      await downloads.remove('good');
      await downloads.remove('bad');
    }
  });
});

/** Texts of a row as they are, and as base64url would hide them. */
function decodeAll(row: Record<string, unknown>): unknown[] {
  return Object.values(row).map((value) =>
    typeof value === 'string' ? Buffer.from(value, 'base64url').toString('latin1') : value,
  );
}
