// The server that makes a file is lost: the file is made elsewhere, once, and both servers' figures say so.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, OCCUPANT, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';

const TOKEN = 'a-token-of-the-monitor';
const ONE_JOB = { MAX_JOBS: '1', MAX_TRANSCODES: '1', METRICS_TOKEN: TOKEN };

let fleet: Fleet;
/** Its only slot is taken by a download that is held back: it asks, and others work. */
let front: Server;
let visitor: JobClient;
beforeAll(async () => {
  const short = film('Short', 4);
  fleet = await openFleet({ 401: OCCUPANT, 402: short }, await sharedStore());
  front = await fleet.start('front', ONE_JOB, QUICK);
  await fleet.occupy(front, '401');
  visitor = clientAt(front.url);
});
afterAll(() => fleet?.close());

const worker = (name: string) => fleet.start(name, ONE_JOB, QUICK);
/** A figure of a server's metrics. */
async function figure({ url }: Server, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(new RegExp(`^keepreel_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

it('a server that is killed while it fetches: another one makes it, and percent does not go back', async () => {
  const first = await worker('fetching');
  const letGo = fleet.hold('402');
  const { job } = await visitor.start({ url: filmLink('402') });
  const { percent } = await visitor.until(job, 'fetching');
  const second = await worker('fetching-next');
  await fleet.kill(first);
  letGo();
  expect(await visitor.ended(job)).toMatchObject({ state: 'ready' });
  expect((await visitor.job(job)).progress.percent).toBeGreaterThanOrEqual(percent);
  const lost = [front, second].map((server) => figure(server, 'jobs_lost_total'));
  expect((await Promise.all(lost)).toSorted()).toEqual([0, 1]);
  await expect.poll(() => figure(front, 'jobs_limit'), { timeout: 20_000 }).toBe(2);
  await fleet.kill(second);
  await expect.poll(() => figure(front, 'jobs_limit'), { timeout: 20_000 }).toBe(1);
});
