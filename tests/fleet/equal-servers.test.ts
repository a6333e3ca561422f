// Two equal servers with one database and one Redis, each with its own files: a visitor of one is at home at the other.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short', 4);

let fleet: Fleet;
let one: Server;
let other: Server;
beforeAll(async () => {
  const ids = [101, 102, 103, 104, 105, 106, 107, 108];
  fleet = await openFleet(Object.fromEntries(ids.map((id) => [id, SHORT])));
  [one, other] = await Promise.all([fleet.start('one'), fleet.start('other')]);
}, 240_000);
afterAll(() => fleet?.close());

/** A download that lasts until it is let go, of a visitor at the first server and the same one at the second. */
async function hold(id: string, at = one) {
  const letGo = fleet.hold(id);
  const here = clientAt(at.url);
  const { job } = await here.start({ url: filmLink(id) });
  await here.until(job, 'fetching');
  return { letGo, here, there: here.movedTo(other.url), job };
}

it('a link is inspected once for both servers, and its picture is there at either', async () => {
  const looks = () =>
    fleet.lab.requests().filter((request) => JSON.stringify(request).includes('108')).length;
  const here = clientAt(one.url);
  const inspect = async (visitor: typeof here) =>
    (await (await visitor.post('/api/inspect', { url: filmLink('108') })).json()) as {
      readonly id: string;
      readonly items: readonly { readonly thumbnailUrl: string | null }[];
    };
  const { id, items } = await inspect(here);
  const asked = looks();
  expect([typeof id, asked > 0]).toEqual(['string', true]);
  const there = here.movedTo(other.url);
  expect((await inspect(there)).id).toBe(id);
  expect(looks()).toBe(asked);
  const picture = await there.ask(items[0]?.thumbnailUrl ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

describe('a download of one server, at the other', () => {
  it('is listed and followed with its progress, to its end', async () => {
    const { letGo, there, job } = await hold('101');
    await vi.waitUntil(
      async () => (await there.job(job)).progress.phase === 'fetching',
      SLOW_MACHINE_TIMEOUT,
    );
    expect(await there.jobs()).toMatchObject([{ job, progress: { phase: 'fetching' } }]);
    const reader = await there.events(`?job=${job}`);
    expect(await reader.next()).toMatchObject({ job, phase: 'fetching' });
    letGo();
    let last = await reader.next();
    while (last && !['ready', 'failed'].includes(last.phase)) last = await reader.next();
    expect(last?.phase).toBe('ready');
    await reader.close();
  });

  it('is followed by whoever follows all of the visitor', async () => {
    const { letGo, there, job } = await hold('102');
    const reader = await there.events('');
    expect(await reader.next()).toMatchObject({ job, phase: 'fetching' });
    await reader.close();
    letGo();
    expect(await there.ended(job)).toMatchObject({ state: 'ready' });
  });

  it('is cancelled there', async () => {
    const { letGo, here, there, job } = await hold('103');
    expect(await there.cancel(job)).toBe(true);
    expect(await here.job(job)).toMatchObject({ state: 'cancelled' });
    expect(await there.cancel(job)).toBe(false);
    letGo();
  });

  it('is cancelled there without its id', async () => {
    const { letGo, here, there, job } = await hold('104');
    expect(await there.cancel()).toBe(true);
    expect(await here.job(job)).toMatchObject({ state: 'cancelled' });
    letGo();
  });

  it('does not exist for another visitor', async () => {
    const { letGo, here, there, job } = await hold('105');
    const stranger = clientAt(other.url);
    await stranger.ask('/api/jobs');
    expect((await stranger.ask(`/api/jobs/${job}`)).status).toBe(404);
    expect((await stranger.post('/api/cancel-download', { job })).status).toBe(404);
    expect(await stranger.cancel()).toBe(false);
    expect(await here.job(job)).toMatchObject({ progress: { phase: 'fetching' } });
    expect(await there.cancel(job)).toBe(true);
    letGo();
  });

  it('is cancelled even if its server is gone, and nobody takes it up again', async () => {
    const third = await fleet.start('third', {}, QUICK);
    const { letGo, there, job } = await hold('106', third);
    await fleet.kill(third);
    expect(await there.cancel(job)).toBe(true);
    expect(await there.job(job)).toMatchObject({ state: 'cancelled' });
    letGo();
    const again = await fleet.start('third', {}, QUICK);
    expect(await there.movedTo(again.url).job(job)).toMatchObject({ state: 'cancelled' });
    await fleet.kill(again);
  });

  it('goes on and can be followed while Redis is away', async () => {
    const { letGo, here, there, job } = await hold('107');
    await fleet.loseRedis();
    letGo();
    expect(await here.ended(job)).toMatchObject({ state: 'ready' });
    // The message of the end is lost; the row is looked at every few seconds.
    expect(await there.ended(job)).toMatchObject({ state: 'ready' });
    await fleet.bringRedisBack();
  });
});
