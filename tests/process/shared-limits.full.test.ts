// Two servers with one Redis count a network's requests together, and each for itself while Redis is away.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { film, startFilmLab } from '../fixtures/download/films.ts';
import { solveProof } from '../support/http/solve-proof.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { type RedisServer, startRedis } from '../support/run/redis.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';
import { NOTICE } from '../support/takedowns/takedown-fixture.ts';

const SHORT = film('Short', 4);
/** Five in a quarter of an hour: none comes back while a test lasts. */
const SIGN_INS = 5;

let folder: string;
let lab: Lab;
let redis: RedisServer;
const running: Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-shared-limits-'));
  await writeFile(path.join(folder, 'key'), randomBytes(32));
  lab = await startFilmLab({ filmOf: () => SHORT, folder, prepared: [SHORT] });
  redis = await startRedis();
}, 240_000);
afterAll(async () => {
  for (const server of running) {
    server.signal('SIGKILL');
    await server.ended();
  }
  await redis?.stop();
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

const start = async (name: string, settings: Readonly<Record<string, string>> = {}) => {
  const server = await startServer({
    lab,
    dataDir: path.join(folder, name),
    settings: {
      REDIS_URL: redis.url,
      SECRET_KEY_FILE: path.join(folder, 'key'),
      DMCA_AGENT_NAME: 'Ann',
      DMCA_AGENT_ADDRESS: 'Main Street',
      DMCA_AGENT_EMAIL: 'ann@video.example',
      ...settings,
    },
  });
  running.push(server);
  return server;
};

const post = (server: Server, address: string, pathname: string, body: object) =>
  fetch(`${server.url}${pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

/** The status of signing in with a wrong password. */
const signIn = async (server: Server, address: string) => {
  const email = `${randomBytes(4).toString('hex')}@video.example`;
  const answer = await post(server, address, '/api/admin/login', { email, password: 'not this' });
  return answer.status;
};
/** How often a network may sign in until it is refused, at these servers in turn. */
const drain = async (servers: readonly Server[], address: string) => {
  for (let allowed = 0; ; allowed += 1) {
    const server = servers[allowed % servers.length] as Server;
    if ((await signIn(server, address)) === 429) return allowed;
  }
};
let networks = 0;
const newAddress = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};
/** Asks as ever new networks until the servers count together: what is late on a busy machine is counted alone. */
const together = (servers: readonly Server[]) =>
  vi.waitUntil(async () => (await drain(servers, newAddress())) === SIGN_INS, SLOW_MACHINE_TIMEOUT);
const LOST = 'Redis does not answer';
const said = (server: Server, words: string) => server.output().split(words).length - 1;

describe('two servers with one Redis', () => {
  let one: Server;
  let other: Server;
  beforeAll(async () => {
    [one, other] = await Promise.all([start('one'), start('other')]);
  }, 120_000);

  it('count the requests of a network together', async () => {
    await together([one, other]);
  });

  it('take a solved challenge once', async () => {
    const asked = await fetch(`${one.url}/api/takedowns/challenge`, {
      headers: { 'x-forwarded-for': '192.0.2.3' },
    });
    const proof = solveProof((await asked.json()) as Parameters<typeof solveProof>[0]);
    const notice = { ...NOTICE, links: ['https://youtu.be/dQw4w9WgXcQ'], proof };
    const send = (server: Server) => post(server, '192.0.2.3', '/api/takedowns', notice);
    expect((await send(one)).status).toBe(201);
    expect(await (await send(other)).json()).toMatchObject({ code: 'proof_needed' });
  });

  it('write no address into Redis, and nothing that stays', async () => {
    const client = new Redis(redis.url);
    const keys = await client.keys('*');
    expect(keys.length).toBeGreaterThan(2);
    expect(keys.filter((key) => /\d+\.\d+\.\d+|::|@/.test(key))).toEqual([]);
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
    client.disconnect();
  });

  it.each([
    ['is frozen', () => redis.freeze(), () => redis.thaw()],
    [
      'has crashed',
      () => redis.stop(),
      async () => {
        redis = await startRedis({ port: redis.port });
      },
    ],
  ])('count alone while it %s, and together again afterwards', async (_how, lose, bringBack) => {
    const lost = [one, other].map((server) => said(server, LOST));
    await lose();
    const address = newAddress();
    expect(await drain([one], address)).toBe(SIGN_INS);
    expect(await drain([other], address)).toBe(SIGN_INS);
    // Said once, however many requests there are.
    expect([one, other].map((server) => said(server, LOST))).toEqual(
      lost.map((count) => count + 1),
    );
    await bringBack();
    await together([one, other]);
  });

  it('start while it is away, and use it once it is there', async () => {
    await redis.stop();
    const late = await start('late');
    expect(said(late, 'Redis cannot be reached yet')).toBe(1);
    expect(await drain([late], newAddress())).toBe(SIGN_INS);
    redis = await startRedis({ port: redis.port });
    await together([late, one]);
  });

  it('do not start with a wrong password', async () => {
    const closed = await startRedis({ password: 'secret' });
    await expect(start('stranger', { REDIS_URL: closed.url })).rejects.toThrow(
      /Invalid settings:\nREDIS_URL: Redis cannot be used: .*NOAUTH/,
    );
    await expect(
      start('stranger', { REDIS_URL: closed.url.replace('//', '//:wrong@') }),
    ).rejects.toThrow(/Invalid settings:\nREDIS_URL: Redis cannot be used: .*WRONGPASS/);
    await closed.stop();
  });

  it('do not start without the file of SECRET_KEY_FILE', async () => {
    await expect(
      start('stranger', { SECRET_KEY_FILE: path.join(folder, 'missing') }),
    ).rejects.toThrow(/Invalid settings:\nSECRET_KEY_FILE: .*missing does not exist\. Create it/);
  });
});
