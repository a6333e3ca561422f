import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AddEntry, writeArchive } from '../../src/adapters/archive/write-archive.ts';
import { migrations } from '../../src/adapters/database/migrations.ts';
import { runRestoreCommand } from '../../src/commands/backup/restore.ts';
import { createPostgresDatabase, postgresAvailable } from '../contracts/databases.ts';
import { configOf, contentsOf, type DataLocation } from '../support/product/backup-fixture.ts';

let folder: string;
let backup: string;
let target: DataLocation;
/** One is enough for all: nothing is ever left in it. */
let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | null;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-restore-'));
  postgres = postgresAvailable ? await createPostgresDatabase() : null;
  backup = await archiveWith(async (add) => {
    await secret(add);
    await add('trending/a.jpg', [randomBytes(20_000)]);
  });
});
beforeEach(() => {
  target = { dataDir: path.join(folder, randomBytes(6).toString('hex')), url: null };
});
afterAll(async () => {
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

const restore = (file = backup, place = target) => runRestoreCommand(configOf(place), [file]);
const expectNothingAt = async ({ dataDir }: DataLocation) =>
  expect(await readdir(dataDir).catch(({ code }) => code)).toBe('ENOENT');

/** An archive with these entries, which lies in order otherwise. */
async function archiveWith(
  fill: (add: AddEntry) => Promise<void>,
  facts: { lastMigration?: string } = {},
): Promise<string> {
  const file = path.join(folder, `${randomBytes(6).toString('hex')}.tar`);
  const last = Object.keys(migrations).toSorted().at(-1) ?? '';
  await writeArchive(file, { version: '9', lastMigration: last, createdAt: 1, ...facts }, fill);
  return file;
}
const secret = (add: AddEntry) => add('secret.key', [Buffer.alloc(32, 1)]);
const lines = (...rows: unknown[]) => [
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
];

describe('a file that is no valid backup is refused, and nothing is written', () => {
  const refuses = async (file: string, why: RegExp, place = target) => {
    const { isDone, message } = await restore(file, place);
    expect([isDone, message]).toEqual([false, expect.stringMatching(why)]);
    expect(message).toMatch(/^Nothing was restored\./);
    await expectNothingAt(place);
  };

  it('when any byte of it is changed', async () => {
    const small = await archiveWith(async (add) => {
      await secret(add);
      await add('trending/a.jpg', [Buffer.from('a picture')]);
    });
    expect(await restore(small)).toMatchObject({ isDone: true });
    const bytes = await readFile(small);
    const damaged = path.join(folder, 'damaged.tar');
    // Every seventh is enough to meet headers, contents, padding, the manifest and the end.
    for (let at = 0; at < bytes.length; at += 7) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(damaged, copy);
      const place = { dataDir: path.join(folder, 'none'), url: null };
      const { isDone } = await restore(damaged, place);
      expect([at, isDone]).toEqual([at, false]);
      await expectNothingAt(place);
    }
  });

  it.each([0, 1, 511, 512, 700, 5000, -1, -512, -1024, -1025, -4000])(
    'when it is cut at %i',
    async (at) => {
      const bytes = await readFile(backup);
      const cut = path.join(folder, 'cut.tar');
      await writeFile(cut, bytes.subarray(0, at < 0 ? bytes.length + at : at));
      await refuses(cut, /cut off|damaged/);
    },
  );

  it('when data follow it', async () => {
    const more = path.join(folder, 'more.tar');
    await writeFile(more, Buffer.concat([await readFile(backup), Buffer.alloc(512)]));
    await refuses(more, /damaged at its end/);
  });

  it.each([
    '../evil',
    'trending/../../evil.jpg',
    '/etc/evil',
    'trending/.hidden.jpg',
    'trending/a/b.jpg',
    'trending/a.html',
    'trending/A.jpg',
    './secret.key',
    'keepreel.sqlite',
    'files.lock',
    'tables/../admins.jsonl',
    'tables/admins.json',
    'tables/admins',
  ])('when it has an entry called %s', async (name) => {
    const file = await archiveWith(async (add) => {
      await secret(add);
      await add(name, [Buffer.from('x')]);
    });
    await refuses(file, /which does not belong there/);
  });

  it.each<[string, (header: Buffer) => void]>([
    ['a link', (header) => header.write('2', 156)],
    ['a link to somewhere', (header) => header.write('../../etc/passwd', 157)],
    ['a folder', (header) => header.write('5', 156)],
    ['a longer name than it shows', (header) => header.write('../..', 345)],
    ['a size in another notation', (header) => header.writeUInt8(0x80, 124)],
    ['a mode of its own', (header) => header.write('0004777', 100)],
  ])('when an entry is %s, with a right checksum', async (_what, change) => {
    const file = await archiveWith(secret);
    const handle = await open(file, 'r+');
    const header = Buffer.alloc(512);
    await handle.read(header, 0, 512, 0);
    change(header);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    await handle.write(header, 0, 512, 0);
    await handle.close();
    await refuses(file, /damaged, or was not made by/);
  });

  it('when an entry comes twice', async () => {
    await refuses(
      await archiveWith(async (add) => {
        await secret(add);
        await secret(add);
      }),
      /holds "secret\.key", which does not belong/,
    );
  });

  it.each<[string, (add: AddEntry) => Promise<void>, RegExp, string?]>([
    [
      'has a table of a newer release',
      (add) => add('tables/holograms.jsonl', lines({ id: 'x' }), () => 1),
      /made by another release \(9\) with unknown tables \(holograms\)/,
    ],
    [
      'brings sessions along',
      (add) => add('tables/admin_sessions.jsonl', lines({ hash: 'x' }), () => 1),
      /unknown tables \(admin_sessions\)/,
    ],
    ['is of a newer release', async () => undefined, /another release/, '9999-later'],
    [
      'has a column of a newer release',
      (add) => add('tables/settings.jsonl', lines({ name: 'a', value: '1', colour: 'x' }), () => 1),
      /colour/,
    ],
    [
      'has a column with a name of somebody else’s making',
      (add) => add('tables/settings.jsonl', lines({ 'name") --': 'a' }), () => 1),
      /not a row/,
    ],
    [
      'has lines that are no rows',
      (add) => add('tables/settings.jsonl', lines([1]), () => 1),
      /not a row/,
    ],
    [
      'has fewer rows than it says',
      (add) => add('tables/settings.jsonl', lines({ name: 'a', value: '1' }), () => 2),
      /Rows of settings are missing/,
    ],
    [
      'ends in the middle of a row',
      (add) => add('tables/settings.jsonl', [Buffer.from('{"name":"a"')], () => 1),
      /is incomplete/,
    ],
    [
      'has the same row twice',
      (add) =>
        add(
          'tables/settings.jsonl',
          lines({ name: 'a', value: '1' }, { name: 'a', value: '2' }),
          () => 2,
        ),
      /./,
    ],
  ])('when it %s', async (_what, more, why, lastMigration) => {
    const fill = async (add: AddEntry) => {
      await secret(add);
      await add('trending/a.jpg', [Buffer.from('a picture')]);
      await more(add);
    };
    const file = await archiveWith(fill, lastMigration ? { lastMigration } : {});
    await refuses(file, why);
    if (!postgres) return;
    await refuses(file, why, { ...target, url: postgres.url });
    const { tables } = await contentsOf({ dataDir: ':memory:', url: postgres.url });
    expect([...tables.values()].flat()).toEqual([]);
  });

  it('when it has no secret', async () => {
    await refuses(await archiveWith(async () => undefined), /no secret\.key/);
  });

  it('when it is missing, or not a tar file', async () => {
    await refuses(path.join(folder, 'none.tar'), /none\.tar: ENOENT/);
    const other = path.join(folder, 'other.tar');
    await writeFile(other, randomBytes(2000));
    await refuses(other, /was not made by/);
  });

  it('while SECRET_KEY_FILE names another place for the key', async () => {
    const config = { ...configOf(target), SECRET_KEY_FILE: path.join(folder, 'key') };
    const { isDone, message } = await runRestoreCommand(config, [backup]);
    expect([isDone, message]).toEqual([
      false,
      expect.stringMatching(/^Nothing was restored\. Unset SECRET_KEY_FILE/),
    ]);
    await expectNothingAt(target);
  });

  it('while the folder holds anything at all', async () => {
    await mkdir(target.dataDir);
    await writeFile(path.join(target.dataDir, 'notes.txt'), 'mine');
    const { isDone, message } = await restore();
    expect([isDone, message]).toEqual([false, expect.stringMatching(/not empty \(notes\.txt\)/)]);
    expect(await readdir(target.dataDir)).toEqual(['notes.txt']);
  });
});
