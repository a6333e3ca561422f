// While one network uses its whole share of a resource, a visitor elsewhere is served as usual.
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { SHARED_RESOURCES } from '../../src/core/limits/network-bounds.ts';
import type { DownloadRequest, Job } from '../../src/shared/api/download.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

/** What is known to the lab, and how many of them there are to ask for. */
const GOOD = 'https://www.youtube.com/watch?v=labMain_001';
const tiktok = (n: number) => `https://www.tiktok.com/@somebody/video/75123456789${10_000_000 + n}`;
const hex = (n: number) => n.toString(16);

let product: Product;
let origin: string;
const leaving = new AbortController();
const undo: (() => void)[] = [];

beforeAll(async () => {
  product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1', MAX_JOBS: '4' });
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`;
}, 60_000);
afterEach(() => {
  for (const back of undo.splice(0)) back();
});
afterAll(async () => {
  leaving.abort();
  await product.close();
});

type Asked = { readonly status: number; readonly body: Record<string, unknown> };

const ask = async (from: string, path: string, init: RequestInit = {}) => {
  const headers = { 'x-forwarded-for': from, ...(init.headers as Record<string, string>) };
  return fetch(new URL(path, origin), { signal: leaving.signal, ...init, headers });
};
const post = async (
  from: string,
  path: string,
  body: object,
  init: RequestInit = {},
): Promise<Asked> => {
  const response = await ask(from, path, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const inspect = (from: string, url: string, signal?: AbortSignal) =>
  post(from, '/api/inspect', { url }, signal ? { signal } : {});
/** Asks for a download as a visitor who has no cookie yet. */
const start = (from: string, url: string) =>
  post(from, '/api/download', { url }, { headers: { prefer: 'respond-async' } });
/** A visitor with a cookie of its own, for one download. */
const makeVisitor = (from: string) => ({
  async start(wish: DownloadRequest) {
    const response = await ask(from, '/api/download', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(wish),
    });
    expect(response.status).toBe(202);
    const { job } = (await response.json()) as Job;
    const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    return {
      job: async () =>
        (await (await ask(from, `/api/jobs/${job}`, { headers: { cookie } })).json()) as Job,
      cancel: () => ask(from, '/api/cancel-download', { method: 'POST', headers: { cookie } }),
    };
  },
});
const subnet = (n: number) => `2001:db8:1:${hex(n)}::1`;
const countsOf = (answers: readonly Asked[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = `${status} ${body['code'] ?? 'ok'}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const hang = (host: string) => {
  undo.push(product.lab.faults.add({ host, pathPrefix: '/', fault: { kind: 'hang' } }));
};

it('inspects the link of a visitor elsewhere while one /48 holds all the workers it may', async () => {
  hang('.tiktok.com');
  const answers: Asked[] = [];
  const stop = new AbortController();
  for (let n = 0; n < 50; n += 1) {
    inspect(subnet(n * 64), tiktok(n), stop.signal).then(
      (answer) => answers.push(answer),
      () => undefined, // called off below
    );
  }
  const { perNetwork } = SHARED_RESOURCES.waitingInspections;
  // Six of eight workers and the places of a /48 in the queue; the rest is refused with a time to retry.
  await vi.waitUntil(() => answers.length === 50 - 6 - perNetwork[48], SLOW_MACHINE_TIMEOUT);
  expect(countsOf(answers)).toEqual({ '429 too_many_requests': answers.length });
  const elsewhere = await inspect(freshAddress(), GOOD);
  expect([elsewhere.status, elsewhere.body['success']]).toEqual([200, true]);
  stop.abort();
});

it('counts the inspection of a download like any other', async () => {
  hang('.tiktok.com');
  const from = freshAddress();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => inspect(from, `https://youtu.be/made-up-${hex(n + 256)}`)),
  );
  expect(countsOf(answers)['429 too_many_requests']).toBeUndefined();
  // Some come back while a busy machine inspects. Downloads have a limit of their own, which five are far below.
  const started = await Promise.all(
    Array.from({ length: 5 }, (_, n) => start(from, tiktok(500 + n))),
  );
  expect(countsOf(started)['429 too_many_requests']).toBeGreaterThan(0);
});

