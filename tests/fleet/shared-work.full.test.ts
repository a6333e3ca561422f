// Equal servers that share jobs and files: whoever is lost, the file is made, once, and can be saved at any of them.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short', 4);
const ids = Array.from({ length: 15 }, (_, index) => String(201 + index));

let fleet: Fleet;
let one: Server;
let other: Server;
beforeAll(async () => {
  fleet = await openFleet(Object.fromEntries(ids.map((id) => [id, SHORT])), await sharedStore());
  [one, other] = await Promise.all([
    fleet.start('one', { MAX_JOBS: '2' }, QUICK),
    fleet.start('other', { MAX_JOBS: '2' }, QUICK),
  ]);
}, 240_000);
afterAll(() => fleet?.close());

describe('servers that share jobs and files', () => {
  it('make a file at one and give it away at the other', async () => {
    const here = clientAt(one.url);
    const { job, result } = await here.make({ url: filmLink('201') });
    const there = here.movedTo(other.url);
    expect(await there.job(job)).toMatchObject({ state: 'ready' });
    const [saved, part] = [
      await there.save(result.downloadUrl),
      await there.save(result.downloadUrl, { range: 'bytes=1000-1999' }),
    ];
    expect([saved.status, saved.sha256, part.status, part.bytes]).toEqual([
      200,
      result.receipt.sha256,
      206,
      1000,
    ]);
    expect(saved.headers.get('etag')).toBe(
      (await here.save(result.downloadUrl)).headers.get('etag'),
    );
  });

  it('make a file once for visitors of both', async () => {
    const letGo = fleet.hold('202');
    const visitors = Array.from({ length: 6 }, (_, n) => clientAt((n % 2 ? other : one).url));
    const jobs = await Promise.all(
      visitors.map((visitor) => visitor.start({ url: filmLink('202') })),
    );
    await Promise.all(visitors.map((visitor, n) => visitor.until(jobs[n]?.job ?? '', 'fetching')));
    // A visitor who asks again, at the other server, has the same download.
    const again = await visitors[0]?.movedTo(other.url).start({ url: filmLink('202') });
    expect(again?.job).toBe(jobs[0]?.job);
    letGo();
    const ended = await Promise.all(
      visitors.map((visitor, n) => visitor.ended(jobs[n]?.job ?? '')),
    );
    expect(ended.map(({ state }) => state)).toEqual(visitors.map(() => 'ready'));
    const sums = ended.map(({ result }) => result?.receipt.sha256 ?? result?.receipt.bytes);
    expect(new Set(sums).size).toBe(1);
    expect(fleet.fetchesOf('202')).toBe(1);
  });

  it('open a download once for a visitor who asks both at the same moment', async () => {
    const here = clientAt(one.url);
    // The visitor is known to both.
    await here.make({ url: filmLink('201') });
    const there = here.movedTo(other.url);
    for (const quality of ['high', 'medium', 'low'] as const) {
      const asked = { url: filmLink('201'), format: 'mp3', quality } as const;
      const [first, second] = await Promise.all([here.start(asked), there.start(asked)]);
      expect(second.job, JSON.stringify(asked)).toBe(first.job);
      expect(await here.ended(first.job)).toMatchObject({ state: 'ready' });
    }
  });

  it('are helped by one that only works, without pages and API', async () => {
    const worker = await fleet.start(
      'worker',
      {
        ROLE: 'worker',
        MAX_JOBS: '4',
        METRICS_TOKEN: 'a-token-for-the-monitor',
      },
      QUICK,
    );
    const paths = ['/healthz', '/readyz', '/', '/api/jobs', '/metrics'];
    const statuses = await Promise.all(
      paths.map(async (path) => (await fetch(worker.url + path)).status),
    );
    expect(statuses).toEqual([200, 200, 404, 404, 401]);
    const headers = { authorization: 'Bearer a-token-for-the-monitor' };
    const metrics = async () => (await fetch(`${worker.url}/metrics`, { headers })).text();
    expect(await metrics()).toContain('keepreel_downloads{state="waiting"}');
    // More than the others have room for.
    const ids = ['209', '210', '211', '212', '213'];
    const letGo = ids.map((id) => fleet.hold(id));
    const jobs = await Promise.all(
      ids.map(async (id) => {
        const visitor = clientAt(one.url);
        const { job } = await visitor.start({ url: filmLink(id) });
        await visitor.until(job, 'fetching');
        return { visitor, job };
      }),
    );
    for (const release of letGo) release();
    for (const { visitor, job } of jobs)
      expect(await visitor.ended(job)).toMatchObject({ state: 'ready' });
    // At least one of them was made there.
    expect(await metrics()).toMatch(
      /keepreel_store_request_duration_seconds_count\{operation="write"\} [1-9]/,
    );
    worker.signal('SIGTERM');
    expect((await worker.ended()).code).toBe(0);
  });

  it.each([
    ['killed', 'SIGKILL', '203'],
    ['asked to end', 'SIGTERM', '204'],
  ] as const)('go on with the job of one that is %s', async (_how, signal, id) => {
    const third = await fleet.start(`third-${id}`, { MAX_JOBS: '40' }, QUICK);
    const letGo = fleet.hold(id);
    const here = clientAt(one.url);
    // Until one of them is carried out there.
    const { job } = await here.start({ url: filmLink(id) });
    await here.until(job, 'fetching');
    third.signal(signal);
    if (signal === 'SIGKILL') await third.ended();
    letGo();
    expect(await here.ended(job)).toMatchObject({ state: 'ready' });
    await third.ended();
  });

  it('finish what a visitor of a killed server wanted, who comes back to another', async () => {
    const third = await fleet.start('third', { MAX_JOBS: '1' }, QUICK);
    const letGo = fleet.hold('205');
    const here = clientAt(third.url);
    const { job } = await here.start({ url: filmLink('205') });
    const { percent } = await here.until(job, 'fetching');
    const there = here.movedTo(one.url);
    await fleet.kill(third);
    const seen = await there.job(job);
    expect([seen.state, seen.progress.percent >= percent]).toEqual(['open', true]);
    letGo();
    expect(await there.ended(job)).toMatchObject({ state: 'ready' });
  });

  it('cancel a job that runs at the other', async () => {
    const letGo = fleet.hold('206');
    const here = clientAt(one.url);
    const jobs = [await here.start({ url: filmLink('206') })];
    const job = jobs[0]?.job ?? '';
    await here.until(job, 'fetching');
    expect(await here.movedTo(other.url).cancel(job)).toBe(true);
    await vi.waitUntil(() => fleet.lab.requests().length > 0, SLOW_MACHINE_TIMEOUT);
    letGo();
  });

  it('begin anew when Redis has lost everything, and forget no download', async () => {
    const letGo = fleet.hold('207');
    const here = clientAt(one.url);
    const { job } = await here.start({ url: filmLink('207') });
    await here.until(job, 'fetching');
    await fleet.loseRedis();
    await fleet.bringRedisBack();
    letGo();
    expect(await here.ended(job)).toMatchObject({ state: 'ready' });
    const { state } = await here.make({ url: filmLink('208') });
    expect(state).toBe('ready');
  });

  it('finish what runs while Redis is away', async () => {
    const letGo = fleet.hold('214');
    const here = clientAt(one.url);
    const { job } = await here.start({ url: filmLink('214') });
    await here.until(job, 'fetching');
    await fleet.loseRedis();
    letGo();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await fleet.bringRedisBack();
    expect(await here.ended(job)).toMatchObject({ state: 'ready' });
    expect(fleet.requestsFor('214')).toBeLessThanOrEqual(2);
  });

  it('write no link, title or visitor into Redis, nor into names in the store', async () => {
    const letGo = fleet.hold('215');
    const here = clientAt(one.url);
    const { job } = await here.start({ url: filmLink('215'), name: 'canary name' });
    await here.until(job, 'fetching');
    const client = new Redis(fleet.redis().url);
    const keys = await client.keys('*');
    const dumps = await Promise.all(keys.map((key) => client.dumpBuffer(key)));
    client.disconnect();
    const held = `${keys} ${dumps.map((dump) => dump?.toString('latin1'))}`;
    expect(keys.length).toBeGreaterThan(3);
    const cookie = here.cookie()?.split('=')[1] ?? '';
    for (const secret of ['/215', 'Platform Lab', 'platform_lab', 'canary', 'twimg.com', cookie])
      expect(held).not.toContain(secret);
    letGo();
    expect(await here.ended(job)).toMatchObject({ state: 'ready' });
    const place = await fleet.objects();
    expect(place.length).toBeGreaterThan(0);
    expect(place.filter((name) => !/^(files\/[0-9a-f]{32}|probe\/.*)$/.test(name))).toEqual([]);
  });
});
