import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { Callers } from '../async/single-flight.ts';
import { createFairTurns, type FairTurnsOptions, type TurnCaller } from './fair-turns.ts';
import { OWN_NETWORK } from './networks.ts';

const { signal } = new AbortController();
const FEW = '192.0.2.1/32';
const OTHER = '192.0.2.2/32';
const network = (n: number) => `198.51.100.${n}/32`;
const subnet = (n: number) => `2001:db8:1:${n.toString(16)}::/64`;

const alone = (caller: TurnCaller): Callers<TurnCaller> => ({
  all: () => [caller],
  onJoin: () => undefined,
});

/** Turns with work that the test ends. */
function makeTurns(options: Partial<FairTurnsOptions> = {}) {
  const clock = createManualClock();
  const turns = createFairTurns({
    clock,
    slots: 4,
    runningPerNetwork: { address: 3, 56: 3, 48: 3 },
    maxWaiting: 20,
    waitingPerNetwork: { address: 5, 56: 7, 48: 10 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 5,
    maxWaitMs: 25_000,
    ...options,
  });
  const running = new Map<string, () => void>();
  const ends = new Map<string, string>();
  const request = (name: string, from: string | Callers<TurnCaller>, callSignal = signal) => {
    const callers = typeof from === 'string' ? alone({ network: from, canWait: false }) : from;
    const work = () =>
      new Promise<void>((resolve) => {
        running.set(name, () => {
          running.delete(name);
          resolve();
        });
      });
    turns.run(callers, callSignal, work).then(
      () => ends.set(name, 'done'),
      (error) => ends.set(name, error.code ?? String(error)),
    );
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    running.get(name)?.();
    await settled();
  };
  return {
    turns,
    clock,
    request,
    end,
    ends,
    settled,
    running: () => [...running.keys()].join(' '),
  };
}

describe('fair turns', () => {
  it('keep a slot for others whatever one network requests', async () => {
    const { request, end, settled, running } = makeTurns();
    for (let n = 1; n <= 6; n += 1) request(`a${n}`, FEW);
    await settled();
    expect(running()).toBe('a1 a2 a3');
    request('b1', OTHER);
    await settled();
    expect(running()).toBe('a1 a2 a3 b1');
    await end('a1');
    expect(running()).toBe('a2 a3 b1 a4');
  });

  it('serve a network without running work before one with running work, however long that one waits', async () => {
    const { request, end, settled, running } = makeTurns();
    for (let n = 1; n <= 5; n += 1) request(`a${n}`, FEW);
    for (let n = 1; n <= 2; n += 1) request(`c${n}`, network(n));
    await settled();
    expect(running()).toBe('a1 a2 a3 c1');
    await end('a1');
    expect(running()).toBe('a2 a3 c1 c2');
  });

  it('count the /64 networks of one /48 as one', async () => {
    const { request, settled, running, ends } = makeTurns();
    for (let n = 0; n < 14; n += 1) request(`a${n}`, subnet(n * 256));
    await settled();
    expect(running()).toBe('a0 a1 a2');
    expect([...ends]).toEqual([['a13', 'too_many_requests']]);
  });

  it('refuse what one network has waiting beyond its bound, and no other network', async () => {
    const { request, settled, ends, turns } = makeTurns();
    for (let n = 1; n <= 9; n += 1) request(`a${n}`, FEW);
    await settled();
    expect([...ends]).toEqual([['a9', 'too_many_requests']]);
    expect(turns.waiting()).toBe(5);
  });

  it('make space for a new network in a full queue: the network with the most waiting loses its last', async () => {
    const { request, settled, ends } = makeTurns({ slots: 1, maxWaiting: 6 });
    for (const n of [1, 2]) for (const turn of [1, 2, 3]) request(`${n}.${turn}`, network(n));
    request('1.4', network(1));
    await settled();
    request('newcomer', OTHER);
    await settled();
    expect([...ends]).toEqual([['1.4', 'server_busy']]);
    // If no network has more waiting than the new one, the new one is refused.
    const even = makeTurns({ slots: 1, maxWaiting: 3 });
    for (let n = 1; n <= 5; n += 1) even.request(`n${n}`, network(n));
    await even.settled();
    expect([...even.ends]).toEqual([['n5', 'server_busy']]);
  });

  it('give up what waited too long, and what was aborted', async () => {
    const { request, settled, ends, clock, turns } = makeTurns({ slots: 1 });
    const cancelling = new AbortController();
    request('a1', FEW);
    request('b1', OTHER);
    request('c1', network(3), cancelling.signal);
    cancelling.abort('cancelled');
    await settled();
    expect([...ends]).toEqual([['c1', 'cancelled']]);
    clock.advance(25_000);
    await settled();
    expect([...ends]).toEqual([
      ['c1', 'cancelled'],
      ['b1', 'server_busy'],
    ]);
    expect(turns.waiting()).toBe(0);
  });

  it('start at once what waits for a full network when a caller of another network joins', async () => {
    const { request, settled, running } = makeTurns();
    for (let n = 1; n <= 3; n += 1) request(`a${n}`, FEW);
    const callers = [{ network: FEW, canWait: false }];
    let joined: () => void = () => undefined;
    request('shared', {
      all: () => callers,
      onJoin(listener) {
        joined = listener;
      },
    });
    await settled();
    expect(running()).toBe('a1 a2 a3');
    callers.push({ network: OTHER, canWait: false });
    joined();
    await settled();
    expect(running()).toBe('a1 a2 a3 shared');
  });

  it('serve the server itself first, without a bound', async () => {
    const { request, end, settled, running, ends } = makeTurns({ slots: 1 });
    request('a1', FEW);
    request('b1', OTHER);
    for (let n = 1; n <= 8; n += 1) request(`own${n}`, OWN_NETWORK);
    await settled();
    await end('a1');
    expect([running(), ends.size]).toEqual(['own1', 1]);
  });

  it('let callers that can wait do so without a bound, after those that cannot', async () => {
    const { request, end, settled, running, ends, clock } = makeTurns({ slots: 1 });
    request('a1', FEW);
    for (let n = 1; n <= 30; n += 1) request(`later${n}`, alone({ network: OTHER, canWait: true }));
    request('now', network(9));
    await settled();
    await end('a1');
    expect(running()).toBe('now');
    clock.advance(24 * 3_600_000);
    await end('now');
    expect([running(), [...ends.keys()].join(' ')]).toEqual(['later1', 'a1 now']);
  });

  it('hold nothing of what lost its place or ended: the queue is as long as ever', async () => {
    const { request, end, settled, running, ends, turns, clock } = makeTurns({
      slots: 1,
      maxWaiting: 6,
    });
    request('x', OTHER);
    for (const turn of [1, 2, 3, 4]) request(`a${turn}`, FEW);
    for (const turn of [1, 2]) request(`b${turn}`, network(1));
    for (const n of [3, 4, 5]) request(`new${n}`, network(n));
    await settled();
    expect([...ends.keys()]).toEqual(['a4', 'a3', 'b2']);
    expect(turns.waiting()).toBe(6);
    while (running() !== '') await end(running());
    expect([turns.waiting(), clock.pending()]).toEqual([0, 0]);
    ends.clear();
    request('x', OTHER);
    for (let turn = 1; turn <= 5; turn += 1) request(`a${turn}`, FEW);
    request('last', network(1));
    await settled();
    expect([...ends]).toEqual([]);
    expect(turns.waiting()).toBe(6);
  });

  it('count few turns of a wide network like one: a newcomer does not take their places', async () => {
    const { request, settled, ends } = makeTurns({ slots: 1, maxWaiting: 4 });
    request('x', OTHER);
    for (let n = 0; n < 4; n += 1) request(`a${n}`, subnet(n * 256));
    request('newcomer', FEW);
    await settled();
    expect([...ends]).toEqual([['newcomer', 'server_busy']]);
  });

  it.each([
    ['/56', 1, 'next', 1],
    ['/56', 2, 'other', 1],
    ['/48', 3, 'next', 256],
    ['/48', 4, 'other', 256],
  ])(
    'of a %s that runs %i, and of one that runs none, serve the %s first',
    async (_width, count, first, step) => {
      const nine = { address: 9, 56: 9, 48: 9 };
      const { request, end, settled, running } = makeTurns({
        slots: count + 1,
        runningPerNetwork: nine,
      });
      request('last', network(1));
      for (let n = 0; n < count; n += 1) request(`a${n}`, subnet(n * step));
      request('next', subnet(count * step));
      request('other', OTHER);
      await settled();
      await end('last');
      expect(running().split(' ').at(-1)).toBe(first);
    },
  );

  it('count a shared task for the network whose slot it has', async () => {
    const { request, end, settled, running } = makeTurns({ slots: 9 });
    for (let n = 1; n <= 3; n += 1) request(`a${n}`, FEW);
    request('shared', {
      all: () => [FEW, OTHER].map((key) => ({ network: key, canWait: false })),
      onJoin: () => undefined,
    });
    await settled();
    await end('a1');
    request('a4', FEW);
    await settled();
    expect(running()).toBe('a2 a3 shared a4');
    await end('shared');
    request('a5', FEW);
    for (let n = 1; n <= 4; n += 1) request(`b${n}`, OTHER);
    await settled();
    expect(running()).toBe('a2 a3 a4 b1 b2 b3');
  });

  it('serve what can wait before the request of a network that runs more', async () => {
    const { request, end, settled, running } = makeTurns({ slots: 2 });
    request('a1', FEW);
    request('x', network(1));
    request('later', alone({ network: OTHER, canWait: true }));
    request('now', FEW);
    await settled();
    await end('x');
    expect(running()).toBe('a1 later');
  });

  it('leave what can wait alone in a full queue: it is neither refused nor displaced', async () => {
    const { request, settled, ends } = makeTurns({ slots: 1, maxWaiting: 5 });
    request('x', OTHER);
    for (let n = 1; n <= 5; n += 1) request(`a${n}`, FEW);
    request('later', alone({ network: FEW, canWait: true }));
    request('newcomer', network(1));
    await settled();
    expect([...ends]).toEqual([['a5', 'server_busy']]);
  });

  it('report when to retry', async () => {
    const { turns } = makeTurns({ slots: 0, maxWaiting: 0 });
    const work = async () => undefined;
    const run = turns.run(alone({ network: FEW, canWait: false }), signal, work);
    await expect(run).rejects.toMatchObject({
      code: 'server_busy',
      params: { retryAfterSeconds: 5 },
    });
  });

  it('start nothing for a caller that has left already', async () => {
    const { request, settled, ends, running } = makeTurns();
    request('a1', FEW, AbortSignal.abort('cancelled'));
    await settled();
    expect([running(), ...ends]).toEqual(['', ['a1', 'cancelled']]);
  });
});
