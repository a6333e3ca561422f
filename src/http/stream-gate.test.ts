import { describe, expect, it } from 'vitest';
import { createStreamGate, MAX_STREAMS, type StreamGate } from './stream-gate.ts';

/** Passes as often as it may, each time as the next visitor and network; answers the ways out. */
function fill(enter: StreamGate, who: (turn: number) => [visitor: string, address: string]) {
  const ways: (() => void)[] = [];
  try {
    for (let turn = 0; turn < 10_000; turn += 1) ways.push(enter(...who(turn)));
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_requests', params: { retryAfterSeconds: 15 } });
  }
  return ways;
}

describe('the gate of streams', () => {
  it.each<[string, (turn: number) => [string, string], number]>([
    ['one visitor', (turn) => ['ann', `network ${turn}`], MAX_STREAMS.perVisitor],
    ['one network', (turn) => [`visitor ${turn}`, 'home'], MAX_STREAMS.perAddress],
    ['everybody', (turn) => [`visitor ${turn}`, `network ${turn}`], MAX_STREAMS.inAll],
  ])(
    'lets no more than its number through for %s, and again as many once they left',
    (_name, who, most) => {
      const enter = createStreamGate();
      const ways = fill(enter, who);
      expect(ways).toHaveLength(most);
      for (const leave of ways) {
        leave();
        leave();
      }
      expect(fill(enter, who)).toHaveLength(most);
    },
  );
});
