// A server whose SQLite file another process has locked: it still answers, refuses writes within a deadline, and loses nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { FILM_HOST, film, filmLink, filmPath, startFilmLab } from '../fixtures/download/films.ts';
import { clientAt } from '../support/product/job-client.ts';
import { keptFiles } from '../support/product/left-behind.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { holdWriteLock } from '../support/run/hold-write-lock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short', 4);

let folder: string;
let lab: Lab;
let server: Server;
let letGo: (() => Promise<void>) | undefined;
const dataDir = () => path.join(folder, 'data');
const lock = async () => {
  letGo = await holdWriteLock(path.join(dataDir(), 'keepreel.sqlite'));
  return letGo;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-locked-'));
  lab = await startFilmLab({ filmOf: () => SHORT, folder, prepared: [SHORT] });
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  server = await startServer({ lab, dataDir: dataDir() });
});
afterEach(async () => {
  await letGo?.();
  lab.faults.clear();
  server.signal('SIGKILL');
  await server.ended();
});

/** Whether the process still runs; sends it no request. */
function watch(work: Promise<unknown>): () => boolean {
  let isRunning = true;
  const ends = () => {
    isRunning = false;
  };
  work.then(ends, ends);
  return () => isRunning;
}

it('pages, reads and page views are answered while a download waits to be stored', async () => {
  const release = await lock();
  const visitor = clientAt(server.url);
  const started = visitor.start({ url: filmLink('1') });
  const isWaiting = watch(started);
  const statuses: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    for (const where of ['/healthz', '/', '/api/trending', '/api/status', '/api/jobs'])
      statuses.push((await visitor.ask(where)).status);
    const view = await visitor.post('/api/page-views', { path: '/', language: 'en' });
    statuses.push(view.status);
  }
  expect(isWaiting()).toBe(true);
  expect(statuses).toEqual([1, 2, 3].flatMap(() => [200, 200, 200, 200, 200, 204]));
  await release();
  expect((await visitor.ended((await started).job)).state).toBe('ready');
  const database = new DatabaseSync(path.join(dataDir(), 'keepreel.sqlite'), { readOnly: true });
  const views = () => database.prepare('select path, language, views from page_views').all();
  await vi.waitUntil(() => views().length > 0, SLOW_MACHINE_TIMEOUT);
  expect(views()).toEqual([{ path: '/', language: 'en', views: 3 }]);
  database.close();
});

it('a download that cannot be stored within five seconds is refused with a retry time', async () => {
  await lock();
  const refused = clientAt(server.url).tryStart({ url: filmLink('2') });
  const isWaiting = watch(refused);
  let answers = 0;
  while (isWaiting()) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    answers += 1;
  }
  // Hundreds on an idle machine.
  expect(answers).toBeGreaterThan(20);
  const answer = await refused;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ success: false, code: 'server_busy' });
});

it('a download that ends meanwhile succeeds, however long storing that takes', async () => {
  const visitor = clientAt(server.url);
  const before = keptFiles(dataDir()).length;
  lab.faults.add({
    host: FILM_HOST,
    pathPrefix: filmPath('3'),
    fault: { kind: 'slow', bytesPerSecond: 2000 },
  });
  const { job } = await visitor.start({ url: filmLink('3') });
  await visitor.until(job, 'fetching');
  const release = await lock();
  lab.faults.clear();
  await vi.waitUntil(() => keptFiles(dataDir()).length > before, SLOW_MACHINE_TIMEOUT);
  // As long as it takes until a write is given up.
  expect((await clientAt(server.url).tryStart({ url: filmLink('4') })).status).toBe(503);
  await release();
  const ended = await visitor.ended(job);
  expect([ended.state, (await visitor.job(job)).state]).toEqual(['ready', 'ready']);
  expect((await visitor.save(ended.result?.downloadUrl ?? '')).status).toBe(200);
});
