// The server that makes a file is lost, once or twice, or stands still: the file is made elsewhere, once, or the download says why not.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, OCCUPANT, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import { untilNothingLeft } from '../support/product/left-behind.ts';
import type { Server } from '../support/product/server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/run/faulty-proxy.ts';

const SHORT = film('Short', 4);
/** Long enough to be lost while it is encoded. */
const LONG = film('Long', 40);
/** Is uploaded in two parts. */
const LARGE = film('Large', 16, 8000);
const TOKEN = 'a-token-of-the-monitor';
const ONE_JOB = { MAX_JOBS: '1', MAX_TRANSCODES: '1', METRICS_TOKEN: TOKEN };

let fleet: Fleet;
/** Its only slot is taken by a download that is held back: it asks, and others work. */
let front: Server;
let visitor: JobClient;
let database: pg.Client;
/** In front of the store of one server. */
let proxy: FaultyProxy;
beforeAll(async () => {
  const films = {
    401: OCCUPANT,
    402: SHORT,
    403: SHORT,
    404: SHORT,
    420: LONG,
    430: LARGE,
    431: LARGE,
  };
  const store = await sharedStore();
  proxy = await startFaultyProxy(store['S3_ENDPOINT'] ?? '');
  fleet = await openFleet(films, store);
  front = await fleet.start('front', ONE_JOB, QUICK);
  await fleet.occupy(front, '401');
  visitor = clientAt(front.url);
  database = new pg.Client({ connectionString: fleet.databaseUrl });
  await database.connect();
}, 240_000);
afterAll(async () => {
  await database?.end();
  await fleet?.close();
  await proxy?.stop();
});

const worker = (name: string) => fleet.start(name, ONE_JOB, QUICK);
const isCompletion = (method: string, path: string) =>
  method === 'POST' && path.includes('uploadId=');
/** Rows of finished files. */
const files = async () => (await database.query('select id from files')).rows.length;

describe('the server that makes a file', () => {
  it('is killed while it encodes: another one makes it, and the file is right', async () => {
    const first = await worker('encoding');
    const { job } = await visitor.start({ url: filmLink('420'), container: 'webm' });
    await visitor.until(job, 'making');
    const second = await worker('encoding-next');
    await fleet.kill(first);
    const { state, result } = await visitor.ended(job);
    expect([state, result?.receipt.container]).toEqual(['ready', 'webm']);
    const saved = await visitor.save(result?.downloadUrl ?? '');
    expect([saved.status, saved.bytes]).toEqual([200, result?.receipt.bytes]);
    await fleet.kill(second);
  });

  it.each<[string, string, (method: string, path: string) => boolean]>([
    ['while it checks and uploads', '430', (_method, path) => path.includes('partNumber=')],
    ['before it has closed its upload', '431', isCompletion],
  ])(
    'is killed %s: nothing of its file is there, and another one makes it',
    async (_when, id, isHeld) => {
      const objects = await fleet.objects();
      proxy.fault = (method, path) => (isHeld(method, path) ? 'hang' : 'pass');
      const first = await fleet.start(id, { ...ONE_JOB, S3_ENDPOINT: proxy.endpoint }, QUICK);
      const before = await files();
      const { job } = await visitor.start({ url: filmLink(id) });
      const asked = () => proxy.requests.map((request) => request.split(' ') as [string, string]);
      await expect
        .poll(() => asked().some((request) => isHeld(...request)), { timeout: 60_000 })
        .toBe(true);
      await visitor.until(job, 'checking');
      const second = await worker(`${id}-next`);
      await fleet.kill(first);
      expect(await fleet.objects()).toEqual(objects);
      const { state, result } = await visitor.ended(job);
      expect(state).toBe('ready');
      const saved = await visitor.save(result?.downloadUrl ?? '');
      expect([saved.status, saved.sha256]).toEqual([200, result?.receipt.sha256]);
      expect([(await fleet.objects()).length - objects.length, (await files()) - before]).toEqual([
        1, 1,
      ]);
      await fleet.kill(second);
    },
  );

  it('is lost, and the next one as well: the download fails, and is not tried a third time', async () => {
    const first = await worker('lost');
    const letGo = fleet.hold('403');
    const { job } = await visitor.start({ url: filmLink('403') });
    await visitor.until(job, 'fetching');
    await expect.poll(() => fleet.requestsFor('403')).toBeGreaterThan(0);
    await fleet.kill(first);
    const asked = fleet.requestsFor('403');
    const second = await worker('lost-next');
    await expect.poll(() => fleet.requestsFor('403'), { timeout: 30_000 }).toBeGreaterThan(asked);
    await fleet.kill(second);
    const third = await worker('lost-last');
    const before = fleet.requestsFor('403');
    const { state, error } = await visitor.ended(job);
    expect([state, error?.code, fleet.requestsFor('403')]).toEqual([
      'failed',
      'interrupted',
      before,
    ]);
    letGo();
    await fleet.kill(third);
  });

  it('stands still and goes on later: another one has made it, and it makes none', async () => {
    const first = await worker('frozen');
    const letGo = fleet.hold('404');
    const { job } = await visitor.start({ url: filmLink('404') });
    await visitor.until(job, 'fetching');
    const before = await files();
    first.signal('SIGSTOP');
    letGo();
    const second = await worker('frozen-next');
    expect(await visitor.ended(job)).toMatchObject({ state: 'ready' });
    first.signal('SIGCONT');
    await untilNothingLeft(fleet.folderOf('frozen'), first.pid, 15_000);
    expect((await files()) - before).toBe(1);
    await fleet.kill(first);
    await fleet.kill(second);
  });
});
