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
const DAY_MS = 24 * 60 * MINUTE_MS;

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
const kinds = () => fixture.alarms.map(({ kind }) => kind);
const current = async () => (await updates.status()).current.version;

describe('the daily check', () => {
  it('runs some minutes after the start and then once a day', async () => {
    await start('notify');
    expect((await updates.status()).nextLookAt).toBe(fixture.clock.now() + 10 * MINUTE_MS);
    expect(await lookByItself()).toBe('up_to_date');
    expect((await updates.status()).nextLookAt).toBe(fixture.clock.now() + DAY_MS);
    expect((await updates.status()).newest).toEqual({ version: OLD, at: fixture.clock.now() });
  });

  it('shows a newer version that this Python is too old for, also after a restart', async () => {
    const beyond = { version: '2026.12.01', needs: '3.12', has: '3.11' };
    fixture.beyond = beyond;
    await start('auto');
    expect(await lookByItself()).toBe('up_to_date');
    expect((await updates.status()).beyond).toEqual(beyond);
    expect([fixture.warnings, fixture.alarms]).toEqual([[], []]);
    await updates.close();
    await start('auto');
    expect((await updates.status()).beyond).toEqual(beyond);
    fixture.beyond = null;
    expect(await lookByItself()).toBe('up_to_date');
    expect((await updates.status()).beyond).toBeNull();
  });

  it('announces a newer version once and adopts none in mode notify', async () => {
    fixture.newest = NEW;
    await start('notify');
    expect([await lookByItself(), await lookByItself()]).toEqual(['available', 'available']);
    expect(fixture.alarms).toEqual([
      { kind: 'engine_available', details: { version: NEW, current: OLD } },
    ]);
    expect(fixture.installs).toEqual([]);
  });

  it('adopts it in mode auto if canaries pass', async () => {
    Object.assign(fixture, { newest: NEW, canaries: ['youtube', 'tiktok'] });
    await start('auto');
    expect(await lookByItself()).toBe('switched');
    expect(await updates.status()).toMatchObject({
      current: { version: NEW, since: fixture.clock.now() },
      previous: OLD,
      watching: { version: NEW, attempts: 0 },
    });
    expect(fixture.chosen).toBe(`${NEW}-1`);
    expect(fixture.running).toEqual(new Set([`${NEW}-1`]));
    expect(kinds()).toEqual(['engine_switched']);
  });

  it('only announces without canaries, and reports that', async () => {
    fixture.newest = NEW;
    await start('auto');
    expect(await updates.status()).toMatchObject({
      mode: 'auto',
      actsAs: 'notify',
      hasCanaries: false,
    });
    expect(await lookByItself()).toBe('available');
    expect(fixture.installs).toEqual([]);
  });

  it('waits while no canary passes with either engine, and tries again', async () => {
    Object.assign(fixture, { newest: NEW, canaries: ['youtube'] });
    fixture.failing = { [OLD]: ['youtube'], [NEW]: ['youtube'] };
    await start('auto');
    expect(await lookByItself()).toBe('no_canary_passes');
    expect((await updates.status()).refused).toEqual([]);
    fixture.failing = {};
    expect(await lookByItself()).toBe('switched');
    expect(fixture.installs, 'what was installed is used').toEqual([NEW]);
  });

  it('never tries a refused version again, but a later one at once', async () => {
    Object.assign(fixture, { newest: NEW, canaries: ['youtube', 'tiktok'] });
    fixture.failing = { [NEW]: ['tiktok'] };
    await start('auto');
    expect([await lookByItself(), await lookByItself()]).toEqual(['refused', 'refused']);
    expect(fixture.installs).toEqual([NEW]);
    expect(fixture.alarms).toEqual([
      {
        kind: 'engine_refused',
        details: { version: NEW, reason: 'canaries_failed', platforms: 'tiktok' },
      },
    ]);
    expect([...fixture.installed.keys()]).toEqual([`${OLD}-pip`]);
    expect(fixture.running).toEqual(new Set([`${OLD}-pip`]));
    fixture.newest = NEWER;
    expect(await lookByItself()).toBe('switched');
  });

  it('asks an unreachable index less and less often, and does nothing else', async () => {
    fixture.newest = null;
    await start('auto');
    const hours: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      expect(await lookByItself()).toBe('index_unreachable');
      const { nextLookAt } = await updates.status();
      hours.push(Math.round(((nextLookAt ?? 0) - fixture.clock.now()) / 3_600_000));
    }
    expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
    expect([fixture.alarms, fixture.warnings]).toEqual([[], []]);
    fixture.newest = OLD;
    expect(await lookByItself()).toBe('up_to_date');
  });

  it('finds a version that was installed by hand without an index', async () => {
    fixture.newest = null;
    fixture.installed.set('x', { id: `${NEW}-pip`, version: NEW, source: 'pip' });
    await start('notify');
    expect(await lookByItself()).toBe('available');
  });

  it.each([
    ['off', null, 'switched_off'],
    ['auto', 'own_engine', 'own_engine'],
    ['auto', 'system_package', 'system_package'],
  ] as const)(
    'does nothing with ENGINE_UPDATES=%s and obstacle %s',
    async (mode, here, obstacle) => {
      fixture.newest = NEW;
      await start(mode, here);
      expect(await updates.status()).toMatchObject({ obstacle, actsAs: 'off', nextLookAt: null });
      expect(fixture.clock.pending()).toBe(0);
      expect(() => updates.check()).toThrow(AppError);
      expect(() => updates.update(NEW)).toThrow(AppError);
    },
  );
});

