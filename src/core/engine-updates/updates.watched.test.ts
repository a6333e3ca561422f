import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEnginesInMemory,
  type EnginesInMemory,
  runScheduledCheck as lookOf,
  OLD,
  settled as settledOf,
} from '../../../tests/support/engine/engines-in-memory.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { AppError } from '../../shared/errors.ts';
import type { EngineUpdates } from './updates.ts';

const NEW = '2026.09.01';
const NEWER = '2026.09.02';
const MINUTE_MS = 60_000;

let fixture: EnginesInMemory;
let updates: EngineUpdates;
beforeEach(() => {
  fixture = createEnginesInMemory();
});
afterEach(() => updates.close());

const start = async (...how: Parameters<EnginesInMemory['start']>) => {
  updates = await fixture.start(...how);
};
const settled = () => settledOf(updates);
const lookByItself = () => lookOf(fixture, updates);
const take = async (version: string | null = null) => {
  updates.update(version);
  return settled();
};
const current = async () => (await updates.status()).current.version;

describe('a new engine', () => {
  beforeEach(async () => {
    fixture.newest = NEW;
    await start('notify');
    await take();
    fixture.alarms.length = 0;
  });

  it('that fails is rolled back and not adopted again automatically', async () => {
    fixture.attempts(updates, 'platform_changed', 10);
    expect(await settled()).toBe('rolled_back');
    expect(fixture.alarms).toEqual([
      {
        kind: 'engine_rolled_back',
        details: { version: NEW, back: OLD, reason: 'rolled_back', attempts: 10, failed: 10 },
      },
    ]);
    expect((await updates.status()).refused).toMatchObject([
      { version: NEW, reason: 'rolled_back' },
    ]);
    fixture.canaries = ['youtube'];
    await updates.close();
    await start('auto');
    expect(await lookByItself()).toBe('refused');
    expect(await current()).toBe(OLD);
  });

  it('that fails where the previous one fails as well stays on probation', async () => {
    fixture.isPlatformDown = true;
    fixture.attempts(updates, 'platform_changed', 10);
    expect(await settled()).toBe('switched');
    expect(fixture.looks.toSorted()).toEqual([...Array(5).fill(OLD), ...Array(5).fill(NEW)]);
    expect(await updates.status()).toMatchObject({
      current: { version: NEW },
      previous: OLD,
      refused: [],
      watching: { attempts: 5, failed: 5 },
    });
    expect([...fixture.running]).toEqual([`${NEW}-1`]);
    expect(fixture.alarms).toEqual([]);
    fixture.isPlatformDown = false;
    fixture.attempts(updates, 'platform_changed', 5);
    expect(await settled()).toBe('rolled_back');
    expect(await current()).toBe(OLD);
  });

  it('that fails while another update runs is rolled back right after it', async () => {
    const gate = Promise.withResolvers<void>();
    fixture.gate = gate.promise;
    updates.update(NEWER);
    fixture.attempts(updates, 'platform_changed', 12);
    expect((await updates.status()).running?.step).toBe('installing');
    fixture.installError = new AppError('engine_unavailable');
    gate.resolve();
    await vi.waitUntil(async () => (await current()) === OLD, SLOW_MACHINE_TIMEOUT);
    expect(await settled()).toBe('rolled_back');
  });

  it('is on probation for fifty attempts', async () => {
    fixture.attempts(updates, 'ok', 49);
    expect((await updates.status()).watching).toMatchObject({ attempts: 49, maxAttempts: 50 });
    fixture.attempts(updates, 'ok', 1);
    expect((await updates.status()).watching).toBeNull();
    fixture.attempts(updates, 'platform_changed', 20);
    expect(await current()).toBe(NEW);
  });

  it('is on probation for two hours', async () => {
    fixture.attempts(updates, 'platform_changed', 9);
    fixture.clock.advance(2 * 60 * MINUTE_MS);
    expect((await updates.status()).watching).toBeNull();
  });

  it('stays on probation after a restart, and can still be rolled back', async () => {
    await updates.close();
    fixture.clock.advance(60 * MINUTE_MS);
    await start('notify');
    const { current: now, watching, previous } = await updates.status();
    expect(now.since).toBe(fixture.clock.now() - 60 * MINUTE_MS);
    expect(watching?.until).toBe(now.since + 120 * MINUTE_MS);
    expect(previous).toBe(OLD);
    fixture.attempts(updates, 'platform_changed', 10);
    expect(await settled()).toBe('rolled_back');
  });

  it('stays when the previous one is gone, without repeated attempts to roll back', async () => {
    fixture.installed.delete(`${OLD}-pip`);
    fixture.attempts(updates, 'platform_changed', 30);
    expect(await settled()).toBe('rollback_failed');
    fixture.attempts(updates, 'platform_changed', 30);
    expect(await updates.status()).toMatchObject({ current: { version: NEW }, running: null });
  });

  it('keeps the previous one and removes older ones', async () => {
    await take(NEWER);
    await vi.waitUntil(() => fixture.installed.size === 2, SLOW_MACHINE_TIMEOUT);
    expect([...fixture.installed.keys()]).toEqual([`${NEW}-1`, `${NEWER}-1`]);
    expect((await updates.status()).previous).toBe(NEW);
  });

  it('is used also when the database cannot be written', async () => {
    fixture.canWrite = false;
    expect(await take(NEWER)).toBe('switched');
    expect(fixture.warnings).toContain('the state of engine updates could not be kept');
    await expect(updates.pin(NEWER)).rejects.toThrow();
  });
});

it('an update ends at once when the server ends, and leaves no timer', async () => {
  fixture.newest = NEW;
  await start('notify');
  const gate = Promise.withResolvers<void>();
  fixture.gate = gate.promise;
  updates.update(null);
  await vi.waitUntil(() => fixture.installs.length === 1, SLOW_MACHINE_TIMEOUT);
  const closed = updates.close();
  gate.resolve();
  await closed;
  expect((await updates.status()).last?.result).toBe('interrupted');
  expect(fixture.clock.pending()).toBe(0);
  expect(() => updates.check()).toThrow();
  expect(fixture.warnings).toEqual([]);
});
