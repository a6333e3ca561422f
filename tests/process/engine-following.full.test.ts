// Two servers with one database and engines of their own: what one has tried, the other adopts, and leaves when it is rolled back.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSettings } from '../../src/adapters/database/settings.ts';
import { databases, type TestDatabase } from '../contracts/databases.ts';
import {
  FIRST_VERSION,
  startUpdateFixture,
  type UpdateFixture,
} from '../support/engine/engine-update-fixture.ts';
import { createManualClock } from '../support/run/manual-clock.ts';

const NEW = '2026.09.03';
const CANARY = 'https://www.youtube.com/watch?v=labMain_001';
const OTHER_LINK = 'https://www.tiktok.com/@lab.trains/video/7512345678901234504';
const HALF_A_MINUTE_MS = 30_000;
const PROBATION_MS = 2 * 3_600_000;

const clocks = [createManualClock(1_000_000), createManualClock(1_000_000)] as const;
let database: TestDatabase;
let leader: UpdateFixture;
let follower: UpdateFixture;
beforeAll(async () => {
  const open = databases.at(-1)?.[1];
  if (!open) throw new Error('no database');
  database = await open();
  const settings = createSettings(database.db);
  const start = (clock: (typeof clocks)[0], leads: boolean, canaries: readonly string[]) =>
    startUpdateFixture({ canaries, clock, settings, fleet: { leads: () => leads } });
  leader = await start(clocks[0], true, [CANARY]);
  follower = await start(clocks[1], false, []);
});
afterAll(async () => {
  await follower?.close();
  await leader?.close();
  await database?.end();
});

/** Lets time pass for both; the follower has read the stored state then. */
async function pass(ms: number) {
  for (const clock of clocks) clock.advance(ms);
  await follower.settled();
}
const versionAt = ({ engineModule }: UpdateFixture) =>
  engineModule.pool.state().description?.version;

it('a version that one server tries is not in use at the other', async () => {
  for (const fixture of [leader, follower]) fixture.publish(NEW);
  leader.updates.update(null);
  expect(await leader.settled()).toBe('switched');
  await pass(HALF_A_MINUTE_MS);
  await pass(HALF_A_MINUTE_MS);
  expect([versionAt(leader), versionAt(follower)]).toEqual([NEW, FIRST_VERSION]);
  expect(await follower.inspect(OTHER_LINK)).toBe('ok');
});

it('the other installs it after the probation, and looks with it', async () => {
  await pass(PROBATION_MS);
  await vi.waitUntil(
    async () => {
      await pass(HALF_A_MINUTE_MS);
      return versionAt(follower) === NEW;
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(await follower.chosen()).toBe(`${NEW}-1`);
  expect(await follower.inspect(OTHER_LINK)).toBe('ok');
  expect(follower.alarms).toEqual([]);
});

it('what is rolled back at one server is left by the other', async () => {
  await leader.updates.rollBack();
  expect(await leader.settled()).toBe('rolled_back');
  await vi.waitUntil(
    async () => {
      await pass(HALF_A_MINUTE_MS);
      return versionAt(follower) === FIRST_VERSION;
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(await follower.inspect(OTHER_LINK)).toBe('ok');
  expect([leader.warnings, follower.warnings]).toEqual([[], []]);
});
