import { describe, expect, it } from 'vitest';
import { nextJob, type QueuedJob, queueOrder } from './queue-order.ts';

const job = (
  key: string,
  addedAtMs: number,
  visitor: string,
  more: Partial<Pick<QueuedJob, 'seconds' | 'isHeavy' | 'isCopy' | 'isLong'>> & {
    network?: string;
  } = {},
): QueuedJob => ({
  key,
  addedAtMs,
  seconds: more.seconds === undefined ? 60 : more.seconds,
  isHeavy: more.isHeavy ?? more.isLong ?? false,
  isCopy: more.isCopy ?? false,
  isLong: more.isLong ?? false,
  holders: [{ visitor, network: more.network ?? visitor }],
});
const shared = (key: string, addedAtMs: number, visitors: readonly string[], network?: string) => ({
  ...job(key, addedAtMs, ''),
  holders: visitors.map((visitor) => ({ visitor, network: network ?? visitor })),
});
const hex = (n: number) => n.toString(16);
const MANY = { address: 99, 56: 99, 48: 99 };
const ROOMY = {
  slots: 99,
  perNetwork: MANY,
  encodingSlots: 99,
  encodingPerNetwork: MANY,
  maxHeavy: 99,
  heavyPerNetwork: MANY,
  longPlaces: 0,
};
const keys = (jobs: readonly QueuedJob[]) => jobs.map(({ key }) => key).join(' ');

