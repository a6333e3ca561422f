import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdWriteLock } from '../../../../tests/support/run/hold-write-lock.ts';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { createDuties } from '../../clock/duties.ts';
import { createSettings } from '../settings.ts';
import { keepLogEmpty } from './empty-log.ts';
import { openDatabase } from './open-database.ts';

const MINUTES_MS = 60_000;

it('the log of a database is emptied every five minutes, and later where another process writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-log-'));
  const database = await openDatabase({ url: null, dataDir: folder });
  const file = join(folder, 'keepreel.sqlite');
  const logBytes = () => statSync(`${file}-wal`).size;
  const clock = createManualClock();
  const warned: unknown[] = [];
  const warn = (...warning: unknown[]) => void warned.push(warning);
  const end = keepLogEmpty(database, createDuties({ warn, after: clock.after }));
  const write = () => createSettings(database.db).write('platforms', clock.now());
  try {
    await write();
    expect(logBytes()).toBeGreaterThan(0);
    clock.advance(5 * MINUTES_MS - 1);
    expect(logBytes()).toBeGreaterThan(0);
    clock.advance(1);
    await expect.poll(logBytes).toBe(0);

    await write();
    const letGo = await holdWriteLock(file);
    await expect.poll(clock.pending).toBe(1);
    clock.advance(5 * MINUTES_MS);
    await expect.poll(clock.pending).toBe(1);
    expect(logBytes()).toBeGreaterThan(0);
    await letGo();
    clock.advance(5 * MINUTES_MS);
    await expect.poll(logBytes).toBe(0);
    expect(warned).toEqual([]);
  } finally {
    await end();
    expect(clock.pending()).toBe(0);
    await database.close();
    await rm(folder, { recursive: true });
  }
});
