// The engine reaches the network only through the egress proxy: canaries on this machine receive no direct connection.
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/adapters/clock/system.ts';
import type { Door } from '../../src/adapters/door/door.ts';
import { createDoor } from '../../src/adapters/door/index.ts';
import { probeSandboxes } from '../../src/adapters/process/probe-sandboxes.ts';
import { SANDBOX_KINDS, type Sandbox } from '../../src/adapters/process/sandbox.ts';
import type { WorkerPool } from '../../src/adapters/ytdlp/workers/pool.ts';
import { AMPLE, OPEN_POLICY } from '../fixtures/door/open-door.ts';
import { misbehavingPool, misbehaviour } from '../fixtures/engine/misbehaving-pool.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const never = new AbortController().signal;
type Target = readonly [family: string, kind: string, address: string | readonly [string, number]];

/** Listeners that count what reaches them. */
async function openCanaries() {
  const hits: string[] = [];
  const servers: Server[] = [];
  const targets: Target[] = [];
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  for (const host of ['127.0.0.1', '127.0.0.53', '::1', ...own]) {
    const server = createServer(() => hits.push(host)).on('error', () => undefined);
    server.listen(0, host);
    // A machine may be without IPv6.
    const isThere = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    const address = server.address();
    if (!isThere || typeof address !== 'object' || !address) continue;
    servers.push(server);
    targets.push([
      host.includes(':') ? 'AF_INET6' : 'AF_INET',
      'SOCK_STREAM',
      [host, address.port],
    ]);
  }
  const name = `@keepreel-canary-${process.pid}`;
  const abstract = createServer(() => hits.push(name)).listen(`\0${name.slice(1)}`);
  await once(abstract, 'listening');
  servers.push(abstract);
  targets.push(['AF_UNIX', 'SOCK_STREAM', name]);
  const datagrams: DatagramSocket = createSocket('udp4').on('message', () => hits.push('udp'));
  datagrams.bind(0, '127.0.0.1');
  await once(datagrams, 'listening');
  targets.push(['AF_INET', 'SOCK_DGRAM', ['127.0.0.1', datagrams.address().port]]);
  return {
    hits,
    targets,
    async close() {
      for (const server of servers) server.close();
      datagrams.close();
    },
  };
}

/** What a worker could reach by itself. */
async function reach(pool: WorkerPool, targets: readonly Target[]): Promise<Target[]> {
  const answer = await pool.inspect(misbehaviour('reach', JSON.stringify(targets)), never);
  const { info } = answer as unknown as { info: { description: string } };
  return JSON.parse(info.description);
}

const sandboxes: Sandbox[] = [];
for (const kind of SANDBOX_KINDS) {
  const sandbox = await probeSandboxes([kind]);
  if (sandbox.kind === kind && sandbox.isolatesNetwork) sandboxes.push(sandbox);
}

describe('an engine', () => {
  let canaries: Awaited<ReturnType<typeof openCanaries>>;
  let door: Door;
  beforeAll(async () => {
    canaries = await openCanaries();
    door = await createDoor({
      clock: systemClock,
      hosts: { mode: 'observe', isListed: () => true },
    });
  });
  afterAll(async () => {
    await canaries.close();
    await door.close();
  });

  it.each(sandboxes.map((sandbox) => [sandbox.kind, sandbox] as const))(
    'in a sandbox of kind %s reaches nothing but the egress proxy',
    async (_kind, sandbox) => {
      const lane = door.lane();
      const pool = misbehavingPool(sandbox, {
        door,
        lanes: () => ({
          proxyUrl: lane.proxyUrl,
          begin: ({ platform }) =>
            lane.begin(platform, { maxBytes: 1e6, maxSockets: 8, idleMs: 5000, totalMs: 20_000 }),
          end: () => lane.end(),
          close: lane.close,
        }),
        spare: 0,
      });
      try {
        // A datagram is always sent; whether it arrived is what its canary knows.
        const reached = await reach(pool, canaries.targets);
        expect(reached.filter(([, kind]) => kind === 'SOCK_STREAM')).toEqual([]);
        expect(canaries.hits).toEqual([]);
        const before = door.counts().refusedAddress;
        const answer = await pool.inspect(misbehaviour('ask', 'http://10.0.0.1/'), never);
        expect(answer.ok).toBe(false);
        expect(door.counts().refusedAddress).toBe(before + 1);
      } finally {
        await pool.close();
      }
    },
  );

  it('says by which address family it reached the platform, which it does not know itself', async () => {
    const bothFamilies = await createDoor({
      clock: systemClock,
      hosts: { mode: 'observe', isListed: () => true },
      policy: OPEN_POLICY,
      resolve: async () => ['127.0.0.1', '::1'],
    });
    const lane = bothFamilies.lane();
    const pool = misbehavingPool(await probeSandboxes(), {
      lanes: () => ({
        proxyUrl: lane.proxyUrl,
        begin: ({ platform, family }) => lane.begin(platform, AMPLE, family),
        end: () => lane.end(),
        family: lane.family,
        close: lane.close,
      }),
      spare: 0,
    });
    const page = createHttpServer((_, answer) => answer.end('a page')).listen(0, '::1');
    await once(page, 'listening');
    const { port } = page.address() as AddressInfo;
    const ask = { ...misbehaviour('ask', `http://site.test:${port}/`), family: 6 } as const;
    try {
      expect(await pool.inspect(ask, never)).toMatchObject({ ok: true, family: 6 });
    } finally {
      await pool.close();
      await bothFamilies.close();
      page.close();
    }
  });

  it('with the network of this machine would reach every target', async () => {
    const pool = misbehavingPool(await probeSandboxes());
    try {
      expect(await reach(pool, canaries.targets)).toEqual(canaries.targets);
      await vi.waitUntil(
        () => canaries.hits.length === canaries.targets.length,
        SLOW_MACHINE_TIMEOUT,
      );
    } finally {
      await pool.close();
    }
  });

  it('can be kept from the network here', () => {
    // Where no sandbox can, `npm run doctor` says so; the machines that run these tests can.
    expect(sandboxes.length).toBeGreaterThan(0);
  });
});
