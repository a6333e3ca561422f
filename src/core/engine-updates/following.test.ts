// Two servers with one stored state: one tries, the other follows.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createEnginesInMemory,
  type EnginesInMemory,
  OLD,
  runScheduledCheck,
  settled,
} from '../../../tests/support/engine/engines-in-memory.ts';
import type { EngineUpdates } from './updates.ts';

const NEW = '2026.09.01';
const HALF_A_MINUTE_MS = 30_000;
const TWO_HOURS_MS = 2 * 3_600_000;
const HOUR_MS = 3_600_000;

type Member = { readonly fixture: EnginesInMemory; readonly updates: EngineUpdates };
let one: Member;
let other: Member;
let leader: 'one' | 'other';

beforeEach(async () => {
  leader = 'one';
  let stored: unknown = null;
  const settings = {
    read: async () => structuredClone(stored),
    async replace(_name: string, _before: unknown, value: unknown) {
      stored = structuredClone(value);
      return true;
    },
  };
  const begin = async (name: typeof leader): Promise<Member> => {
    const fixture = createEnginesInMemory(settings);
    Object.assign(fixture, { newest: NEW, canaries: ['youtube', 'tiktok'] });
    const updates = await fixture.start('auto', null, { leads: () => leader === name });
    return { fixture, updates };
  };
  one = await begin('one');
  other = await begin('other');
});
afterEach(() => Promise.all([one.updates.close(), other.updates.close()]));

const versionOf = async ({ updates }: Member) => (await updates.status()).current.version;
/** Lets time pass for both, so far that each reads the stored state. */
async function pass(ms: number) {
  for (const { fixture, updates } of [one, other]) {
    fixture.clock.advance(ms);
    await settled(updates);
  }
}
const followed = () => vi.waitUntil(async () => (await versionOf(other)) === NEW);
const isQuiet = async () => {
  await pass(HALF_A_MINUTE_MS);
  await pass(HALF_A_MINUTE_MS);
};

it('the leader alone looks for a version and tries it', async () => {
  expect(await runScheduledCheck(other.fixture, other.updates)).toBe('nothing');
  expect(await runScheduledCheck(one.fixture, one.updates)).toBe('switched');
  await isQuiet();
  expect([await versionOf(one), await versionOf(other)]).toEqual([NEW, OLD]);
  expect(other.fixture.installs).toEqual([]);
});

it('the others adopt it when its probation is over, without canaries, probation and alarms', async () => {
  await runScheduledCheck(one.fixture, one.updates);
  await pass(TWO_HOURS_MS);
  await pass(HALF_A_MINUTE_MS);
  await followed();
  const status = await other.updates.status();
  expect(status).toMatchObject({ watching: null, last: { result: 'switched', version: NEW } });
  expect(status.current.since).toBe((await one.updates.status()).current.since);
  expect(other.fixture.chosen).toBe(`${NEW}-1`);
  expect(other.fixture.looks).toEqual([]);
  expect(other.fixture.alarms).toEqual([]);
});

it('no second server tries another version meanwhile', async () => {
  await runScheduledCheck(one.fixture, one.updates);
  leader = 'other';
  other.fixture.newest = '2026.09.02';
  await pass(HALF_A_MINUTE_MS);
  expect(await runScheduledCheck(other.fixture, other.updates)).toBe('available');
  expect(await versionOf(other)).toBe(OLD);
});

it('what is rolled back is followed by none; who has it already goes back at once', async () => {
  await runScheduledCheck(one.fixture, one.updates);
  await pass(TWO_HOURS_MS);
  await pass(HALF_A_MINUTE_MS);
  await followed();
  await one.updates.rollBack();
  expect(await settled(one.updates)).toBe('rolled_back');
  await pass(HALF_A_MINUTE_MS);
  await vi.waitUntil(async () => (await versionOf(other)) === OLD);
  await isQuiet();
  expect([await versionOf(one), await versionOf(other)]).toEqual([OLD, OLD]);
});

it('one that cannot start it says so, and tries again after an hour', async () => {
  other.fixture.facts[NEW] = null;
  await runScheduledCheck(one.fixture, one.updates);
  await pass(TWO_HOURS_MS);
  await pass(HALF_A_MINUTE_MS);
  await vi.waitUntil(async () => (await other.updates.status()).last?.result === 'refused');
  expect(other.fixture.alarms).toEqual([
    { kind: 'engine_refused', details: { version: NEW, reason: 'does_not_start', platforms: '' } },
  ]);
  expect((await one.updates.status()).refused).toEqual([]);
  await isQuiet();
  expect(other.fixture.installs).toHaveLength(1);
  delete other.fixture.facts[NEW];
  await pass(HOUR_MS);
  await followed();
});

it('a pinned version is followed although it is older', async () => {
  const OLDER = '2026.08.01';
  await one.updates.pin(OLDER);
  one.updates.update(OLDER);
  expect(await settled(one.updates)).toBe('switched');
  await pass(TWO_HOURS_MS);
  await pass(HALF_A_MINUTE_MS);
  await vi.waitUntil(async () => (await versionOf(other)) === OLDER);
});
