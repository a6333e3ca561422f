import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import { insertRows, TABLES, withSnapshot } from '../../src/adapters/database/kept-tables.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import { createTrendingFiles } from '../../src/adapters/files/trending-files.ts';
import { runBackupCommand } from '../../src/commands/backup/backup.ts';
import { runRestoreCommand } from '../../src/commands/backup/restore.ts';
import { createPostgresDatabase, postgresAvailable } from '../contracts/databases.ts';
import { startAdminFixture } from '../support/operators/admin-fixture.ts';
import {
  configOf,
  contentsOf,
  type DataLocation,
  filesOf,
  fillDataLocation,
  VIDEO,
} from '../support/product/backup-fixture.ts';

let folder: string;
let source: DataLocation;
let backup: string;
let original: Awaited<ReturnType<typeof contentsOf>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-backup-'));
  source = { dataDir: path.join(folder, 'source'), url: null };
  backup = path.join(folder, 'backup.tar');
  await fillDataLocation(source);
  original = await contentsOf(source);
  expect(await runBackupCommand(configOf(source), [backup])).toMatchObject({ isDone: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let target: DataLocation;
beforeEach(() => {
  target = { dataDir: path.join(folder, randomBytes(6).toString('hex')), url: null };
});

const restore = (file = backup, place = target) => runRestoreCommand(configOf(place), [file]);
const filesWithout = async (place: DataLocation, ...names: string[]) =>
  (await filesOf(place.dataDir)).filter(([name]) => !names.includes(name ?? ''));
const expectNothingAt = async ({ dataDir }: DataLocation) =>
  expect(await readdir(dataDir).catch(({ code }) => code)).toBe('ENOENT');

const places: readonly (readonly [
  string,
  () => Promise<{ url: string | null; remove: () => Promise<void> }>,
])[] = [
  ['SQLite', async () => ({ url: null, remove: async () => undefined })],
  ...(postgresAvailable ? ([['PostgreSQL', createPostgresDatabase]] as const) : []),
];

describe.each(places)('a backup of SQLite restored into %s', (kind, make) => {
  let place: DataLocation;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const made = await make();
    remove = made.remove;
    place = { dataDir: path.join(folder, `restored ${kind}`), url: made.url };
    const { isDone, message } = await restore(backup, place);
    expect([isDone, message]).toEqual([true, expect.stringMatching(/^Restored \d+ rows from 20/)]);
  });
  afterAll(() => remove());

  it('has exactly the rows that a backup keeps, unchanged', async () => {
    const { kept, tables } = await contentsOf(place);
    expect(kept).toEqual(original.kept);
    for (const [table, fate] of Object.entries(TABLES)) {
      const rows = [tables, original.tables].map((each) => each.get(table as never)?.length ?? 0);
      if (fate === 'left out') expect([table, ...rows]).toEqual([table, 0, 1]);
      else expect([table, (rows[1] ?? 0) > 0]).toEqual([table, true]);
    }
  });

  it('has the secret, the script and the files of trending videos, for this user only', async () => {
    const files = await filesWithout(source, 'trending/.draft', 'custom.js');
    expect(await filesWithout(place, 'custom.js')).toEqual(files);
    expect((await stat(place.dataDir)).mode & 0o777).toBe(0o700);
    expect(await readFile(path.join(place.dataDir, 'custom.js'), 'utf8')).toContain('ours');
  });

  it('serves its list and its files, and its operators sign in with their passwords', async () => {
    const database = await openDatabase(place);
    const fixture = await startAdminFixture({ ...database, end: database.close }, {}, () => ({
      trendingVideos: createTrendingVideos(database.db),
      trendingFiles: createTrendingFiles(place.dataDir),
    }));
    try {
      expect(await fixture.signedIn()).toMatch(/^admin=/);
      const list = await (await fetch(`${fixture.origin}/api/trending`)).json();
      expect(list).toEqual([expect.objectContaining({ id: VIDEO.id, viewCount: VIDEO.viewCount })]);
      const picture = await fetch(`${fixture.origin}/trending-files/v1.jpg`);
      expect(await picture.text()).toBe('a picture');
    } finally {
      await fixture.close();
    }
  });

  it('can be backed up again, and is still the same on SQLite', async () => {
    const again = path.join(folder, `again from ${kind}.tar`);
    expect(await runBackupCommand(configOf(place), [again])).toMatchObject({ isDone: true });
    expect(await restore(again)).toMatchObject({ isDone: true });
    expect((await contentsOf(target)).kept).toEqual((await contentsOf(place)).kept);
  });

  it('is not restored into once more', async () => {
    const before = await contentsOf(place);
    const elsewhere = place.url === null ? place : { ...target, url: place.url };
    const { isDone, message } = await restore(backup, elsewhere);
    expect([isDone, message]).toEqual([
      false,
      expect.stringMatching(/^Nothing was restored\. .* not empty/),
    ]);
    expect(await contentsOf(place)).toEqual(before);
    if (place.url !== null) await expectNothingAt(target);
  });
});

describe('a backup', () => {
  it('is a tar file for this user only, and nothing is left beside it', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const { stdout } = await promisify(execFile)('tar', ['-tvf', backup]);
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).at(-1));
    expect(names).toEqual([
      'secret.key',
      ...original.kept.map(([table]) => `tables/${table}.jsonl`),
      'custom.js',
      'trending/empty.png',
      'trending/v1.jpg',
      'trending/v1.mp4',
      'manifest.json',
      'manifest.sha256',
    ]);
  });

  it('never takes the place of a file that is there, and leaves none when it fails', async () => {
    expect(await runBackupCommand(configOf(source), [backup])).toEqual({
      isDone: false,
      message: expect.stringContaining('already exists'),
    });
    const nowhere = path.join(folder, 'no-such-folder', 'x.tar');
    expect(await runBackupCommand(configOf(source), [nowhere])).toEqual({
      isDone: false,
      message: `${nowhere} cannot be written (ENOENT).`,
    });
  });

  it('is not made of a folder that no server has used', async () => {
    expect(await runBackupCommand(configOf(target), [path.join(folder, 'x.tar')])).toEqual({
      isDone: false,
      message: `There is no server data in ${target.dataDir} (DATA_DIR).`,
    });
    await expectNothingAt(target);
  });

  it.each([[[]], [['--help']], [['a', 'b']]])('is not made or restored for %j', async (words) => {
    for (const run of [runBackupCommand, runRestoreCommand])
      expect(await run(configOf(target), words)).toEqual({
        isDone: false,
        message: expect.stringMatching(/^npm run (backup|restore) -- <file>/),
      });
    await expectNothingAt(target);
  });

  it.each(places)('holds one moment of %s, whatever is written meanwhile', async (_kind, make) => {
    const { url, remove } = await make();
    const place = { dataDir: target.dataDir, url };
    await mkdir(place.dataDir);
    const [reader, writer] = [await openDatabase(place), await openDatabase(place)];
    try {
      const row = (name: string) => insertRows(writer.db, 'settings', [{ name, value: '1' }]);
      await row('before');
      const seen = await withSnapshot(reader, async ({ rowsOf }) => {
        await Array.fromAsync(rowsOf('admins'));
        await row('meanwhile');
        return (await Array.fromAsync(rowsOf('settings'))).flat();
      });
      expect(seen).toEqual([{ name: 'before', value: '1' }]);
    } finally {
      await reader.close();
      await writer.close();
      await remove();
    }
  });
});
