import { describe, expect, it } from 'vitest';
import { nextWork, type QueuedWork, queueOrder } from './queue-order.ts';

const work = (
  key: string,
  addedAtMs: number,
  visitor: string,
  more: { address?: string; seconds?: number } = {},
): QueuedWork => ({
  key,
  addedAtMs,
  seconds: more.seconds ?? 60,
  holders: [{ visitor, address: more.address ?? visitor }],
});
const keys = (works: readonly QueuedWork[]) => works.map(({ key }) => key).join(' ');

describe('the order of the queue', () => {
  it('gives each visitor a turn before anybody has a second one', () => {
    const waiting = [
      work('a1', 1, 'a'),
      work('a2', 2, 'a'),
      work('a3', 3, 'a'),
      work('b1', 4, 'b'),
    ];
    expect(keys(queueOrder(waiting, [], 5))).toBe('a1 b1 a2 a3');
  });

  it('counts what runs already', () => {
    const waiting = [work('a2', 1, 'a'), work('b1', 2, 'b')];
    expect(keys(queueOrder(waiting, [work('a1', 0, 'a')], 3))).toBe('b1 a2');
  });

  it('lets short media pass long ones of the same rank', () => {
    const waiting = [work('long', 1, 'a', { seconds: 7200 }), work('short', 2, 'b')];
    expect(keys(queueOrder(waiting, [], 3))).toBe('short long');
  });

  it('lets nobody wait more than two minutes for those who came later', () => {
    const waiting = [work('long', 0, 'a', { seconds: 7200 }), work('short', 119_000, 'b')];
    expect(keys(queueOrder(waiting, [work('x', 0, 'a')], 120_000))).toBe('long short');
  });

  it('counts a thousand cookies behind one address as three visitors', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      work(`n${index}`, index, `visitor ${index}`, { address: 'one' }),
    );
    const order = queueOrder([...many, work('other', 100, 'o')], [], 101).map(({ key }) => key);
    expect(order.indexOf('other')).toBe(3);
  });

  it('takes the best rank of those who hold a work together', () => {
    const joined: QueuedWork = {
      ...work('shared', 3, 'a'),
      holders: [
        { visitor: 'a', address: 'a' },
        { visitor: 'c', address: 'c' },
      ],
    };
    expect(keys(queueOrder([work('a1', 1, 'a'), work('b1', 2, 'b'), joined], [], 4))).toBe(
      'a1 b1 shared',
    );
  });
});

describe('the next work', () => {
  it('is none when every visitor who waits has two running', () => {
    const running = [work('a1', 0, 'a'), work('a2', 0, 'a')];
    expect(nextWork([work('a3', 1, 'a')], running, 2)).toBeNull();
    expect(nextWork([work('a3', 1, 'a'), work('b1', 2, 'b')], running, 3)?.key).toBe('b1');
  });
});
