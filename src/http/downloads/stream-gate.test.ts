import { describe, expect, it } from 'vitest';
import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import type { AppError } from '../../shared/errors.ts';
import { createStreamGate, MAX_STREAMS_PER_VISITOR, type StreamGate } from './stream-gate.ts';

const { total, perNetwork } = SHARED_RESOURCES.eventStreams;

/** Enters until refused, each time as the next visitor and network; returns the release functions and the error code. */
function fill(enter: StreamGate, who: (turn: number) => [visitor: string, address: string]) {
  const ways: (() => void)[] = [];
  let code = 'none';
  try {
    for (let turn = 0; turn < 10_000; turn += 1) ways.push(enter(...who(turn)));
  } catch (error) {
    expect(error).toMatchObject({ params: { retryAfterSeconds: 15 } });
    code = (error as AppError).code;
  }
  return { ways, code };
}

const TOO_MANY = 'too_many_requests';
const hex = (n: number) => (n * 256).toString(16);

describe('the gate of streams', () => {
  it.each<[string, (turn: number) => [string, string], number, string]>([
    ['one visitor', (n) => ['ann', `network ${n}`], MAX_STREAMS_PER_VISITOR, TOO_MANY],
    ['one network', (n) => [`visitor ${n}`, 'home'], perNetwork.address, TOO_MANY],
    [
      'one /56',
      (n) => [`visitor ${n}`, `2001:db8:1:${(n % 256).toString(16)}::/64`],
      perNetwork[56],
      TOO_MANY,
    ],
    ['one /48', (n) => [`visitor ${n}`, `2001:db8:1:${hex(n)}::/64`], perNetwork[48], TOO_MANY],
    ['everybody', (n) => [`visitor ${n}`, `network ${n}`], total, 'server_busy'],
  ])(
    'lets no more than its number through for %s, and again as many once they left',
    (_name, who, most, code) => {
      const enter = createStreamGate();
      const first = fill(enter, who);
      expect([first.ways.length, first.code]).toEqual([most, code]);
      for (const leave of first.ways) {
        leave();
        leave();
      }
      expect(fill(enter, who).ways).toHaveLength(most);
    },
  );

  it('counts a refused stream for nobody: neither its visitor nor its network', () => {
    const enter = createStreamGate();
    const own = fill(enter, () => ['ann', 'home']).ways;
    fill(enter, () => ['ann', 'home']);
    // What ann was refused is there for the others of the same network…
    const others = fill(enter, (n) => [`visitor ${n}`, 'home']);
    expect(own.length + others.ways.length).toBe(perNetwork.address);
    // …and who was refused there may open as many as ever elsewhere.
    for (let turn = 0; turn < 10; turn += 1) fill(enter, () => ['bob', 'home']);
    expect(fill(enter, () => ['bob', 'elsewhere']).ways).toHaveLength(MAX_STREAMS_PER_VISITOR);
  });

  it('has room for one when one has left, however often that one says so', () => {
    const enter = createStreamGate();
    const [leave] = fill(enter, () => ['ann', 'home']).ways;
    leave?.();
    leave?.();
    expect(fill(enter, () => ['ann', 'home']).ways).toHaveLength(1);
  });
});
