// The clock of a server is five minutes fast or slow: it is taken for neither gone nor the only one, and nothing ends early.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';
import { wrongClock } from '../support/run/wrong-clock.ts';

const SHORT = film('Short', 4);
/** Longer than a job is lent, and than a silent server counts as there. */
const LONG_MS = 12_000;
/** Shorter than the clock is wrong. */
const FILES = { FILE_TTL_MINUTES: '4' };

let fleet: Fleet;
let right: Server;
let database: pg.Client;
beforeAll(async () => {
  const ids = [951, 952, 953, 954, 955, 956];
  fleet = await openFleet(Object.fromEntries(ids.map((id) => [id, SHORT])), await sharedStore());
  database = new pg.Client({ connectionString: fleet.databaseUrl });
  await database.connect();
}, 240_000);
afterAll(async () => {
  await database?.end();
  await fleet?.close();
});

describe.each([
  ['fast', 300, ['951', '952', '953']],
  ['slow', -300, ['954', '955', '956']],
] as const)('a server whose clock is five minutes %s', (name, seconds, [held, first, second]) => {
  it('works with the others: jobs, files and downloads last as long as they should', async () => {
    // First, so that it runs what is held back.
    const wrong = await fleet.start(name, { ...FILES, ...wrongClock(seconds) }, QUICK);
    const date = Date.parse((await fetch(wrong.url)).headers.get('date') ?? '');
    expect(Math.abs(date - Date.now() - seconds * 1000)).toBeLessThan(60_000);
    const there = clientAt(wrong.url);
    const letGo = fleet.hold(held);
    const { job } = await there.start({ url: filmLink(held) });
    await there.until(job, 'fetching');
    right = await fleet.start(`right-of-${name}`, FILES, QUICK);
    const here = clientAt(right.url);
    const made = await here.make({ url: filmLink(first) });
    await new Promise((resolve) => setTimeout(resolve, LONG_MS));
    // Nobody took it for gone: what it runs was neither taken over nor begun anew.
    expect(fleet.fetchesOf(held)).toBe(1);
    letGo();
    expect(await there.ended(job)).toMatchObject({ state: 'ready' });
    expect(fleet.fetchesOf(held)).toBe(1);
    const { rows } = await database.query('select attempt::int from downloads where id = $1', [
      job,
    ]);
    expect(rows).toEqual([{ attempt: 1 }]);
    // Each gives away what the other has made.
    const madeThere = await there.make({ url: filmLink(second) });
    for (const [visitor, file, elsewhere] of [
      [here, made, wrong],
      [there, madeThere, right],
    ] as const) {
      const saved = await visitor.movedTo(elsewhere.url).save(file.result.downloadUrl);
      expect([saved.status, saved.sha256]).toEqual([200, file.result.receipt.sha256]);
    }
    await fleet.kill(wrong);
    await fleet.kill(right);
  });
});
