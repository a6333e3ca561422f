import { describe, expect, it } from 'vitest';
import { nextJob, type QueuedJob, queueOrder } from './queue-order.ts';

const job = (
  key: string,
  addedAtMs: number,
  visitor: string,
  more: { network?: string; seconds?: number } = {},
): QueuedJob => ({
  key,
  addedAtMs,
  seconds: more.seconds ?? 60,
  holders: [{ visitor, network: more.network ?? visitor }],
});
const ROOMY = { address: 99, 56: 99, 48: 99 };
const keys = (jobs: readonly QueuedJob[]) => jobs.map(({ key }) => key).join(' ');

describe('the order of the queue', () => {
  it('gives each visitor a job before any visitor has a second one', () => {
    const waiting = [job('a1', 1, 'a'), job('a2', 2, 'a'), job('a3', 3, 'a'), job('b1', 4, 'b')];
    expect(keys(queueOrder(waiting, [], 5))).toBe('a1 b1 a2 a3');
  });

  it('counts what runs already', () => {
    const waiting = [job('a2', 1, 'a'), job('b1', 2, 'b')];
    expect(keys(queueOrder(waiting, [job('a1', 0, 'a')], 3))).toBe('b1 a2');
  });

  it('lets short media pass long ones of the same rank', () => {
    const waiting = [job('long', 1, 'a', { seconds: 7200 }), job('short', 2, 'b')];
    expect(keys(queueOrder(waiting, [], 3))).toBe('short long');
  });

  it('lets no job wait more than two minutes for later ones', () => {
    const waiting = [job('long', 0, 'a', { seconds: 7200 }), job('short', 119_000, 'b')];
    expect(keys(queueOrder(waiting, [job('x', 0, 'a')], 120_000))).toBe('long short');
  });

  it('counts a thousand cookies behind one address as three visitors', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      job(`n${index}`, index, `visitor ${index}`, { network: 'one' }),
    );
    const order = queueOrder([...many, job('other', 100, 'o')], [], 101).map(({ key }) => key);
    expect(order.indexOf('other')).toBe(3);
  });

  it('takes the best rank of those who share a job', () => {
    const joined: QueuedJob = {
      ...job('shared', 3, 'a'),
      holders: [
        { visitor: 'a', network: 'a' },
        { visitor: 'c', network: 'c' },
      ],
    };
    expect(keys(queueOrder([job('a1', 1, 'a'), job('b1', 2, 'b'), joined], [], 4))).toBe(
      'a1 b1 shared',
    );
  });
});

describe('the next job', () => {
  it('is none when every visitor who waits has two running', () => {
    const running = [job('a1', 0, 'a'), job('a2', 0, 'a')];
    expect(nextJob([job('a3', 1, 'a')], running, 2, ROOMY)).toBeNull();
    expect(nextJob([job('a3', 1, 'a'), job('b1', 2, 'b')], running, 3, ROOMY)?.key).toBe('b1');
  });

  it('is none of a network that runs as many as it may, whatever cookies its visitors have', () => {
    const perNetwork = { address: 3, 56: 3, 48: 3 };
    const from = (network: string) => [1, 2, 3].map((n) => job(`r${n}`, 0, `v${n}`, { network }));
    const waiting = [job('a', 1, 'new', { network: '192.0.2.1/32' })];
    expect(nextJob(waiting, from('192.0.2.1/32'), 2, perNetwork)).toBeNull();
    expect(nextJob(waiting, from('192.0.2.2/32'), 2, perNetwork)?.key).toBe('a');
    const six = [job('b', 1, 'new', { network: '2001:db8:1:9::/64' })];
    const near = [1, 2, 3].map((n) =>
      job(`r${n}`, 0, `v${n}`, { network: `2001:db8:1:${n}::/64` }),
    );
    expect(nextJob(six, near, 2, perNetwork)).toBeNull();
  });
});