it('takes downloads of visitors elsewhere while one /56 and one /48 have as many open as they may', async () => {
  hang('.tiktok.com');
  const { perNetwork } = SHARED_RESOURCES.openJobs;
  const within = (n: number) => `2001:db8:2:${hex(n)}::1`;
  const near = await Promise.all(
    Array.from({ length: perNetwork[56] + 4 }, (_, n) => start(within(n), tiktok(1000 + n))),
  );
  const far = await Promise.all(
    Array.from({ length: perNetwork[48] }, (_, n) =>
      start(within((n + 1) * 256), tiktok(2000 + n)),
    ),
  );
  // Their rate holds them back before the number does, see core/downloading/open-limits.test.ts for that.
  for (const answers of [near, far]) {
    const { '202 ok': taken = 0, ...refused } = countsOf(answers);
    expect(taken).toBeGreaterThan(perNetwork.address);
    expect(Object.keys(refused)).toEqual(['429 too_many_requests']);
  }
  expect(countsOf([await start(freshAddress(), GOOD)])).toEqual({ '202 ok': 1 });
});

it('makes the file of a visitor elsewhere while one address holds all the running jobs it may', async () => {
  const media = { host: 'v16-webapp-prime.tiktok.com', pathPrefix: '/' } as const;
  undo.push(product.lab.faults.add({ ...media, fault: { kind: 'hang' } }));
  const from = freshAddress();
  const post = `https://www.tiktok.com/@somebody/video/7512345678901234501`;
  // Five different files: high and medium are the same here.
  const wishes: DownloadRequest[] = [
    { url: post, format: 'mp4', quality: 'high' },
    { url: post, format: 'mp4', quality: 'low' },
    { url: post, format: 'mp3', quality: 'high' },
    { url: post, format: 'mp3', quality: 'medium' },
    { url: post, format: 'mp3', quality: 'low' },
  ];
  const jobs = await Promise.all(wishes.map((wish) => makeVisitor(from).start(wish)));
  const phases = async () =>
    Promise.all(jobs.map(async (each) => (await each.job()).progress.phase));

  const running = async () => (await phases()).filter((phase) => phase === 'fetching').length;
  // Seldom, for asking has its limit too.
  await vi.waitUntil(async () => (await running()) === 3, {
    ...SLOW_MACHINE_TIMEOUT,
    interval: 500,
  });
  const elsewhere = await makeVisitor(freshAddress()).start({ url: GOOD, quality: 'low' });
  await vi.waitUntil(async () => (await elsewhere.job()).state === 'ready', {
    ...SLOW_MACHINE_TIMEOUT,
    interval: 200,
  });
  expect(await running()).toBe(3);
  await Promise.all(jobs.map((each) => each.cancel()));
});

it('lets a visitor elsewhere follow a job while one /48 has all the streams it may', async () => {
  const { perNetwork } = SHARED_RESOURCES.eventStreams;
  const open = (from: string) => ask(from, '/api/download-progress?job=*');
  const statuses = async (count: number, from: (n: number) => string) => {
    const responses = await Promise.all(Array.from({ length: count }, (_, n) => open(from(n))));
    return responses.map(({ status }) => status);
  };
  const sumOf = (list: number[], status: number) => list.filter((one) => one === status).length;
  const address = await statuses(perNetwork.address + 2, () => '2001:db8:9:100::1');
  expect([sumOf(address, 200), sumOf(address, 429)]).toEqual([perNetwork.address, 2]);
  const rest = perNetwork[48] - perNetwork.address;
  const all = await statuses(rest + 2, (n) => `2001:db8:9:${hex((n + 2) * 256)}::1`);
  expect([sumOf(all, 200), sumOf(all, 429)]).toEqual([rest, 2]);
  expect((await open(freshAddress())).status).toBe(200);
});

it('limits the description of its interface, and the pages, like everything else', async () => {
  const from = freshAddress();
  const statuses = new Set<number>();
  for (let n = 0; n < 70; n += 1)
    statuses.add((await ask(from, n % 2 ? '/api/openapi.json' : '/api/docs')).status);
  expect(statuses).toEqual(new Set([200, 429]));
  expect((await ask(freshAddress(), '/api/docs')).status).toBe(200);
});
