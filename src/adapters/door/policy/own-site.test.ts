// The door never leads back to this site: neither by its name nor, for hosts of no platform, by the addresses of its name.
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../../tests/fixtures/door/listeners.ts';
import { AMPLE, openTestDoor, throughProxy } from '../../../../tests/fixtures/door/open-door.ts';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import type { DoorOptions } from '../index.ts';

const never = new AbortController().signal;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A door of the site video.example, which resolves as `own` says; every other name means this machine. */
async function setUp(
  own: () => Promise<readonly string[]> = async () => ['127.0.0.1'],
  options: Partial<DoorOptions> = {},
) {
  const clock = createManualClock();
  const listener = await listen({});
  let asked = 0;
  const door = await openTestDoor({
    clock,
    ownHost: 'video.example',
    hosts: { mode: 'observe', isListed: (_platform, host) => host.endsWith('.cdn.test') },
    resolve: async (name) => {
      if (name !== 'video.example') return ['127.0.0.1'];
      asked += 1;
      return own();
    },
    ...options,
  });
  cleanups.push(listener.close, door.close);
  const lane = door.lane();
  lane.begin('youtube', AMPLE);
  const connect = async (host: string) => {
    const socket = await lane.connect(host, listener.port, never);
    cleanups.push(() => socket.destroy());
    return socket;
  };
  return { clock, door, connect, listener, asked: () => asked };
}

const REFUSED = { code: 'blocked_target' };

describe('the door of a site with a public name', () => {
  it.each(['video.example', 'VIDEO.Example.'])('refuses that name: %s', async (name) => {
    const { connect, door, listener } = await setUp();
    await expect(connect(name)).rejects.toMatchObject(REFUSED);
    expect(door.counts().refusedHost).toBe(1);
    expect(listener.hits()).toBe(0);
  });

  it('refuses that name before an upstream proxy is asked for it', async () => {
    const proxy = await listen({});
    cleanups.push(proxy.close);
    const { connect } = await setUp(undefined, {
      egresses: [throughProxy(`http://127.0.0.1:${proxy.port}`)],
    });
    await expect(connect('video.example')).rejects.toMatchObject(REFUSED);
    expect(proxy.hits()).toBe(0);
  });

  it.each(['elsewhere.test', '127.0.0.1'])(
    'refuses what leads to the same address: %s',
    async (host) => {
      const { connect, door, listener } = await setUp();
      await expect(connect(host)).rejects.toMatchObject(REFUSED);
      expect(door.counts().refusedAddress).toBe(1);
      expect(listener.hits()).toBe(0);
    },
  );

  it.each([
    ['127.0.0.1', 'elsewhere.test'],
    ['[::1]', '::1'],
  ])('refuses its address where the site has no name: %s', async (ownHost, host) => {
    const { connect } = await setUp(undefined, { ownHost });
    await expect(connect(host)).rejects.toMatchObject(REFUSED);
  });

  it('lets a platform’s own hosts pass, which may share a delivery network with the site', async () => {
    const { connect } = await setUp();
    expect((await connect('media.cdn.test')).remoteAddress).toBe('127.0.0.1');
  });

  it('lets other addresses pass, and follows the site where it moves to', async () => {
    let addresses = ['127.0.0.2'];
    const { connect, clock, asked } = await setUp(async () => addresses);
    await connect('elsewhere.test');
    await connect('elsewhere.test');
    clock.advance(59_000);
    await connect('elsewhere.test');
    expect(asked()).toBe(1);
    addresses = ['127.0.0.1'];
    clock.advance(1001);
    await expect(connect('elsewhere.test')).rejects.toMatchObject(REFUSED);
    expect(asked()).toBe(2);
  });

  it('goes by the addresses of its name, whatever else the answer has in it', async () => {
    const { connect } = await setUp(async () => ['fe80::1%lo', 'no address', '127.0.0.1']);
    await expect(connect('elsewhere.test')).rejects.toMatchObject(REFUSED);
  });

  it('goes by the last answer while its name cannot be resolved', async () => {
    let isDown = true;
    const { connect, clock } = await setUp(async () => {
      if (isDown) throw new Error('no answer');
      return ['127.0.0.1'];
    });
    await connect('elsewhere.test');
    isDown = false;
    clock.advance(60_001);
    await expect(connect('elsewhere.test')).rejects.toMatchObject(REFUSED);
    isDown = true;
    clock.advance(60_001);
    await expect(connect('elsewhere.test')).rejects.toMatchObject(REFUSED);
  });
});

it.each(['localhost', 'nas', 'nas.local'])(
  'a site that only its network knows is not looked up: %s',
  async (ownHost) => {
    const names: string[] = [];
    const resolve = async (name: string) => {
      names.push(name);
      return ['127.0.0.1'];
    };
    const { connect } = await setUp(undefined, { ownHost, resolve });
    await connect('elsewhere.test');
    expect(names).toEqual(['elsewhere.test']);
  },
);

it('a site without a public name refuses nothing for that', async () => {
  const { connect } = await setUp(undefined, { ownHost: undefined });
  await connect('elsewhere.test');
  await connect('video.example');
});
