// How a checked name is dialled: asked for once, refused when one answer is not allowed, and tried address by address.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Listener, listen } from '../../../tests/fixtures/door/listeners.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createCheckedDial, createSteadyFamily } from './dial.ts';
import { isPublic, parseAddress } from './policy/addresses.ts';
import { type Host, readHost } from './policy/host.ts';
import { createEgressPolicy } from './policy/policy.ts';

const never = new AbortController().signal;
const cdn = readHost('cdn.test') as Host;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function origin(): Promise<Listener> {
  const listener = await listen({});
  cleanups.push(listener.close);
  return listener;
}

function setUp(answers: readonly (readonly string[])[], isAllowed = (_: Uint8Array) => true) {
  const clock = createManualClock();
  const asked: string[] = [];
  let refused = 0;
  const direct = createCheckedDial({
    clock,
    policy: { isAllowedAddress: isAllowed, isAllowedPort: () => true },
    ownSite: { isName: () => false, addresses: async () => [] },
    resolve: async (name) => {
      asked.push(name);
      return answers[asked.length - 1] ?? [];
    },
    onRefused: () => {
      refused += 1;
    },
  });
  const dial = (host: Host, port: number, signal: AbortSignal) =>
    direct(host, port, signal, false, createSteadyFamily());
  return { asked, clock, dial, refused: () => refused };
}

describe('dialling a name', () => {
  it('asks once and connects to what was answered, without delay', async () => {
    const { port, hits } = await origin();
    const { asked, clock, dial } = setUp([['127.0.0.1'], ['192.0.2.1']]);
    const socket = await dial(cdn, port, never);
    cleanups.push(() => socket.destroy());
    expect(asked).toEqual(['cdn.test']);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    await until(() => hits() === 1);
    expect(clock.pending()).toBe(0);
  });

  it.each([
    ['the only one', ['127.0.0.1']],
    ['the first', ['127.0.0.1', '5.5.5.5']],
    ['the last', ['5.5.5.5', '2606:4700::1111', '127.0.0.1']],
    ['an IPv4 address written as IPv6', ['5.5.5.5', '::ffff:169.254.169.254']],
    ['one with a zone', ['fe80::1%lo']],
    ['no address at all', ['5.5.5.5', 'localhost']],
  ])('refuses it when %s of its addresses is not public', async (_, answers) => {
    const { hits, port } = await origin();
    const { dial, refused } = setUp([answers], (bytes) => isPublic(bytes));
    await expect(dial(cdn, port, never)).rejects.toMatchObject({ code: 'blocked_target' });
    expect(refused()).toBe(1);
    expect(hits()).toBe(0);
  });

  it('goes to the next address when one refuses, and says so when none is left', async () => {
    const { port } = await origin();
    const closed = await listen({});
    await closed.close();
    const { dial } = setUp([
      ['::1', '127.0.0.1'],
      ['::1', '127.0.0.1'],
    ]);
    const socket = await dial(cdn, port, never);
    cleanups.push(() => socket.destroy());
    expect(socket.remoteAddress).toBe('127.0.0.1');
    await expect(dial(cdn, closed.port, never)).rejects.toMatchObject({
      code: 'origin_unreachable',
    });
  });

  it('does not wait for an address that stays silent', async () => {
    const { port } = await origin();
    // Nothing answers in TEST-NET-1; where it is not even routed the next address comes at once.
    const { clock, dial } = setUp([['192.0.2.1', '192.0.2.2', '127.0.0.1']]);
    const dialling = dial(cdn, port, never);
    await new Promise(setImmediate);
    clock.advance(250);
    clock.advance(250);
    const socket = await dialling;
    cleanups.push(() => socket.destroy());
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(clock.pending()).toBe(0);
  });

  it('tries the families in turn, so that eight dead addresses of one do not hide the other', async () => {
    const { port } = await origin();
    const { dial } = setUp([[...Array(8).fill('::1'), '127.0.0.1']]);
    const socket = await dial(cdn, port, never);
    cleanups.push(() => socket.destroy());
    expect(socket.remoteAddress).toBe('127.0.0.1');
  });

  it('tries eight addresses and no more', async () => {
    const { hits, port } = await origin();
    const dead = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 2}`);
    const { clock, dial } = setUp([
      [...dead, '127.0.0.1'],
      [...dead.slice(1), '127.0.0.1'],
    ]);
    await expect(dial(cdn, port, never)).rejects.toMatchObject({ code: 'origin_unreachable' });
    expect(hits()).toBe(0);
    const socket = await dial(cdn, port, never);
    cleanups.push(() => socket.destroy());
    expect(clock.pending()).toBe(0);
  });

  it('says that a name without an address cannot be reached', async () => {
    const { dial, refused } = setUp([[]]);
    await expect(dial(cdn, 443, never)).rejects.toMatchObject({ code: 'origin_unreachable' });
    expect(refused()).toBe(0);
  });

  it('ends at once with the reason of its signal', async () => {
    const { clock, dial } = setUp([['192.0.2.1']]);
    const controller = new AbortController();
    const dialling = dial(cdn, 443, controller.signal);
    controller.abort(new Error('the visitor left'));
    await expect(dialling).rejects.toThrow('the visitor left');
    await expect(dial(cdn, 443, controller.signal)).rejects.toThrow('the visitor left');
    expect(clock.pending()).toBe(0);
  });
});

describe('the policy of production', () => {
  it('allows public addresses on the ports of the web, and none of this machine', () => {
    const policy = createEgressPolicy({ clock: createManualClock() });
    const allows = (text: string) => policy.isAllowedAddress(parseAddress(text) as Uint8Array);
    expect([443, 80, 22, 8080, 0].map(policy.isAllowedPort)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(allows('8.8.8.8')).toBe(true);
    expect(allows('127.0.0.1')).toBe(false);
    expect(allows('64:ff9b::808:808')).toBe(false);
  });

  it('refuses the public addresses of this machine too, and notices new ones within seconds', () => {
    const addresses = ['5.5.5.5'];
    const interfaces = vi.spyOn(os, 'networkInterfaces').mockImplementation(() => ({
      eth0: addresses.map((address) => ({ address })) as os.NetworkInterfaceInfo[],
    }));
    onTestFinished(() => {
      interfaces.mockRestore();
      syncBuiltinESMExports();
    });
    syncBuiltinESMExports();
    const clock = createManualClock();
    const policy = createEgressPolicy({ clock });
    const allows = (text: string) => policy.isAllowedAddress(parseAddress(text) as Uint8Array);
    expect(['5.5.5.5', '5.5.5.6', '2606:4700::1111'].map(allows)).toEqual([false, true, true]);
    addresses.push('2606:4700::1111%eth0');
    clock.advance(5001);
    expect(['5.5.5.5', '5.5.5.6', '2606:4700::1111'].map(allows)).toEqual([false, true, false]);
    expect(interfaces).toHaveBeenCalledTimes(2);
  });

  it('looks into NAT64 addresses when the operator says so', () => {
    const policy = createEgressPolicy({ clock: createManualClock(), nat64: 'decode' });
    expect(policy.isAllowedAddress(parseAddress('64:ff9b::808:808') as Uint8Array)).toBe(true);
    expect(policy.isAllowedAddress(parseAddress('64:ff9b::7f00:1') as Uint8Array)).toBe(false);
  });
});
