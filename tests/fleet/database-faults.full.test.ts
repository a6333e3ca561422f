// PostgreSQL is restarted, or lost and replaced by its standby, while servers work: what runs goes on, and its end is stored.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';
import {
  addressAt,
  type PostgresCluster,
  startPostgresCluster,
} from '../support/run/postgres-cluster.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';
import { type SwitchingProxy, startSwitchingProxy } from '../support/run/switching-proxy.ts';

const SHORT = film('Short', 4);
/** How long the database stays away after the file is made. */
const AWAY_MS = 3000;
/** The promise: within this time after the database is back, ends are stored. */
const STORED_MS = 60_000;

let primary: PostgresCluster;
let standby: PostgresCluster | undefined;
let proxy: SwitchingProxy;
let fleet: Fleet;
let one: Server;
let other: Server;
beforeAll(async () => {
  primary = await startPostgresCluster();
  proxy = await startSwitchingProxy(primary.port);
  const films = Object.fromEntries([501, 502, 503, 504, 505, 506].map((id) => [id, SHORT]));
  // The driver knows no addresses with several hosts: an address that is switched over stands for both.
  const database = { DATABASE_URL: addressAt(proxy.port) };
  fleet = await openFleet(films, { ...(await sharedStore()), ...database });
  [one, other] = await Promise.all([
    fleet.start('one', {}, QUICK),
    fleet.start('other', {}, QUICK),
  ]);
}, 240_000);
afterAll(async () => {
  await fleet?.close();
  await proxy?.stop();
  await standby?.remove();
  await primary?.remove();
});

/** Rows of a statement, from the database that is there now. */
async function rowsOf(statement: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: addressAt(proxy.port) });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Status and code of an answer that cannot be given without the database. */
async function refusal(visitor: JobClient) {
  const answer = await visitor.ask('/api/jobs');
  return [answer.status, ((await answer.json()) as { code?: string }).code];
}

/** A download of a film that is held back, one that has ended, and one that a visitor of the other server has of the same. */
async function beginSome(held: string, made: string) {
  const visitor = clientAt(one.url);
  const before = await visitor.make({ url: filmLink(made) });
  const letGo = fleet.hold(held);
  const { job } = await visitor.start({ url: filmLink(held) });
  await visitor.until(job, 'fetching');
  const friend = clientAt(other.url);
  const { job: friendsJob } = await friend.start({ url: filmLink(held) });
  await friend.until(friendsJob, 'fetching');
  const files = await rowsOf('select id from files');
  return { visitor, before, letGo, job, friend, friendsJob, files: files.length };
}

/** Both downloads are ready within the time, at either server, once each, with one file. */
async function expectAllThere(begun: Awaited<ReturnType<typeof beginSome>>) {
  const { visitor, before, job, friend, friendsJob } = begun;
  const startedAt = performance.now();
  const ends = [await visitor.ended(job), await friend.ended(friendsJob)];
  expect(performance.now() - startedAt).toBeLessThan(STORED_MS);
  expect(ends).toMatchObject([{ state: 'ready' }, { state: 'ready' }]);
  const there = visitor.movedTo(other.url);
  expect((await there.jobs()).map((each) => [each.job, each.state])).toEqual([
    [job, 'ready'],
    [before.job, 'ready'],
  ]);
  const saved = await there.save(ends[0]?.result?.downloadUrl ?? '');
  expect([saved.status, saved.bytes]).toEqual([200, ends[0]?.result?.receipt.bytes]);
  expect(await rowsOf('select id from files')).toHaveLength(begun.files + 1);
  for (const id of [job, friendsJob, before.job])
    expect(await rowsOf('select state from downloads where id = $1', [id])).toEqual([
      { state: 'ready' },
    ]);
}

it('a restart of PostgreSQL: answers say so meanwhile, and downloads end once it is back', async () => {
  const begun = await beginSome('501', '502');
  await primary.down('in order');
  expect(await refusal(begun.visitor)).toEqual([503, 'server_busy']);
  begun.letGo();
  await wait(AWAY_MS);
  await primary.up();
  await expectAllThere(begun);
});

it('PostgreSQL is lost and its standby takes its place: no download is lost or doubled', async () => {
  standby = await primary.addStandby();
  const begun = await beginSome('503', '504');
  await primary.down('at once');
  proxy.pointAt(null);
  expect(await refusal(begun.visitor)).toEqual([503, 'server_busy']);
  begun.letGo();
  // The standby is there before it may be written.
  proxy.pointAt(standby.port);
  await wait(AWAY_MS);
  await standby.promote();
  await expectAllThere(begun);
  const { state } = await begun.friend.make({ url: filmLink('505') });
  expect(state).toBe('ready');
});

it('a download that is asked for while PostgreSQL is away is refused with a code, and taken later', async () => {
  const database = standby ?? primary;
  const visitor = clientAt(one.url);
  await visitor.ask('/api/jobs');
  await database.down('in order');
  const answer = await visitor.tryStart({ url: filmLink('506') });
  expect([answer.status, ((await answer.json()) as { code?: string }).code]).toEqual([
    503,
    'server_busy',
  ]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await database.up();
  await expect
    .poll(
      async () => (await visitor.tryStart({ url: filmLink('506') })).status,
      SLOW_MACHINE_TIMEOUT,
    )
    .toBe(202);
});
