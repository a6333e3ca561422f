// A file that arrives at one server is saved from another one; and the rest of it, where the first is lost, from the next.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, OCCUPANT, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import { readBody } from '../support/product/read-body.ts';
import { freePort } from '../support/run/free-ports.ts';

const ONE_JOB = { MAX_JOBS: '1', MAX_TRANSCODES: '1' };
/** Some two megabytes each. */
const NOISE = film('Noise', 4, 4000);
const LONGER = film('Longer noise', 5, 4000);
const SLOWLY = 50_000;

let fleet: Fleet;
/** The visitor's server, whose only slot is taken. */
let visitor: JobClient;
beforeAll(async () => {
  const films = { 401: OCCUPANT, 402: NOISE, 403: LONGER };
  fleet = await openFleet(films, await sharedStore());
  const front = await fleet.start('front', ONE_JOB, QUICK);
  await fleet.occupy(front, '401');
  visitor = clientAt(front.url);
});
afterAll(() => fleet?.close());

async function worker(name: string) {
  const port = String(await freePort());
  const settings = { ...ONE_JOB, PORT: port, SERVER_URL: `http://127.0.0.1:${port}` };
  return fleet.start(name, settings, QUICK);
}

/** What a download offers while it arrives. */
async function offered(job: string) {
  for (;;) {
    const { state, progress } = await visitor.job(job);
    if (progress.early) return progress.early;
    if (state !== 'open') throw new Error(`it ended as ${state} before it was offered`);
    await wait(50);
  }
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('is given as it arrives, whole and in ranges, with the ETag of the finished file', async () => {
  const first = await worker('first');
  const letGo = fleet.hold('402', SLOWLY);
  const { job } = await visitor.start({ url: filmLink('402') });
  const { downloadUrl, etag, bytes } = await offered(job);
  const response = await visitor.ask(downloadUrl);
  expect(response.headers.get('etag')).toBe(etag);
  expect(response.headers.get('content-length')).toBe(String(bytes));
  const whole = readBody(response);
  const headers = { range: `bytes=${bytes - 1000}-`, 'if-range': etag };
  const end = visitor.ask(downloadUrl, { headers }).then(readBody);
  expect((await visitor.job(job)).state).toBe('open');
  letGo();
  const { result } = await visitor.ended(job);
  const [early, last] = await Promise.all([whole, end]);
  expect([early.isWhole, last.isWhole]).toEqual([true, true]);
  const finished = await readBody(await visitor.ask(result?.downloadUrl ?? ''));
  expect(result?.etag).toBe(etag);
  expect(digest(early.bytes)).toBe(digest(finished.bytes));
  expect(last.bytes).toEqual(finished.bytes.subarray(-1000));
  await fleet.kill(first);
});

it('is resumed where its server is lost, byte for byte', async () => {
  const first = await worker('lost');
  const letGo = fleet.hold('403', SLOWLY);
  const { job } = await visitor.start({ url: filmLink('403') });
  const { downloadUrl, etag, bytes } = await offered(job);
  const cut = readBody(await visitor.ask(downloadUrl));
  await wait(1000);
  await fleet.kill(first);
  const before = await cut;
  const second = await worker('next');
  expect(before.isWhole).toBe(false);
  expect(before.bytes.length).toBeGreaterThan(0);
  letGo();
  const headers = { range: `bytes=${before.bytes.length}-`, 'if-range': etag };
  const rest = await visitor.ask(downloadUrl, { headers });
  expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag]);
  const joined = Buffer.concat([before.bytes, (await readBody(rest)).bytes]);
  expect(joined).toHaveLength(bytes);
  expect(await visitor.ended(job)).toMatchObject({ state: 'ready', result: { etag } });
  expect(digest(joined)).toBe(digest((await readBody(await visitor.ask(downloadUrl))).bytes));
  await fleet.kill(second);
});

it('is given to no client but another server', async () => {
  const { url } = await worker('asked');
  for (const authorization of ['', 'Bearer x', `Bearer ${'x'.repeat(400)}`]) {
    const headers = { authorization, range: 'bytes=0-10' };
    const response = await fetch(new URL('/early/some', url), { headers });
    expect(response.status).toBe(404);
  }
});
