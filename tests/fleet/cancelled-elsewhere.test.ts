// A download that runs at one server is cancelled at another: its programs and connections are gone within a moment.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, OCCUPANT, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { connectionsTo } from '../support/product/connections.ts';
import { clientAt } from '../support/product/job-client.ts';
import { workFolders } from '../support/product/left-behind.ts';
import { mediaProgramsBelow } from '../support/product/process-tree.ts';
import type { Server } from '../support/product/server.ts';

const SHORT = film('Short', 4);
/** Long enough to be cancelled while it is encoded. */
const LONG = film('Long', 40);
const TIMES = 5;
/** The promise, which a machine keeps at least once; and the one for when the message is lost. */
const GONE_MS = 1000;
const LOST_MESSAGE_MS = 10_000;

let fleet: Fleet;
/** Its only slot is taken: it cancels, and the other one works. */
let front: Server;
let worker: Server;
let labPort: number;
beforeAll(async () => {
  const films = { 901: OCCUPANT, 902: SHORT, 903: LONG, 904: SHORT };
  fleet = await openFleet(films, await sharedStore());
  labPort = Number(new URL(fleet.lab.proxyUrl).port);
  front = await fleet.start('front', { MAX_JOBS: '1', MAX_TRANSCODES: '1' }, QUICK);
  await fleet.occupy(front, '901');
  worker = await fleet.start('worker', { MAX_TRANSCODES: '2' }, QUICK);
  await clientAt(worker.url).make({ url: filmLink('904') });
}, 240_000);
afterAll(() => fleet?.close());

/** What a job of the worker holds. */
const held = () => ({
  folders: workFolders(fleet.folderOf('worker')).length,
  programs: mediaProgramsBelow(worker.pid).length,
  connections: connectionsTo(labPort, worker.pid),
});

/** Milliseconds from the cancelling at the other server until nothing of the job is left, each time. */
async function timesUntilGone(id: string, container: 'mp4' | 'webm', phase: 'fetching' | 'making') {
  const before = held();
  const times: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const visitor = clientAt(worker.url);
    const { job } = await visitor.start({ url: filmLink(id), container });
    await visitor.until(job, phase);
    await expect.poll(held).toMatchObject({ folders: before.folders + 1 });
    if (phase === 'making') await expect.poll(() => held().programs).toBeGreaterThan(0);
    else await expect.poll(() => held().connections).toBeGreaterThan(before.connections);
    const startedAt = performance.now();
    expect(await visitor.movedTo(front.url).cancel(job)).toBe(true);
    await expect
      .poll(
        () => {
          const now = held();
          return [now.folders, now.programs, Math.max(now.connections, before.connections)];
        },
        { interval: 5, timeout: LOST_MESSAGE_MS },
      )
      .toEqual([before.folders, 0, before.connections]);
    times.push(performance.now() - startedAt);
    expect((await visitor.job(job)).state).toBe('cancelled');
  }
  return times;
}

it('while it is fetched: its connections are gone', async () => {
  const letGo = fleet.hold('902');
  expect(Math.min(...(await timesUntilGone('902', 'mp4', 'fetching')))).toBeLessThan(GONE_MS);
  letGo();
});

it('while it is encoded: its programs are gone', async () => {
  expect(Math.min(...(await timesUntilGone('903', 'webm', 'making')))).toBeLessThan(GONE_MS);
});
