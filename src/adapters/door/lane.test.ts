// What a job may use of its lane: sockets, bytes, idle and total time, its platform's hosts, and nothing once it has ended.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { echo, type Listener, listen } from '../../../tests/fixtures/door/listeners.ts';
import { AMPLE, openTestDoor } from '../../../tests/fixtures/door/open-door.ts';
import {
  openTunnel,
  type RawTunnel,
  speak,
  untilClosed,
} from '../../../tests/fixtures/door/raw-client.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import { createManualClock, type ManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { Budget, Door, Lane } from './door.ts';
import type { DoorOptions } from './index.ts';

const never = new AbortController().signal;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Stage = {
  readonly clock: ManualClock;
  readonly door: Door;
  readonly lane: Lane;
  readonly origin: Listener;
  readonly tunnel: (host?: string) => Promise<RawTunnel>;
};

async function setUp(
  budget: Partial<Budget> = {},
  options: Partial<DoorOptions> = {},
  serve: (socket: Socket) => void = echo,
): Promise<Stage> {
  const clock = createManualClock();
  const origin = await listen({}, serve);
  const door = await openTestDoor({ clock, ...options });
  cleanups.push(origin.close, door.close);
  const lane = door.lane();
  lane.begin('youtube', { ...AMPLE, ...budget });
  const tunnel = async (host = 'cdn.test') => {
    const opened = await openTunnel(lane.proxyUrl, `${host}:${origin.port}`);
    cleanups.push(() => opened.socket.destroy());
    return opened;
  };
  return { clock, door, lane, origin, tunnel };
}

const say = (tunnel: RawTunnel, text: string) =>
  speak(tunnel.socket, text, (received) => received.length >= text.length);

const isOpen = async (tunnel: RawTunnel) => (await say(tunnel, 'ping')) === 'ping';

describe('the sockets of a job', () => {
  it('are as many as its budget says: the 65th tunnel of 64 is refused until one is closed', async () => {
    const { door, lane, origin, tunnel } = await setUp({ maxSockets: 64 });
    const tunnels = await Promise.all(Array.from({ length: 64 }, () => tunnel()));
    expect(new Set(tunnels.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await tunnel()).status).toBe(503);
    expect(origin.hits()).toBe(64);
    expect(lane.use()).toMatchObject({ connections: 64, refused: 1, spent: 'sockets' });
    expect(door.counts().refusedBudget).toBe(1);
    tunnels[0]?.socket.destroy();
    await until(() => origin.open() === 63);
    expect((await tunnel()).status).toBe(200);
  });

  it('are counted before they are dialled, so that a burst does not pass', async () => {
    const { lane, origin } = await setUp({ maxSockets: 8 });
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => lane.connect('cdn.test', origin.port, never)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    await until(() => origin.hits() === 8);
  });
});

describe('the bytes of a job', () => {
  it('end its tunnels when they are spent, before one byte more has reached the client', async () => {
    const { lane, tunnel } = await setUp({ maxBytes: 1_000_000 }, {}, (socket) => {
      const pour = () => {
        while (socket.writable && socket.write(Buffer.alloc(50_000)));
      };
      socket.on('drain', pour);
      pour();
    });
    const first = await tunnel();
    let received = first.rest.length;
    first.socket.on('data', (piece) => {
      received += piece.length;
    });
    await untilClosed(first.socket);
    expect(received).toBeLessThanOrEqual(1_000_000);
    expect(lane.use().spent).toBe('bytes');
    expect((await tunnel()).status).toBe(503);
    lane.end();
    lane.begin('youtube', AMPLE);
    expect((await tunnel()).status).toBe(200);
  });

  it('count what is sent as well', async () => {
    const { lane, tunnel } = await setUp({ maxBytes: 200_000 }, {}, (socket) => socket.resume());
    const { socket } = await tunnel();
    socket.write(Buffer.alloc(400_000));
    await untilClosed(socket);
    expect(lane.use().spent).toBe('bytes');
  });

  it('are counted on connections of our own fetcher too', async () => {
    const { clock, lane, origin } = await setUp({ maxBytes: 1_000_000 }, {}, (socket) =>
      socket.write(Buffer.alloc(3_000_000)),
    );
    const socket = await lane.connect('cdn.test', origin.port, never);
    socket.resume();
    await until(() => socket.bytesRead > 1_000_000);
    clock.advance(100);
    await once(socket, 'close');
    expect(lane.use()).toMatchObject({ connections: 1, spent: 'bytes' });
  });
});