describe('an operator', () => {
  it('adopts the newest version, also in mode notify and without canaries', async () => {
    fixture.newest = NEW;
    await start('notify');
    updates.check();
    expect(await settled()).toBe('available');
    expect(fixture.alarms, 'whoever asks is not alarmed').toEqual([]);
    expect(await take()).toBe('switched');
  });

  it('can adopt a refused version', async () => {
    Object.assign(fixture, { newest: NEW, canaries: ['youtube'], failing: { [NEW]: ['youtube'] } });
    await start('auto');
    await lookByItself();
    fixture.failing = {};
    expect(await take(NEW)).toBe('switched');
    expect((await updates.status()).refused).toEqual([]);
  });

  it('rolls back, and updates again', async () => {
    fixture.newest = NEW;
    await start('notify');
    await expect(updates.rollBack()).rejects.toMatchObject({ code: 'invalid_request' });
    await take();
    await updates.rollBack();
    expect(await settled()).toBe('rolled_back');
    expect(await updates.status()).toMatchObject({
      current: { version: OLD },
      refused: [{ version: NEW, reason: 'rolled_back_by_operator' }],
      previous: null,
      watching: null,
    });
    expect(fixture.chosen).toBe(`${OLD}-pip`);
    await vi.waitUntil(() => fixture.installed.size === 1, SLOW_MACHINE_TIMEOUT);
    expect(await take(NEW)).toBe('switched');
  });

  it('pins a version: no other is announced or adopted, and an update adopts it', async () => {
    Object.assign(fixture, { newest: NEWER, canaries: ['youtube'] });
    await start('auto');
    await updates.pin(OLD);
    expect(await lookByItself()).toBe('up_to_date');
    expect(() => updates.update(NEWER)).toThrow(AppError);
    await updates.pin(NEW);
    expect(await take()).toBe('switched');
    expect(await current()).toBe(NEW);
    await updates.pin(null);
    expect(await lookByItself()).toBe('switched');
    expect(await current()).toBe(NEWER);
  });

  it('cannot adopt the version in use, nor run two updates at once', async () => {
    fixture.newest = NEW;
    await start('notify');
    expect(() => updates.update(OLD)).toThrow(AppError);
    const gate = Promise.withResolvers<void>();
    fixture.gate = gate.promise;
    updates.update(NEW);
    expect((await updates.status()).running).toMatchObject({ step: 'installing', version: NEW });
    for (const second of [() => updates.update(NEW), () => updates.check()])
      expect(second).toThrow(expect.objectContaining({ code: 'engine_update_running' }));
    gate.resolve();
    expect(await settled()).toBe('switched');
  });

  it.each([
    [new AppError('server_full'), 'disk_full'],
    [new AppError('engine_unavailable'), 'install_failed'],
    [new Error('what?'), 'install_failed'],
  ])('sees %s, which is not a failure of the version', async (error, result) => {
    Object.assign(fixture, { newest: NEW, installError: error });
    await start('notify');
    expect(await take()).toBe(result);
    expect((await updates.status()).refused).toEqual([]);
    fixture.installError = null;
    expect(await take()).toBe('switched');
  });

  it.each([
    ['does_not_start', null],
    ['wrong_version', { version: OLD }],
    ['lacks_extractors', { missing: ['TikTok'] }],
    ['lacks_solver', { hasSolver: false }],
  ] as const)(
    'is told that a version %s; the next start takes it neither',
    async (reason, facts) => {
      fixture.facts = { [NEW]: facts };
      fixture.installed.set(`${NEW}-pip`, { id: `${NEW}-pip`, version: NEW, source: 'pip' });
      await start('notify');
      fixture.chosen = `${NEW}-pip`;
      expect(await take(NEW)).toBe('refused');
      expect((await updates.status()).last).toMatchObject({ version: NEW, reason });
      expect(fixture.chosen).toBe(`${OLD}-pip`);
      expect([...fixture.installed.keys()]).toEqual([`${OLD}-pip`]);
    },
  );
});
