import { isDeepStrictEqual } from 'node:util';
import { expect, it, vi } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { createDuties } from '../../adapters/clock/duties.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import { createLiveSetting } from './live-setting.ts';
import { createPlatformSwitches, readNoticeMode, readOffPlatforms } from './platform-switches.ts';
import type { Settings } from './ports.ts';

/** A store in memory that can fail. */
function makeStore(kept: unknown = null) {
  const store = { kept, isAway: false, quicker: null as unknown };
  const settings: Pick<Settings, 'read' | 'replace'> = {
    async read() {
      if (store.isAway) throw new Error('away');
      return store.kept;
    },
    async replace(_, before, value) {
      if (store.isAway) throw new Error('away');
      if (store.quicker) [store.kept, store.quicker] = [store.quicker, null];
      if (!isDeepStrictEqual(store.kept, before)) return false;
      store.kept = value;
      return true;
    },
  };
  return { store, settings };
}

function makeSetting(kept: unknown = null) {
  const clock = createManualClock();
  const { store, settings } = makeStore(kept);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const setting = createLiveSetting({
    settings,
    duties: createDuties({ warn, after: clock.after }),
    signals: createMemorySignals(clock),
    name: 'platforms',
    read: readOffPlatforms,
    warn,
  });
  return { setting, store, clock, warnings };
}

const OFF = { tiktok: { off: true, reason: 'A pause.' } };

it('a setting is read at the start and every thirty seconds', async () => {
  const { setting, store, clock } = makeSetting(OFF);
  await setting.begin();
  expect(setting.get()).toEqual(OFF);
  store.kept = {};
  clock.advance(29_999);
  expect(setting.get()).toEqual(OFF);
  clock.advance(1);
  await vi.waitUntil(() => clock.pending() === 1, SLOW_MACHINE_TIMEOUT);
  expect(setting.get()).toEqual({});
  await setting.close();
  expect(clock.pending()).toBe(0);
});

it('a setting that cannot be read stays as it was, and one that cannot be written does not change', async () => {
  const { setting, store, clock, warnings } = makeSetting(OFF);
  await setting.begin();
  store.isAway = true;
  await expect(setting.change(() => ({}))).rejects.toThrow('away');
  clock.advance(30_000);
  await vi.waitUntil(() => clock.pending() === 1, SLOW_MACHINE_TIMEOUT);
  expect([setting.get(), warnings.length]).toEqual([OFF, 1]);
  await setting.close();
});

it('a change is made to the stored value, not to the one that was last read', async () => {
  const { setting, store } = makeSetting();
  await setting.begin();
  store.kept = OFF;
  const switches = createPlatformSwitches({ setting, disabled: new Set(['youtube']) });
  await switches.set('threads', { off: true, reason: '' });
  expect(store.kept).toEqual({ ...OFF, threads: { off: true, reason: '' } });
  expect([switches.of('tiktok'), switches.of('threads'), switches.of('twitter')]).toEqual([
    { off: true, reason: 'A pause.', fixed: false },
    { off: true, reason: null, fixed: false },
    { off: false, reason: null, fixed: false },
  ]);
  await switches.set('tiktok', { off: false, reason: '' });
  expect(store.kept).toEqual({ threads: { off: true, reason: '' } });
  expect(await switches.set('youtube', { off: false, reason: '' })).toEqual({
    off: true,
    reason: null,
    fixed: true,
  });
  await setting.close();
});

it('a change is repeated on what another server wrote in between', async () => {
  const { setting, store } = makeSetting();
  await setting.begin();
  store.quicker = OFF;
  const changed = await setting.change((now) => ({ ...now, threads: { off: true, reason: '' } }));
  expect(changed).toEqual({ ...OFF, threads: { off: true, reason: '' } });
  expect(store.kept).toEqual(changed);
});

it.each([
  [null, {}],
  ['nonsense', {}],
  [{ tiktok: true, unknown: { off: true, reason: '' }, youtube: { off: false, reason: '' } }, {}],
  [{ tiktok: { off: true } }, { tiktok: { off: true, reason: '' } }],
  [{ tiktok: { off: true, reason: 7 } }, { tiktok: { off: true, reason: '' } }],
  [
    { tiktok: { off: true, reason: 'x'.repeat(400) } },
    { tiktok: { off: true, reason: 'x'.repeat(300) } },
  ],
])('the valid part of a stored %j is read', (kept, read) => {
  expect(readOffPlatforms(kept)).toEqual(read);
});

it.each([
  ['on', 'on'],
  ['off', 'off'],
  [null, 'auto'],
  [1, 'auto'],
])('a stored notice mode %j is read as %s', (kept, mode) => {
  expect(readNoticeMode(kept)).toBe(mode);
});