describe('the order of the queue', () => {
  it('gives each visitor a job before any visitor has a second one', () => {
    const waiting = [job('a1', 1, 'a'), job('a2', 2, 'a'), job('a3', 3, 'a'), job('b1', 4, 'b')];
    expect(keys(queueOrder(waiting, [], 5))).toBe('a1 b1 a2 a3');
  });

  it('counts the wait from when a job came, however long the server has run', () => {
    const now = 10_000_000;
    const waiting = [job('long', now - 2, 'a', { seconds: 601 }), job('short', now - 1, 'b')];
    expect(keys(queueOrder(waiting, [], now))).toBe('short long');
    expect(keys(queueOrder(waiting, [], now + 119_997))).toBe('short long');
    expect(keys(queueOrder(waiting, [], now + 119_998))).toBe('long short');
  });

  it('counts what runs already', () => {
    const waiting = [job('a2', 1, 'a'), job('b1', 2, 'b')];
    expect(keys(queueOrder(waiting, [job('a1', 0, 'a')], 3))).toBe('b1 a2');
  });

  it('counts what a network runs already, whatever visitors it names', () => {
    const running = [1, 2, 3].map((n) => job(`r${n}`, 0, `v${n}`, { network: 'one' }));
    const waiting = [job('near', 1, 'new', { network: 'one' }), job('far', 2, 'b')];
    expect(keys(queueOrder(waiting, running, 3))).toBe('far near');
  });

  it('is that in which they came, in whatever order they are kept', () => {
    expect(keys(queueOrder([job('b', 2, 'b'), job('a', 1, 'a')], [], 3))).toBe('a b');
  });

  it.each([
    ['of ten minutes', 600, 'first second'],
    ['of more than ten minutes', 601, 'second first'],
    ['of unknown length', null, 'first second'],
  ])('lets short media pass those %s: %j seconds', (_name, seconds, order) => {
    const waiting = [job('first', 1, 'a', { seconds }), job('second', 2, 'b')];
    expect(keys(queueOrder(waiting, [], 3))).toBe(order);
  });

  it('lets short media of a second job not pass the long ones of a first', () => {
    const waiting = [job('a1', 1, 'a'), job('a2', 2, 'a'), job('b1', 3, 'b', { seconds: 7200 })];
    expect(keys(queueOrder(waiting, [], 4))).toBe('a1 b1 a2');
  });

  it('lets no job wait more than two minutes for later ones', () => {
    const waiting = [job('long', 0, 'a', { seconds: 7200 }), job('short', 119_000, 'b')];
    expect(keys(queueOrder(waiting, [job('x', 0, 'a')], 119_999))).toBe('short long');
    expect(keys(queueOrder(waiting, [job('x', 0, 'a')], 120_000))).toBe('long short');
    // Of those that waited so long the first is first, long or not.
    expect(keys(queueOrder(waiting, [], 300_000))).toBe('long short');
  });

  it.each([
    ['one address', 3, () => 'one'],
    ['a /56', 6, (n: number) => `2001:db8:1:${hex(n)}::/64`],
    ['a /48', 12, (n: number) => `2001:db8:1:${hex(n * 256)}::/64`],
  ])('counts a thousand cookies behind %s as %i visitors', (_name, visitors, networkOf) => {
    const many = Array.from({ length: 20 }, (_, n) =>
      job(`n${n}`, n, `visitor ${n}`, { network: networkOf(n) }),
    );
    const order = queueOrder([...many, job('other', 100, 'o')], [], 101).map(({ key }) => key);
    expect(order.indexOf('other')).toBe(visitors);
  });

  it('takes the best rank of those who share a job', () => {
    const waiting = [job('a1', 1, 'a'), job('a2', 2, 'a'), shared('both', 3, ['a', 'c'])];
    expect(keys(queueOrder(waiting, [], 4))).toBe('a1 both a2');
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

  it('is none that encodes while as many do as may, in total or of one network', () => {
    const network = '192.0.2.1/32';
    const sound = job('sound', 1, 'a', { network });
    const copy = job('copy', 2, 'b', { network, isCopy: true });
    const none = { ...ROOMY, encodingSlots: 0 };
    expect(nextJob([sound, copy], [], 3, ROOMY)?.key).toBe('sound');
    expect(nextJob([sound, copy], [], 3, none)?.key).toBe('copy');
    const one = { ...ROOMY, encodingPerNetwork: { address: 1, 56: 1, 48: 1 } };
    const running = (isCopy: boolean) => [job('r', 0, 'c', { network, isCopy })];
    expect(nextJob([sound, copy], running(true), 3, one)?.key).toBe('sound');
    expect(nextJob([sound, copy], running(false), 3, one)?.key).toBe('copy');
    // It copied too slowly, and is put back as one that encodes.
    const proved = job('proved', 1, 'a', { isCopy: true, isHeavy: true });
    expect(nextJob([proved], [], 3, none)).toBeNull();
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

  it('may encode video beside any number of ordinary ones, of its visitor, its network and in total', () => {
    const one = { address: 1, 56: 1, 48: 1 };
    const bounds = { ...ROOMY, maxHeavy: 1, heavyPerNetwork: one };
    const network = '192.0.2.1/32';
    const running = ['a', 'b', 'c'].map((visitor) => job(visitor, 0, visitor, { network }));
    const encode = job('encode', 1, 'a', { network, isHeavy: true });
    expect(nextJob([encode], running, 2, bounds)?.key).toBe('encode');
  });

  it('counts one that encodes video among all that its visitor has running', () => {
    const running = [job('a1', 0, 'a', { isHeavy: true }), job('a2', 0, 'a')];
    expect(nextJob([job('a3', 1, 'a')], running, 2, ROOMY)).toBeNull();
  });

  it('is first of a visitor who has none running', () => {
    const waiting = [job('a2', 1, 'a'), job('b1', 2, 'b')];
    expect(nextJob(waiting, [job('a1', 0, 'a')], 3, ROOMY)?.key).toBe('b1');
  });

  it('of several visitors needs only one who may have another', () => {
    const running = [job('a1', 0, 'a'), job('a2', 0, 'a')];
    expect(nextJob([shared('both', 1, ['a', 'b'])], running, 2, ROOMY)?.key).toBe('both');
    // But that one must have room for all that it is.
    const full = [...running, job('b1', 0, 'b', { isHeavy: true })];
    const encode = { ...shared('both', 1, ['a', 'b']), isHeavy: true };
    expect(nextJob([encode], full, 2, ROOMY)).toBeNull();
  });

  it('of several visitors counts once for their network, and for each of them', () => {
    const bounds = { ...ROOMY, perNetwork: { address: 3, 56: 3, 48: 3 } };
    const running = [1, 2].map((n) => shared(`r${n}`, 0, ['a', 'b', 'c'], 'one'));
    const next = (visitor: string) =>
      nextJob([job('next', 1, visitor, { network: 'one' })], running, 2, bounds)?.key;
    expect([next('d'), next('c')]).toEqual(['next', undefined]);
  });

  it.each([
    ['a /56', 5, 'b', (n: number) => `2001:db8:1:${hex(n)}::/64`],
    ['a /56', 6, undefined, (n: number) => `2001:db8:1:${hex(n)}::/64`],
    ['a /48', 8, 'b', (n: number) => `2001:db8:1:${hex(n * 256)}::/64`],
    ['a /48', 9, undefined, (n: number) => `2001:db8:1:${hex(n * 256)}::/64`],
  ])(
    'of %s that runs %i is %s, where more may run than of one address',
    (_name, count, expected, networkOf) => {
      const bounds = { ...ROOMY, perNetwork: { address: 3, 56: 6, 48: 9 } };
      const running = Array.from({ length: count }, (_, n) =>
        job(`r${n}`, 0, `v${n}`, { network: networkOf(n) }),
      );
      const waiting = [job('b', 1, 'new', { network: networkOf(20) })];
      expect(nextJob(waiting, running, 2, bounds)?.key).toBe(expected);
    },
  );
});
