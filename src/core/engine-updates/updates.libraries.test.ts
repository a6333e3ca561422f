import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEnginesInMemory,
  type EnginesInMemory,
  OLD,
  runScheduledCheck,
  settled,
} from '../../../tests/support/engine/engines-in-memory.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import type { UpdateMode } from '../../shared/engine.ts';
import type { EngineUpdates } from './updates.ts';

const NEW = '2026.09.01';
const CERTIFI = { certifi: '2026.9.1' };
const FIRST = `${OLD}-pip`;
const RENEWED = `${OLD}-1`;

let fixture: EnginesInMemory;
let updates: EngineUpdates;
beforeEach(() => {
  fixture = createEnginesInMemory();
  Object.assign(fixture, { canaries: ['youtube'], renewals: CERTIFI });
});
afterEach(() => updates.close());

const start = async (mode: UpdateMode) => {
  updates = await fixture.start(mode);
};
const lookByItself = () => runScheduledCheck(fixture, updates);
const update = async () => {
  updates.update(null);
  return settled(updates);
};
const rollBack = async () => {
  await updates.rollBack();
  return settled(updates);
};

describe('newer libraries for the version in use', () => {
  it('are announced once, shown, and installed into a folder of their own by an update', async () => {
    await start('notify');
    const alarm = {
      kind: 'engine_available',
      details: { version: OLD, libraries: 'certifi 2026.9.1', current: OLD },
    };
    for (const _ of ['first', 'second']) {
      expect(await lookByItself()).toBe('available');
      expect(fixture.alarms).toEqual([alarm]);
    }
    expect(await updates.status()).toMatchObject({
      renewal: CERTIFI,
      last: { version: OLD, libraries: CERTIFI },
    });
    expect(await update()).toBe('switched');
    expect([fixture.chosen, fixture.installs]).toEqual([RENEWED, [OLD]]);
    expect(await updates.status()).toMatchObject({
      current: { version: OLD, since: fixture.clock.now() },
      previous: OLD,
      renewal: {},
      watching: { version: OLD },
    });
    expect([...fixture.installed.keys()]).toEqual([FIRST, RENEWED]);
    expect(await lookByItself()).toBe('up_to_date');
  });

  it('are adopted by itself in mode auto, and rolled back to the older folder when they fail more', async () => {
    await start('auto');
    expect(await lookByItself()).toBe('switched');
    fixture.attempts(updates, 'platform_changed', 12);
    expect(await settled(updates)).toBe('rolled_back');
    expect([fixture.chosen, [...fixture.running]]).toEqual([FIRST, [FIRST]]);
    await vi.waitUntil(() => fixture.installed.size === 1, SLOW_MACHINE_TIMEOUT);
    expect((await updates.status()).refused).toMatchObject([
      { version: OLD, libraries: CERTIFI, reason: 'rolled_back' },
    ]);
    expect(await lookByItself(), 'never again').toBe('refused');
    // Others are tried, and so is the version that comes with them.
    fixture.renewals = { certifi: '2026.10.1' };
    expect(await lookByItself()).toBe('switched');
    fixture.newest = NEW;
    expect(await lookByItself()).toBe('switched');
  });

  it('that lose a canary are refused; the version itself is not', async () => {
    fixture.failing = { [RENEWED]: ['youtube'] };
    await start('auto');
    expect([await lookByItself(), await lookByItself()]).toEqual(['refused', 'refused']);
    expect(fixture.installs).toEqual([OLD]);
    expect([fixture.chosen, [...fixture.installed.keys()]]).toEqual([FIRST, [FIRST]]);
    expect(fixture.alarms).toEqual([
      {
        kind: 'engine_refused',
        details: {
          version: OLD,
          libraries: 'certifi 2026.9.1',
          reason: 'canaries_failed',
          platforms: 'youtube',
        },
      },
    ]);
    // An operator may try them again.
    fixture.failing = {};
    expect(await update()).toBe('switched');
    expect((await updates.status()).refused).toEqual([]);
  });

  it('leave no folder while no canary passes with either', async () => {
    fixture.failing = { [OLD]: ['youtube'] };
    await start('auto');
    expect([await lookByItself(), await lookByItself()]).toEqual(Array(2).fill('no_canary_passes'));
    expect([...fixture.installed.keys()]).toEqual([FIRST]);
  });

  it('wait for the newer version where there is one, which brings them', async () => {
    fixture.newest = NEW;
    await start('auto');
    expect(await lookByItself()).toBe('switched');
    expect([fixture.chosen, fixture.installs]).toEqual([`${NEW}-1`, [NEW]]);
  });

  it('are never taken from another folder of the same version', async () => {
    fixture.installed.set('old', { id: `${OLD}-7`, version: OLD, source: 'pip' });
    await start('auto');
    expect(await lookByItself()).toBe('switched');
    expect([fixture.chosen, fixture.installs]).toEqual([RENEWED, [OLD]]);
  });

  it('are given back by an operator, also after a restart', async () => {
    await start('notify');
    expect(await lookByItself()).toBe('available');
    await update();
    await updates.close();
    await start('notify');
    expect((await updates.status()).previous).toBe(OLD);
    expect(await rollBack()).toBe('rolled_back');
    expect(fixture.chosen).toBe(FIRST);
  });
});
