// Graceful shutdown: the server refuses new requests, drains running jobs, sends streams a retry time, and exits in time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { FILM_HOST, film, filmLink, filmPath, startFilmLab } from '../fixtures/download/films.ts';
import { readEvents } from '../support/http/http-events.ts';
import { clientAt } from '../support/product/job-client.ts';
import { processesBelow, survivorsOf } from '../support/product/process-tree.ts';
import { freshAddress } from '../support/product/product.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short', 4);
let folder: string;
let lab: Lab;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-drain-'));
  lab = await startFilmLab({ filmOf: () => SHORT, folder, prepared: [SHORT] });
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});
const running: Server[] = [];
afterEach(async () => {
  lab.faults.clear();
  for (const server of running.splice(0)) {
    server.signal('SIGKILL');
    await server.ended();
  }
});
let servers = 0;
const start = async (settings: Readonly<Record<string, string>> = {}) => {
  servers += 1;
  const dataDir = path.join(folder, String(servers));
  const server = await startServer({ lab, dataDir, settings });
  running.push(server);
  return server;
};
const slow = (id: string, bytesPerSecond: number) =>
  lab.faults.add({
    host: FILM_HOST,
    pathPrefix: filmPath(id),
    fault: { kind: 'slow', bytesPerSecond },
  });
/** The status, or 0 when the port is closed. */
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

describe('a server during shutdown', () => {
  it('refuses new downloads, reports not ready, and lets running ones end and be saved', async () => {
    const server = await start();
    const [one, two] = [clientAt(server.url), clientAt(server.url)];
    const undos = [slow('31', 2_000), slow('32', 2_000)];
    const first = await one.start({ url: filmLink('31') });
    const second = await two.start({ url: filmLink('32') });
    await Promise.all([one.until(first.job, 'fetching'), two.until(second.job, 'fetching')]);
    const below = processesBelow(server.pid);
    const ended = server.ended();
    server.signal('SIGTERM');

    await expect.poll(() => statusOf(`${server.url}/readyz`)).toBe(503);
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    const refused = await clientAt(server.url).tryStart({ url: filmLink('33') });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ success: false, code: 'server_busy' });
    for (const undo of undos) undo();

    for (const [visitor, { job }] of [
      [one, first],
      [two, second],
    ] as const) {
      const done = await visitor.ended(job);
      expect(done.error).toBeNull();
      const saved = await visitor.save(done.result?.downloadUrl ?? '');
      expect([saved.status, saved.bytes]).toEqual([200, done.result?.receipt.bytes]);
    }
    expect(await ended).toMatchObject({ code: 0 });
    expect(survivorsOf(below)).toEqual([]);
    expect(server.output()).toContain('"msg":"ended"');
  });

  it('sends two hundred open streams a retry time, and ends them', async () => {
    // It would wait for an hour, if it waited.
    const server = await start({ SHUTDOWN_SECONDS: '3600' });
    const origin = server.url;
    const readers = await Promise.all(
      Array.from({ length: 200 }, () =>
        readEvents(`${origin}/api/download-progress`, { 'x-forwarded-for': freshAddress() }),
      ),
    );
    expect(new Set(readers.map(({ response }) => response.status))).toEqual(new Set([200]));
    const rests = readers.map((reader) => reader.rest());
    const ended = server.ended();
    server.signal('SIGTERM');
    for (const rest of await Promise.all(rests)) expect(rest).toMatch(/retry: \d+\n\n$/);
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('ends at once at the second signal', async () => {
    const server = await start({ SHUTDOWN_SECONDS: '3600' });
    const visitor = clientAt(server.url);
    slow('34', 1000);
    const { job } = await visitor.start({ url: filmLink('34') });
    await visitor.until(job, 'fetching');
    const below = processesBelow(server.pid);
    server.signal('SIGTERM');
    const ended = server.ended();
    await vi.waitUntil(() => server.output().includes('"msg":"ending"'), SLOW_MACHINE_TIMEOUT);
    // Sooner it would join the same download.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    server.signal('SIGTERM');
    await ended;
    await expect.poll(() => survivorsOf(below), { timeout: 3000 }).toEqual([]);
  });

  it('does not wait for a job that takes too long: the next server resumes it', async () => {
    const server = await start({ SHUTDOWN_SECONDS: '6' });
    const visitor = clientAt(server.url);
    const undo = slow('35', 500);
    const { job } = await visitor.start({ url: filmLink('35') });
    await visitor.until(job, 'fetching');
    const ended = server.ended();
    server.signal('SIGTERM');
    const { code, tookMs } = await ended;
    expect(code).toBe(0);
    expect(tookMs).toBeGreaterThan(5000);
    undo();
    servers -= 1;
    const next = visitor.movedTo((await start()).url);
    expect((await next.ended(job)).error).toBeNull();
  });
});