describe('the time of a job', () => {
  it('ends a silent tunnel after the idle time and leaves a busy one', async () => {
    const { clock, lane, tunnel } = await setUp({ idleMs: 30_000 });
    const silent = await tunnel();
    const busy = await tunnel();
    clock.advance(20_000);
    expect(await isOpen(busy)).toBe(true);
    clock.advance(9_800);
    expect(await isOpen(busy)).toBe(true);
    expect(silent.socket.closed).toBe(false);
    clock.advance(300);
    await untilClosed(silent.socket);
    expect(await isOpen(busy)).toBe(true);
    expect(lane.use().spent).toBeNull();
  });

  it('ends everything when the total is over, however busy', async () => {
    const { clock, lane, origin, tunnel } = await setUp({ totalMs: 60_000 });
    const busy = await tunnel();
    for (let second = 1; second < 60; second += 1) {
      clock.advance(1_000);
      expect(await isOpen(busy)).toBe(true);
    }
    clock.advance(1_100);
    await untilClosed(busy.socket);
    expect(lane.use().spent).toBe('time');
    await expect(lane.connect('cdn.test', origin.port, never)).rejects.toMatchObject({
      code: 'timeout',
    });
    expect((await tunnel()).status).toBe(504);
  });
});

describe('a lane between two jobs', () => {
  it('keeps its tunnels for the idle time, so that the next job finds them', async () => {
    const { clock, lane, tunnel } = await setUp();
    const kept = await tunnel();
    await say(kept, 'hello');
    expect(lane.end()).toMatchObject({ bytesIn: 5, bytesOut: 5, connections: 1 });
    clock.advance(29_000);
    lane.begin('youtube', AMPLE);
    clock.advance(10_000);
    expect(await isOpen(kept)).toBe(true);
    expect(lane.use()).toMatchObject({ bytesIn: 4, bytesOut: 4, connections: 0 });
    lane.end();
    clock.advance(30_100);
    await untilClosed(kept.socket);
  });

  it('cuts a tunnel on which the client sends, and lets none of it out', async () => {
    const { lane, origin, tunnel } = await setUp();
    const kept = await tunnel();
    lane.end();
    expect(await say(kept, 'a word too late')).toBe('');
    await until(() => origin.open() === 0);
    expect(origin.heard()).toBe('');
  });

  it('lets nothing new out, neither by connect nor by the dispatcher', async () => {
    const { lane, origin } = await setUp();
    const address = `http://cdn.test:${origin.port}/`;
    lane.end();
    await expect(lane.connect('cdn.test', origin.port, never)).rejects.toMatchObject({
      code: 'cancelled',
    });
    await expect(request(address, { dispatcher: lane.dispatcher })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(origin.hits()).toBe(0);
  });

  it('calls off what was being dialled', async () => {
    const asked: string[] = [];
    const resolve = (name: string) => {
      asked.push(name);
      return new Promise<never>(() => undefined);
    };
    const { lane, tunnel } = await setUp({}, { resolve });
    const connecting = expect(lane.connect('a.test', 443, never)).rejects.toMatchObject({
      code: 'cancelled',
    });
    const asking = tunnel('b.test');
    await until(() => asked.length === 2);
    lane.end();
    await connecting;
    expect((await asking).status).toBe(407);
  });

  it('cannot be begun twice, nor after it was closed', async () => {
    const { lane } = await setUp();
    expect(() => lane.begin('youtube', AMPLE)).toThrow(TypeError);
    lane.close();
    lane.close();
    expect(() => lane.begin('youtube', AMPLE)).toThrow(TypeError);
  });

  it('runs no timer once it is shut and empty', async () => {
    const { clock, door, lane, tunnel } = await setUp();
    const { socket } = await tunnel();
    lane.end();
    clock.advance(31_000);
    await untilClosed(socket);
    clock.advance(1_000);
    expect(clock.pending()).toBe(0);
    await door.close();
    expect(clock.pending()).toBe(0);
  });
});

it('the ports of a job are those of the policy, before anything is dialled', async () => {
  const policy = { isAllowedAddress: () => true, isAllowedPort: (port: number) => port === 443 };
  const { door, lane, origin, tunnel } = await setUp({}, { policy });
  await expect(lane.connect('cdn.test', origin.port, never)).rejects.toMatchObject({
    code: 'blocked_target',
  });
  expect((await tunnel()).status).toBe(403);
  expect(origin.hits()).toBe(0);
  expect(door.counts().refusedPort).toBe(2);
  expect(lane.use().refused).toBe(2);
});

describe('the hosts of a platform', () => {
  const isListed = (platform: string, host: string) => host === `${platform}.test`;

  it('are only counted while the list is being observed', async () => {
    const { door, tunnel } = await setUp({}, { hosts: { mode: 'observe', isListed } });
    expect((await tunnel('youtube.test')).status).toBe(200);
    expect((await tunnel('elsewhere.test')).status).toBe(200);
    expect(door.counts()).toMatchObject({ unlistedHost: 1, opened: 2 });
  });

  it('are all that a job may reach when the list is enforced, kept tunnels included', async () => {
    const { door, lane, origin, tunnel } = await setUp(
      {},
      { hosts: { mode: 'enforce', isListed } },
    );
    const youtube = await tunnel('youtube.test');
    expect(youtube.status).toBe(200);
    expect((await tunnel('elsewhere.test')).status).toBe(403);
    expect((await tunnel('127.0.0.1')).status).toBe(403);
    expect(origin.hits()).toBe(1);
    expect(door.counts().unlistedHost).toBe(2);
    lane.end();
    lane.begin('tiktok', AMPLE);
    await untilClosed(youtube.socket);
    expect((await tunnel('tiktok.test')).status).toBe(200);
  });
});
