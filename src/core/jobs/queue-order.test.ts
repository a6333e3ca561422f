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
const ROOMY = { address: 99, 56: 99, 48: 99 };
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
    expect(nextWork([work('a3', 1, 'a')], running, 2, ROOMY)).toBeNull();
    expect(nextWork([work('a3', 1, 'a'), work('b1', 2, 'b')], running, 3, ROOMY)?.key).toBe('b1');
  });

  it('is none of a network that runs as many as it may, whatever cookies its visitors have', () => {
    const perNetwork = { address: 3, 56: 3, 48: 3 };
    const from = (address: string) => [1, 2, 3].map((n) => work(`r${n}`, 0, `v${n}`, { address }));
    const waiting = [work('a', 1, 'new', { address: '192.0.2.1/32' })];
    expect(nextWork(waiting, from('192.0.2.1/32'), 2, perNetwork)).toBeNull();
    expect(nextWork(waiting, from('192.0.2.2/32'), 2, perNetwork)?.key).toBe('a');
    const six = [work('b', 1, 'new', { address: '2001:db8:1:9::/64' })];
    const near = [1, 2, 3].map((n) =>
      work(`r${n}`, 0, `v${n}`, { address: `2001:db8:1:${n}::/64` }),
    );
    expect(nextWork(six, near, 2, perNetwork)).toBeNull();
  });
});
