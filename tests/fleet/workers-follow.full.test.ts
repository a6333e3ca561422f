// A worker that inspects for itself goes on with the arguments that operators set at another server, without a restart; with the real
// yt-dlp against the lab.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { runAdminCommand } from '../../src/commands/admin.ts';
import { readConfig } from '../../src/config.ts';
import type { EngineAnswer } from '../../src/shared/api/engine.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, OCCUPANT, openFleet, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const ANN = { email: 'ann@video.example', password: 'a long enough pass phrase' };
const ROOT = path.resolve(import.meta.dirname, '../..');
const ROLE = `follower_${process.pid}`;
/** Each link is downloaded once, so that the worker has not inspected it before. */
const IDS = Array.from({ length: 24 }, (_, at) => String(710 + at));
const FILMS = IDS.map(filmLink);
const POSTS = LAB_PLATFORMS.twitter.links
  .filter(({ expect: wanted, downloads }) => 'items' in wanted && downloads)
  .map(({ url }) => url)
  .slice(0, 2);
const [GRAPHQL, SYNDICATION] = ['x.com', 'cdn.syndication.twimg.com'];

let fleet: Fleet;
let main: Server;
let ann: JobClient;
let owner: pg.Client;
beforeAll(async () => {
  const films = {
    ...Object.fromEntries(IDS.map((id) => [id, film('Followed', 4)])),
    701: OCCUPANT,
  };
  fleet = await openFleet(films, await sharedStore());
  main = await fleet.start('main', {
    MAX_JOBS: '1',
    ADMIN_EMAIL: ANN.email,
    ADMIN_PASSWORD: ANN.password,
  });
  await fleet.occupy(main, '701');
  owner = new pg.Client({ connectionString: fleet.databaseUrl });
  await owner.connect();
  await owner.query(`create role ${ROLE} login password 'x'`);
  const sql = await readFile(path.join(ROOT, 'deploy/postgres/worker-role.sql'), 'utf8');
  await owner.query(sql.replaceAll('keepreel_worker', ROLE));
  ann = clientAt(main.url);
  expect((await ann.post('/api/admin/login', ANN)).status).toBe(200);
}, 240_000);
afterAll(async () => {
  await owner?.query(`drop owned by ${ROLE} cascade; drop role ${ROLE}`);
  await owner?.end();
  await fleet?.close();
});

/** A worker with its own rights, key and address. */
async function startWorker(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  const key = fleet.folderOf('worker.key');
  const config = readConfig({ SECRET_KEY_FILE: fleet.keyFile });
  const { message } = await runAdminCommand(config, ['worker-key']);
  await writeFile(key, `${message}\n`, { mode: 0o600 });
  const address = new URL(fleet.databaseUrl);
  Object.assign(address, { username: ROLE, password: 'x' });
  return fleet.start('worker', {
    ROLE: 'worker',
    EGRESS_ID: 'home-1',
    DATABASE_URL: address.href,
    SECRET_KEY_FILE: key,
    ...settings,
  });
}

/** Sets arguments and waits until they are in use at the operator's server. */
async function set(args: string | null): Promise<void> {
  const engine = async () => (await (await ann.ask('/api/admin/engine')).json()) as EngineAnswer;
  const answer = await ann.ask('/api/admin/engine/setup', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ arguments: args, isUntried: true }),
  });
  expect(answer.status).toBe(202);
  const isIdle = async () => (await engine()).running === null;
  await vi.waitUntil(isIdle, { ...SLOW_MACHINE_TIMEOUT, interval: 50 });
  expect((await engine()).changes[0]).toMatchObject({ parts: ['arguments'], result: 'switched' });
}
async function endProbation(): Promise<void> {
  const { rows } = await owner.query(`select value from settings where name = 'engine'`);
  const value = JSON.stringify({ ...JSON.parse(rows[0].value), watchUntil: null });
  await owner.query(`update settings set value = $1 where name = 'engine'`, [value]);
}

/** Lets the worker make a file that `main` has inspected before; returns how it ended, and the hosts that were asked for its post. */
async function made(url: string) {
  const before = fleet.lab.requests().length;
  const visitor = clientAt(main.url);
  const { job } = await visitor.start({ url });
  const { state } = await visitor.ended(job);
  const requests = fleet.lab.requests().slice(before);
  const posts = requests.filter(({ path: asked }) =>
    /TweetResultByRestId|tweet-result/.test(asked),
  );
  return { state, hosts: posts.map(({ host }) => host) };
}

it('goes on with them without a restart once they are off probation, and starts with them', async () => {
  const worker = await startWorker();
  for (const url of [...FILMS, ...POSTS])
    expect((await clientAt(main.url).post('/api/inspect', { url })).status).toBe(200);
  const films = [...FILMS];
  const next = () => made(films.shift() ?? '');
  expect(await next()).toEqual({ state: 'ready', hosts: [GRAPHQL] });
  await set('twitter: api=syndication');
  expect(await next()).toEqual({ state: 'ready', hosts: [GRAPHQL] });
  await endProbation();
  // The lab has these films there alone, so that the last one fails.
  const isFollowing = async () => (await next()).hosts[0] === SYNDICATION;
  await vi.waitUntil(isFollowing, { timeout: 90_000, interval: 4000 });
  const [post = '', another = ''] = POSTS;
  expect(await made(post)).toEqual({ state: 'ready', hosts: [SYNDICATION] });
  worker.signal('SIGTERM');
  expect((await worker.ended()).code).toBe(0);
  expect(worker.output()).not.toMatch(/denied|"level":(4|5|6)0/);
  await startWorker({ ENGINE_ARGS: 'twitter: api=graphql' });
  expect(await made(another)).toEqual({ state: 'ready', hosts: [SYNDICATION] });
}, 240_000);
