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

const alone = (asker: TurnCaller): Callers<TurnCaller> => ({
  all: () => [asker],
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
  const ask = (name: string, from: string | Callers<TurnCaller>, asking = signal) => {
    const callers = typeof from === 'string' ? alone({ network: from, canWait: false }) : from;
    const work = () =>
      new Promise<void>((resolve) => {
        running.set(name, () => {
          running.delete(name);
          resolve();
        });
      });
    turns.run(callers, asking, work).then(
      () => ends.set(name, 'done'),
      (error) => ends.set(name, error.code ?? String(error)),
    );
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    running.get(name)?.();
    await settled();
  };
  return { turns, clock, ask, end, ends, settled, running: () => [...running.keys()].join(' ') };
}

describe('fair turns', () => {
  it('keep a slot for others whatever one network requests', async () => {
    const { ask, end, settled, running } = makeTurns();
    for (let n = 1; n <= 6; n += 1) ask(`a${n}`, FEW);
    await settled();
    expect(running()).toBe('a1 a2 a3');
    ask('b1', OTHER);
    await settled();
    expect(running()).toBe('a1 a2 a3 b1');
    await end('a1');
    expect(running()).toBe('a2 a3 b1 a4');
  });

  it('serve a network without running work before one with running work, however long that one waits', async () => {
    const { ask, end, settled, running } = makeTurns();
    for (let n = 1; n <= 5; n += 1) ask(`a${n}`, FEW);
    for (let n = 1; n <= 2; n += 1) ask(`c${n}`, network(n));
    await settled();
    expect(running()).toBe('a1 a2 a3 c1');
    await end('a1');
    expect(running()).toBe('a2 a3 c1 c2');
  });

  it('count the /64 networks of one /48 as one', async () => {
    const { ask, settled, running, ends } = makeTurns();
    for (let n = 0; n < 14; n += 1) ask(`a${n}`, subnet(n * 256));
    await settled();
    expect(running()).toBe('a0 a1 a2');
    expect([...ends]).toEqual([['a13', 'too_many_requests']]);
  });

  it('refuse what one network has waiting beyond its bound, and no other network', async () => {
    const { ask, settled, ends, turns } = makeTurns();
    for (let n = 1; n <= 9; n += 1) ask(`a${n}`, FEW);
    await settled();
    expect([...ends]).toEqual([['a9', 'too_many_requests']]);
    expect(turns.waiting()).toBe(5);
  });

  it('make space for a new network in a full queue: the network with the most waiting loses its last', async () => {
    const { ask, settled, ends } = makeTurns({ slots: 1, maxWaiting: 6 });
    for (const n of [1, 2]) for (const turn of [1, 2, 3]) ask(`${n}.${turn}`, network(n));
    ask('1.4', network(1));
    await settled();
    ask('newcomer', OTHER);
    await settled();
    expect([...ends]).toEqual([['1.4', 'server_busy']]);
    // If no network has more waiting than the new one, the new one is refused.
    const even = makeTurns({ slots: 1, maxWaiting: 3 });
    for (let n = 1; n <= 5; n += 1) even.ask(`n${n}`, network(n));
    await even.settled();
    expect([...even.ends]).toEqual([['n5', 'server_busy']]);
  });

  it('give up what waited too long, and what was aborted', async () => {
    const { ask, settled, ends, clock, turns } = makeTurns({ slots: 1 });
    const gone = new AbortController();
    ask('a1', FEW);
    ask('b1', OTHER);
    ask('c1', network(3), gone.signal);
    gone.abort('gone');
    await settled();
    expect([...ends]).toEqual([['c1', 'gone']]);
    clock.advance(25_000);
    await settled();
    expect([...ends]).toEqual([
      ['c1', 'gone'],
      ['b1', 'server_busy'],
    ]);
    expect(turns.waiting()).toBe(0);
  });

  it('start at once what waits for a full network when a caller of another network joins', async () => {
    const { ask, settled, running } = makeTurns();
    for (let n = 1; n <= 3; n += 1) ask(`a${n}`, FEW);
    const askers = [{ network: FEW, canWait: false }];
    let joined: () => void = () => undefined;
    ask('shared', {
      all: () => askers,
      onJoin(listener) {
        joined = listener;
      },
    });
    await settled();
    expect(running()).toBe('a1 a2 a3');
    askers.push({ network: OTHER, canWait: false });
    joined();
    await settled();
    expect(running()).toBe('a1 a2 a3 shared');
  });

  it('serve the server itself first, without a bound', async () => {
    const { ask, end, settled, running, ends } = makeTurns({ slots: 1 });
    ask('a1', FEW);
    ask('b1', OTHER);
    for (let n = 1; n <= 8; n += 1) ask(`own${n}`, OWN_NETWORK);
    await settled();
    await end('a1');
    expect([running(), ends.size]).toEqual(['own1', 1]);
  });

  it('let callers that can wait do so without a bound, after those that cannot', async () => {
    const { ask, end, settled, running, ends, clock } = makeTurns({ slots: 1 });
    ask('a1', FEW);
    for (let n = 1; n <= 30; n += 1) ask(`later${n}`, alone({ network: OTHER, canWait: true }));
    ask('now', network(9));
    await settled();
    await end('a1');
    expect(running()).toBe('now');
    clock.advance(24 * 3_600_000);
    await end('now');
    expect([running(), [...ends.keys()].join(' ')]).toEqual(['later1', 'a1 now']);
  });
});
