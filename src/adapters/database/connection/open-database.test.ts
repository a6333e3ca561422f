import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOutcomes } from '../outcomes.ts';
import type { Database } from '../schema.ts';
import { openDatabase } from './open-database.ts';

describe('the database in a file', () => {
  let dataDir: string;
  let database: Database;

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepreel-database-'));
    dataDir = join(folder, 'data');
    database = await openDatabase({ url: null, dataDir });
    return async () => {
      await database.close();
      await rm(folder, { recursive: true });
    };
  });

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  const insert = (platform: 'youtube' | 'tiktok') =>
    createOutcomes(database.db).record({
      platform,
      step: 'inspect',
      code: 'ok',
      durationMs: 1,
      bytes: 0,
      hour: 0,
    });

  it('is accessible to this user only, like its folder and its log', async () => {
    await insert('youtube');
    expect(await modeOf(dataDir)).toBe(0o700);
    expect(await modeOf(join(dataDir, 'keepreel.sqlite'))).toBe(0o600);
    expect(await modeOf(join(dataDir, 'keepreel.sqlite-wal'))).toBe(0o600);
  });

  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 1],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['busy_timeout', 0],
  ])('sets %s to %s', async (name, value) => {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(
      database.db,
    );
    expect(Object.values(rows[0] ?? {})).toEqual([value]);
  });

  it('persists after closing, without a log beside it', async () => {
    await insert('youtube');
    await database.close();
    expect(existsSync(join(dataDir, 'keepreel.sqlite-wal'))).toBe(false);
    database = await openDatabase({ url: null, dataDir });
    expect(await createOutcomes(database.db).countSince(0)).toHaveLength(1);
  });

  it('is in place until its file is deleted, moved or replaced', async () => {
    const file = join(dataDir, 'keepreel.sqlite');
    const aside = `${file}.aside`;
    expect(await database.isInPlace()).toBe(true);
    await insert('youtube');
    expect(await database.isInPlace()).toBe(true);
    await rename(file, aside);
    expect(await database.isInPlace()).toBe(false);
    await copyFile(aside, file);
    expect(await database.isInPlace()).toBe(false);
    await rename(aside, file);
    expect(await database.isInPlace()).toBe(true);
    await rm(dataDir, { recursive: true });
    expect(await database.isInPlace()).toBe(false);
  });

  it('contains nothing of a deleted row once the log is emptied', async () => {
    const files = ['keepreel.sqlite', 'keepreel.sqlite-wal'].map((name) => join(dataDir, name));
    const onDisk = async () =>
      (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
    await insert('tiktok');
    await insert('youtube');
    await database.checkpoint();
    await createOutcomes(database.db).forgetBefore(1);
    expect(await onDisk()).toContain('tiktok');
    await database.checkpoint();
    expect(await onDisk()).not.toMatch(/tiktok|youtube/);
  });
});

it.each(['mysql://localhost/keepreel', 'keepreel', ''])(
  'takes no address but of PostgreSQL: %j',
  async (url) => {
    await expect(openDatabase({ url, dataDir: ':memory:' })).rejects.toThrow(TypeError);
  },
);
