import { describe, expect, it } from 'vitest';
import { nextJob, type QueuedJob, queueOrder } from './queue-order.ts';

const job = (
  key: string,
  addedAtMs: number,
  visitor: string,
  more: { network?: string; seconds?: number; isHeavy?: boolean } = {},
): QueuedJob => ({
  key,
  addedAtMs,
  seconds: more.seconds ?? 60,
  isHeavy: more.isHeavy ?? false,
  holders: [{ visitor, network: more.network ?? visitor }],
});
const MANY = { address: 99, 56: 99, 48: 99 };
const ROOMY = { perNetwork: MANY, maxHeavy: 99, heavyPerNetwork: MANY };
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
    const bounds = { ...ROOMY, perNetwork: { address: 3, 56: 3, 48: 3 } };
    const from = (network: string) => [1, 2, 3].map((n) => job(`r${n}`, 0, `v${n}`, { network }));
    const waiting = [job('a', 1, 'new', { network: '192.0.2.1/32' })];
    expect(nextJob(waiting, from('192.0.2.1/32'), 2, bounds)).toBeNull();
    expect(nextJob(waiting, from('192.0.2.2/32'), 2, bounds)?.key).toBe('a');
    const six = [job('b', 1, 'new', { network: '2001:db8:1:9::/64' })];
    const near = [1, 2, 3].map((n) =>
      job(`r${n}`, 0, `v${n}`, { network: `2001:db8:1:${n}::/64` }),
    );
    expect(nextJob(six, near, 2, bounds)).toBeNull();
  });

  it('is no second one that encodes video while its visitor has one running', () => {
    const heavy = (key: string, visitor: string, network = visitor) =>
      job(key, 0, visitor, { network, isHeavy: true });
    const waiting = [heavy('a2', 'a'), job('a3', 1, 'a')];
    expect(nextJob(waiting, [heavy('a1', 'a')], 2, ROOMY)?.key).toBe('a3');
    expect(nextJob([...waiting, heavy('b', 'b')], [heavy('a1', 'a')], 2, ROOMY)?.key).toBe('b');
  });

  it('is none that encodes video while as many do as may, of one network or in total', () => {
    const heavy = (key: string, network: string) => job(key, 0, key, { network, isHeavy: true });
    const one = { address: 1, 56: 1, 48: 1 };
    const near = heavy('near', '192.0.2.1/32');
    const far = heavy('far', '203.0.113.1/32');
    const running = [heavy('r', '192.0.2.1/32')];
    expect(nextJob([near, far], running, 1, { ...ROOMY, heavyPerNetwork: one })?.key).toBe('far');
    expect(nextJob([near, far], running, 1, { ...ROOMY, maxHeavy: 1 })).toBeNull();
    expect(nextJob([near, job('light', 2, 'v')], running, 3, { ...ROOMY, maxHeavy: 1 })?.key).toBe(
      'light',
    );
  });
});
