// Many visitors at several servers: a server is lost under their open streams, or all of them want one film at the same moment.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';

const SHORT = film('Short', 4);
const STREAMS = 50;
const VISITORS = 200;
/** The promise is a second, for one visitor on a machine with nothing else to do. */
const AT_ONCE_MS = 10_000;
const MADE = { timeout: 100_000, interval: 500 };

let fleet: Fleet;
let one: Server;
let other: Server;
let database: pg.Client;
beforeAll(async () => {
  fleet = await openFleet({ 801: SHORT, 802: SHORT }, await sharedStore());
  one = await fleet.start('one', {}, QUICK);
  database = new pg.Client({ connectionString: fleet.databaseUrl });
  await database.connect();
}, 240_000);
afterAll(async () => {
  await database?.end();
  await fleet?.close();
});

const statesOf = async () => {
  const { rows } = await database.query(
    'select state, count(*)::int from downloads group by state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const filesOf = async () => (await database.query('select id from files')).rows.length;

it('a server is lost with fifty open streams: the other one shows the last state at once, and the end', async () => {
  const letGo = fleet.hold('801');
  const visitors = Array.from({ length: STREAMS }, () => clientAt(one.url));
  const following = await Promise.all(
    visitors.map(async (visitor) => {
      const { job } = await visitor.start({ url: filmLink('801') });
      const { percent } = await visitor.until(job, 'fetching');
      const reader = await visitor.events(`?job=${job}`);
      await reader.next();
      return { visitor, job, percent, reader };
    }),
  );
  other = await fleet.start('other', {}, QUICK);
  await fleet.kill(one);
  for (const { reader } of following) await reader.close().catch(() => undefined); // it was cut
  const startedAt = performance.now();
  const resumed = await Promise.all(
    following.map(async ({ visitor, job, percent }) => {
      const reader = await visitor.movedTo(other.url).events(`?job=${job}`);
      const first = await reader.next();
      return { reader, job, percent, first, afterMs: performance.now() - startedAt };
    }),
  );
  expect(Math.max(...resumed.map(({ afterMs }) => afterMs))).toBeLessThan(AT_ONCE_MS);
  for (const { job, percent, first } of resumed) {
    expect(first?.job).toBe(job);
    expect(first?.percent).toBeGreaterThanOrEqual(percent);
    expect(['fetching', 'queued', 'inspecting']).toContain(first?.phase);
  }
  letGo();
  const ends = await Promise.all(
    resumed.map(async ({ reader }) => {
      let last = await reader.next();
      while (last && !['ready', 'failed', 'cancelled'].includes(last.phase))
        last = await reader.next();
      await reader.close();
      return last?.phase;
    }),
  );
  expect(ends).toEqual(resumed.map(() => 'ready'));
  expect(await filesOf()).toBe(1);
});

it('200 visitors of two servers want one film at the same moment: it is looked at once per server, and made once', async () => {
  one = await fleet.start('one-again', {}, QUICK);
  const before = await statesOf();
  const letGo = fleet.hold('802');
  const visitors = Array.from({ length: VISITORS }, (_, n) => clientAt((n % 2 ? other : one).url));
  const answers = await Promise.all(
    visitors.map((visitor) => visitor.tryStart({ url: filmLink('802') })),
  );
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([202]);
  letGo();
  await expect
    .poll(statesOf, MADE)
    .toEqual({ ...before, ready: (before['ready'] ?? 0) + VISITORS });
  expect(fleet.fetchesOf('802')).toBe(1);
  expect(await filesOf()).toBe(2);
  const looks = fleet.lab
    .requests()
    .filter(({ path }) => path.includes('TweetResultByRestId') && path.includes('802')).length;
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(2);
});
