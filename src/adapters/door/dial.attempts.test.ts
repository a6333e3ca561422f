// How long an address may stay silent, and what becomes of the attempts that did not win; over sockets that the test holds.
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createCheckedDial, createSteadyFamily } from './dial.ts';

class HeldSocket extends EventEmitter {
  isDestroyed = false;
  remoteAddress: string;
  constructor(address: string) {
    super();
    this.remoteAddress = address;
  }
  destroy(error?: Error) {
    this.isDestroyed = true;
    if (error) this.emit('error', error);
  }
}

const [FIRST, SECOND] = ['192.0.2.1', '192.0.2.2'];
const name = { kind: 'name', name: 'cdn.test' } as const;
const never = new AbortController().signal;

let sockets: HeldSocket[];
let connecting: { readonly mockRestore: () => void };
beforeEach(() => {
  sockets = [];
  connecting = vi.spyOn(net, 'connect').mockImplementation(((options: { host: string }) => {
    const socket = new HeldSocket(options.host);
    sockets.push(socket);
    return socket;
  }) as never);
  syncBuiltinESMExports();
});
afterEach(() => {
  connecting.mockRestore();
  syncBuiltinESMExports();
});

/** Dials a name; resolves once its first address is tried. */
async function dialling(
  answers: string[],
  { signal = never, own = [] as string[], isListed = false, steady = createSteadyFamily() } = {},
) {
  const clock = createManualClock();
  const refused = vi.fn();
  const dial = createCheckedDial({
    clock,
    policy: { isAllowedAddress: () => true, isAllowedPort: () => true },
    ownSite: {
      isName: () => false,
      addresses: async () => own.map((text) => Uint8Array.from(text.split('.').map(Number))),
    },
    resolve: async () => answers,
    onRefused: refused,
  });
  const result = dial(name, 443, signal, isListed, steady).then(
    (socket) => socket as unknown,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  await new Promise(setImmediate);
  return { clock, result, refused };
}
const tried = () => sockets.map(({ remoteAddress }) => remoteAddress);
const areDestroyed = () => sockets.map(({ isDestroyed }) => isDestroyed);

it('the next address is tried after a quarter of a second, and the first that accepts wins', async () => {
  const { clock, result } = await dialling([FIRST, SECOND]);
  clock.advance(249);
  expect(tried()).toEqual([FIRST]);
  clock.advance(1);
  expect(tried()).toEqual([FIRST, SECOND]);
  sockets[1]?.emit('connect');
  expect(await result).toBe(sockets[1]);
  expect([areDestroyed(), clock.pending()]).toEqual([[true, false], 0]);
});

it('an address that refuses is followed by the next at once, and a silent one may still win', async () => {
  const { clock, result } = await dialling([FIRST, SECOND, '192.0.2.3']);
  clock.advance(250);
  sockets[1]?.emit('error', new Error('refused'));
  expect(tried()).toEqual([FIRST, SECOND, '192.0.2.3']);
  sockets[2]?.emit('error', new Error('refused'));
  sockets[0]?.emit('connect');
  expect(await result).toBe(sockets[0]);
  expect([areDestroyed()[0], clock.pending()]).toEqual([false, 0]);
});

it('silent addresses are given up after ten seconds', async () => {
  const { clock, result } = await dialling([FIRST, SECOND]);
  clock.advance(9_999);
  expect(areDestroyed()).toEqual([false, false]);
  clock.advance(1);
  expect(await result).toBe('timeout');
  expect([areDestroyed(), clock.pending()]).toEqual([[true, true], 0]);
});

it('a dialler who leaves while addresses are silent leaves nothing behind', async () => {
  const leaving = new AbortController();
  const { clock, result } = await dialling([FIRST, SECOND], { signal: leaving.signal });
  clock.advance(250);
  leaving.abort(new Error('left'));
  expect(await result).toBe('left');
  expect([areDestroyed(), clock.pending()]).toEqual([[true, true], 0]);
});

it.each([
  ['another address', '10.0.0.1'],
  ['no address', ''],
])('a connection to %s than the checked one is not used', async (_what, reached) => {
  const { result } = await dialling([FIRST]);
  const [socket] = sockets;
  if (socket) socket.remoteAddress = reached;
  socket?.emit('connect');
  expect([await result, areDestroyed()]).toEqual(['origin_unreachable', [true]]);
});

it('a name without an address is not tried', async () => {
  const { result, refused } = await dialling([]);
  expect([await result, tried(), refused.mock.calls.length]).toEqual(['origin_unreachable', [], 0]);
});

it.each([
  ['refused', false, []],
  ['tried where a platform may share them', true, [SECOND]],
])('the addresses of this site are %s', async (_what, isListed, expected) => {
  const leaving = new AbortController();
  const { result, refused } = await dialling([SECOND], {
    own: [FIRST, SECOND],
    isListed,
    signal: leaving.signal,
  });
  leaving.abort(new Error('left'));
  expect([tried(), await result]).toEqual([expected, isListed ? 'left' : 'blocked_target']);
  expect(refused).toHaveBeenCalledTimes(isListed ? 0 : 1);
});

it('a family that is in use has five seconds to connect before the other one is tried', async () => {
  const steady = createSteadyFamily(4);
  const answers = ['2001:db8::1', FIRST, SECOND];
  const { clock, result } = await dialling(answers, { isListed: true, steady });
  clock.advance(250);
  clock.advance(4749);
  expect(tried()).toEqual([FIRST, SECOND]);
  clock.advance(1);
  await new Promise(setImmediate);
  expect(tried()).toEqual([FIRST, SECOND, '2001:db8::1']);
  expect(areDestroyed()).toEqual([true, true, false]);
  sockets[2]?.emit('connect');
  expect(await result).toBe(sockets[2]);
  expect(steady).toMatchObject({ family: 6, hasSwitched: true });
  expect(clock.pending()).toBe(0);
});
