// A worker follows the arguments that operators set, once they are no longer on probation, and nothing else of a setup.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createEnginesInMemory,
  type EnginesInMemory,
} from '../../../../tests/support/engine/engines-in-memory.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../../tests/support/run/slow-machine-timeout.ts';
import type { SetupTexts } from '../ports.ts';
import type { EngineUpdates } from '../updates.ts';

const GOOD = 'youtube: lang=en';
const OWN = { egresses: 'home', arguments: 'tiktok: aid=1', provider: '' };

let fixture: EnginesInMemory;
let updates: EngineUpdates;
beforeEach(async () => {
  fixture = createEnginesInMemory();
  Object.assign(fixture, { isWorker: true, configured: OWN });
  updates = await fixture.start('off', 'own_engine', { leads: () => false });
});
afterEach(() => updates.close());

/** Operators set these at another server. */
function set(texts: Partial<SetupTexts>, watchUntil: number | null = null) {
  const chosen = Object.keys(texts).length === 0 ? null : btoa(JSON.stringify(texts));
  fixture.setting = { setup: { chosen }, watched: 'setup', watchUntil };
}
/** Lets the worker look so often, half a minute apart. */
async function look(times = 1) {
  for (let time = 0; time < times; time += 1) {
    fixture.clock.advance(30_000);
    await new Promise((resolve) => setImmediate(resolve));
    const isIdle = async () => (await updates.status()).running === null;
    await vi.waitUntil(isIdle, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
  }
  return fixture.setup();
}
const refusals = async () =>
  (await updates.status()).changes.map(({ result, reason }) => `${result}: ${reason}`);

it('follows them, and goes back to its own when operators give theirs back', async () => {
  set({ egresses: 'of a server', arguments: GOOD });
  expect(await look()).toEqual({ ...OWN, arguments: GOOD });
  // A file of its settings is read at the start alone.
  fixture.configured = { ...OWN, arguments: 'tiktok: aid=2' };
  set({ egresses: 'of a server' });
  expect(await look()).toEqual(OWN);
  // The servers have tried and logged them.
  const { watching, changes } = await updates.status();
  expect([watching, changes, fixture.looks, fixture.alarms]).toEqual([null, [], [], []]);
});

it('waits for the end of a probation, and takes no part in it, not even after a restart', async () => {
  const until = fixture.clock.now() + 3_600_000;
  set({ arguments: GOOD }, until);
  expect(await look()).toEqual(OWN);
  await updates.close();
  updates = await fixture.start('off', 'own_engine', { leads: () => false });
  expect((await updates.status()).watching).toBeNull();
  expect(await look()).toEqual(OWN);
  set({ arguments: GOOD });
  expect((await look()).arguments).toBe(GOOD);
});

it('keeps what it has when the text is not for it', async () => {
  set({ arguments: GOOD });
  await look();
  fixture.setting = { setup: { chosen: 'sealed with another key' } };
  expect((await look()).arguments).toBe(GOOD);
  expect(fixture.warnings).toEqual([]);
});

it('keeps what it has when the text is wrong here, and says so once', async () => {
  set({ arguments: 'wrong' });
  expect(await look(3)).toEqual(OWN);
  expect(await refusals()).toEqual(['refused: unreadable']);
  expect(fixture.alarms).toHaveLength(1);
  await look(120);
  expect([await refusals(), fixture.alarms.length]).toEqual([['refused: unreadable'], 2]);
  set({ arguments: GOOD });
  expect((await look()).arguments).toBe(GOOD);
});

it('keeps what it has when they do not start here, and leaves what is stored for servers alone', async () => {
  const { version } = (await updates.status()).current;
  fixture.facts[version] = null;
  set({ arguments: GOOD });
  const { setup } = fixture.setting as { setup: object };
  expect(await look()).toEqual(OWN);
  expect(await refusals()).toEqual(['refused: does_not_start']);
  expect(fixture.setting).toMatchObject({ setup: { ...setup, live: null, refused: [] } });
});
