import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEnginesInMemory,
  type EnginesInMemory,
  OLD,
} from '../../../../tests/support/engine/engines-in-memory.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../../tests/support/run/slow-machine-timeout.ts';
import { AppError } from '../../../shared/errors.ts';
import type { EngineUpdates } from '../updates.ts';
import type { SetupWish } from './setup-changes.ts';

const ANN = 'ann@site.example';
const GOOD = 'youtube: lang=en';
const BAD = 'youtube: player_client=tv';
const HOUR_MS = 3_600_000;

let fixture: EnginesInMemory;
let updates: EngineUpdates;
beforeEach(async () => {
  fixture = createEnginesInMemory();
  fixture.canaries = ['youtube', 'tiktok'];
  fixture.failing[BAD] = ['youtube'];
  updates = await fixture.start('notify');
});
afterEach(() => updates.close());

async function ended(): Promise<void> {
  const isIdle = async () => (await updates.status()).running === null;
  await vi.waitUntil(isIdle, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
}
async function set(wish: SetupWish, isUntried = false) {
  await updates.setSetup(wish, ANN, isUntried);
  await ended();
  return last();
}
const last = async () => (await updates.status()).changes[0];
const sources = async () => (await updates.status()).setup?.parts.map(({ source }) => source);
const restart = async () => {
  await updates.close();
  updates = await fixture.start('notify');
};
/** Lets the files be read as often as it takes to believe a text. */
async function read() {
  for (let times = 0; times < 3; times += 1) {
    fixture.clock.advance(5000);
    await new Promise((resolve) => setImmediate(resolve));
    await ended();
  }
}

describe('a setup of an operator', () => {
  it('that canaries pass is used, logged, and survives a restart', async () => {
    expect(await set({ arguments: GOOD })).toEqual({
      at: fixture.clock.now(),
      what: 'setup',
      parts: ['arguments'],
      by: ANN,
      from: [],
      to: [GOOD],
      result: 'switched',
      reason: null,
      platforms: [],
      details: '',
      isTried: true,
    });
    expect(fixture.setup().arguments).toBe(GOOD);
    expect(await sources()).toEqual(['environment', 'operators', 'environment']);
    expect(fixture.alarms).toEqual([{ kind: 'setup_switched', details: { to: GOOD } }]);
    fixture.configured = { egresses: 'direct', arguments: 'youtube: lang=fr', provider: '' };
    await restart();
    expect(fixture.setup().arguments).toBe(GOOD);
    await set({ arguments: null });
    expect(fixture.setup().arguments).toBe('youtube: lang=fr');
  });

  it('that breaks a canary is never used, and log and alarm say why', async () => {
    expect(await set({ arguments: BAD })).toMatchObject({
      by: ANN,
      to: [BAD],
      result: 'refused',
      reason: 'canaries_failed',
      platforms: ['youtube'],
      details: 'youtube (direct): platform_changed',
    });
    expect(fixture.setup().arguments).toBe('');
    const details = {
      reason: 'canaries_failed',
      platforms: 'youtube',
      details: 'youtube (direct): platform_changed',
    };
    expect(fixture.alarms).toEqual([{ kind: 'setup_refused', details }]);
    expect([...fixture.running]).toEqual([`${OLD}-pip`]);
  });

  it.each([
    [{ arguments: 'wrong' }, 'arguments'],
    [{ egresses: 'direct\nwrong' }, 'egresses'],
  ])('with an error in a line is refused at once: %j', async (wish, field) => {
    const sentence = `${field}, line 1: wrong`;
    const params = { field, sentence };
    await expect(updates.setSetup(wish, ANN, false)).rejects.toMatchObject({ params });
    expect((await updates.status()).changes).toEqual([]);
  });

  it('is used without canaries only where the operator says so', async () => {
    fixture.canaries = [];
    expect(await set({ arguments: GOOD })).toMatchObject({ result: 'no_canary_passes' });
    expect(fixture.setup().arguments).toBe('');
    expect(await set({ arguments: GOOD }, true)).toMatchObject({
      result: 'switched',
      isTried: false,
    });
    expect(fixture.setup().arguments).toBe(GOOD);
  });

  it('that fails visitors is taken back, also after a restart', async () => {
    await set({ arguments: GOOD });
    await restart();
    expect((await updates.status()).watching).toMatchObject({ what: 'setup', version: OLD });
    fixture.attempts(updates, 'platform_changed', 10, GOOD);
    await ended();
    expect(fixture.setup().arguments).toBe('');
    expect(await last()).toMatchObject({
      what: 'setup',
      by: null,
      from: [GOOD],
      result: 'rolled_back',
      reason: 'rolled_back',
      details: '10 of 10 failed',
    });
    expect(fixture.alarms.at(-1)).toMatchObject({ kind: 'setup_rolled_back' });
    expect(await sources()).toEqual(['environment', 'environment', 'environment']);
    await restart();
    expect(fixture.setup().arguments).toBe('');
  });

  it('stays where the one before fails the same links', async () => {
    await set({ arguments: GOOD });
    fixture.attempts(updates, 'platform_changed', 10, OLD);
    await ended();
    expect(fixture.setup().arguments).toBe(GOOD);
    expect((await updates.status()).watching).toMatchObject({ attempts: 5 });
  });

  it('is taken back by an operator, and only once', async () => {
    await set({ arguments: GOOD });
    await updates.rollBack('setup', ANN);
    await ended();
    expect(fixture.setup().arguments).toBe('');
    expect(await last()).toMatchObject({ by: ANN, reason: 'rolled_back_by_operator' });
    expect((await updates.status()).setup?.canGoBack).toBe(false);
    await expect(updates.rollBack('setup', ANN)).rejects.toThrow(AppError);
  });

  it('shows no password, and keeps one that was not typed again', async () => {
    await set({ egresses: 'direct secret' });
    expect((await updates.status()).setup?.parts[0]?.text).toBe('direct ***');
    expect((await last())?.to).toEqual(['direct ***']);
    await set({ egresses: 'other ***' });
    expect(fixture.setup().egresses).toBe('other secret');
  });
});

describe('an egress', () => {
  it('that is new must pass what the others pass', async () => {
    fixture.failing['slow'] = ['tiktok'];
    const refused = { result: 'refused', platforms: ['tiktok'] };
    const details = 'tiktok (slow): platform_changed';
    expect(await set({ egresses: 'direct slow' })).toMatchObject({ ...refused, details });
    // Not one of the others makes up for it.
    expect(await set({ egresses: 'direct home slow' })).toMatchObject({ ...refused, details });
    expect(await set({ egresses: 'direct home' })).toMatchObject({ result: 'switched' });
  });

  it('that is left alone must pass too', async () => {
    await set({ egresses: 'direct home' });
    fixture.failing['home'] = ['tiktok'];
    expect(await set({ egresses: 'home' })).toMatchObject({ reason: 'canaries_failed' });
    expect(await set({ egresses: 'direct' })).toMatchObject({ result: 'switched' });
  });

  it('that cannot connect is refused without canaries as well', async () => {
    fixture.canaries = [];
    fixture.unreachable = ['home'];
    expect(await set({ egresses: 'direct home' }, true)).toMatchObject({
      reason: 'egress_unreachable',
      details: 'home',
    });
  });
});

describe('a file of the settings', () => {
  beforeEach(async () => {
    fixture.hasFiles = true;
    await restart();
  });
  const write = (text: string) => {
    fixture.configured = { egresses: 'direct', arguments: text, provider: '' };
  };

  it('that changes is tried and used', async () => {
    write(GOOD);
    await read();
    expect(fixture.setup().arguments).toBe(GOOD);
    expect(await last()).toMatchObject({ by: 'ENGINE_ARGS_FILE', result: 'switched' });
  });

  it('is believed once it stays the same', async () => {
    write(GOOD);
    fixture.clock.advance(5000);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await updates.status()).running).toBeNull();
    expect(fixture.setup().arguments).toBe('');
  });

  it('that breaks a canary is not used by the next start either, and tried once', async () => {
    write(BAD);
    await read();
    expect(await last()).toMatchObject({ result: 'refused', reason: 'canaries_failed' });
    await restart();
    expect(fixture.setup().arguments).toBe('');
    fixture.clock.advance(2 * HOUR_MS);
    await read();
    expect((await updates.status()).changes).toHaveLength(1);
    expect(await sources()).toEqual(['environment', 'last_live', 'environment']);
    write(GOOD);
    await read();
    expect(fixture.setup().arguments).toBe(GOOD);
  });

  it('that cannot be read is said once', async () => {
    const sentence = 'EGRESSES_FILE, line 2: write name=address';
    fixture.configured = new AppError('invalid_request', { params: { sentence } });
    await read();
    await read();
    expect((await updates.status()).changes).toMatchObject([
      { result: 'refused', reason: 'unreadable', details: sentence },
    ]);
    expect(fixture.alarms).toMatchObject([{ kind: 'setup_refused' }]);
  });

  it('waits for canaries, and is not used untried', async () => {
    fixture.canaries = [];
    write(GOOD);
    await read();
    await read();
    expect((await updates.status()).changes).toMatchObject([{ result: 'no_canary_passes' }]);
    expect(fixture.setup().arguments).toBe('');
    fixture.canaries = ['youtube'];
    fixture.clock.advance(HOUR_MS);
    await read();
    expect(fixture.setup().arguments).toBe(GOOD);
  });

  it('does not replace what operators set', async () => {
    await set({ arguments: GOOD });
    write('youtube: lang=fr');
    await read();
    expect(fixture.setup().arguments).toBe(GOOD);
  });
});

it.each(['notify', 'off'] as const)(
  'another server (%s) follows after the probation, and at once where it is taken back',
  async (mode) => {
    await updates.close();
    const fleet = { leads: () => true };
    updates = await fixture.start('notify', null, fleet);
    const other = createEnginesInMemory({
      read: async () => structuredClone(fixture.setting),
      async replace(_name, _before, value) {
        fixture.setting = structuredClone(value);
        return true;
      },
    });
    const follower = await other.start(mode, null, { leads: () => false });
    const pass = async (ms: number) => {
      for (let waited = 0; waited < ms; waited += ms / 8) {
        fixture.clock.advance(ms / 8);
        other.clock.advance(ms / 8);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    await set({ arguments: GOOD });
    await pass(60_000);
    expect(other.setup().arguments).toBe('');
    await pass(2 * HOUR_MS);
    await pass(60_000);
    expect(other.setup().arguments).toBe(GOOD);
    expect((await updates.status()).changes).toHaveLength(1);
    await updates.rollBack('setup', ANN);
    await ended();
    await pass(60_000);
    expect(other.setup().arguments).toBe('');
    expect(other.alarms).toEqual([]);
    await follower.close();
  },
);
