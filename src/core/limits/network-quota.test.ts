import { describe, expect, it } from 'vitest';
import { createNetworkQuota } from './network-quota.ts';

const QUOTA = {
  total: 10,
  perNetwork: { address: 2, 56: 3, 48: 4 },
  beyond: 'too_many_jobs',
  retryAfterSeconds: 7,
} as const;

const codeOf = (take: () => unknown) => {
  try {
    take();
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a quota', () => {
  it.each([
    ['an address', ['192.0.2.1/32', '192.0.2.1/32', '192.0.2.1/32']],
    ['a /64', ['2001:db8::/64', '2001:db8::/64', '2001:db8::/64']],
    ['a /56', ['2001:db8:0:1::/64', '2001:db8:0:2::/64', '2001:db8:0:3::/64', '2001:db8:0:4::/64']],
    ['a /48', [100, 200, 300, 400, 500].map((n) => `2001:db8:0:${n}::/64`)],
  ])('refuses %s that holds its share, and serves the others', (_name, networks) => {
    const quota = createNetworkQuota(QUOTA);
    const codes = networks.map((network) => codeOf(() => quota.take(network)));
    expect(codes).toEqual([...networks.slice(1).map(() => 'ok'), 'too_many_jobs']);
    expect(codeOf(() => quota.take('203.0.113.9/32'))).toBe('ok');
  });

  it('is busy for every network once nothing is left', () => {
    const quota = createNetworkQuota(QUOTA);
    for (let n = 0; n < 10; n += 1) quota.take(`192.0.2.${n}/32`);
    expect(() => quota.take('203.0.113.9/32')).toThrow(
      expect.objectContaining({ code: 'server_busy', params: { retryAfterSeconds: 7 } }),
    );
  });

  it('counts by amounts, where units differ', () => {
    const quota = createNetworkQuota({ ...QUOTA, perNetwork: { address: 5, 56: 5, 48: 5 } });
    const release = quota.take('192.0.2.1/32', 4);
    expect(codeOf(() => quota.take('192.0.2.1/32', 2))).toBe('too_many_jobs');
    expect(codeOf(() => quota.take('192.0.2.1/32', 1))).toBe('ok');
    expect(codeOf(() => quota.take('192.0.2.2/32', 6))).toBe('too_many_jobs');
    expect(codeOf(() => quota.take('192.0.2.2/32', 5))).toBe('ok');
    expect(codeOf(() => quota.take('192.0.2.3/32', 1))).toBe('server_busy');
    release();
    expect(codeOf(() => quota.take('192.0.2.3/32', 4))).toBe('ok');
  });

  it('releases a unit once when it is released twice', () => {
    const quota = createNetworkQuota(QUOTA);
    const [first] = [quota.take('192.0.2.1/32'), quota.take('192.0.2.1/32')];
    first?.();
    first?.();
    expect(quota.held()).toBe(1);
    expect(codeOf(() => quota.take('192.0.2.1/32'))).toBe('ok');
    expect(codeOf(() => quota.take('192.0.2.1/32'))).toBe('too_many_jobs');
  });

  it('gives back as many units as were taken, and gives out no more than are left', () => {
    const quota = createNetworkQuota({ ...QUOTA, perNetwork: { address: 6, 56: 6, 48: 6 } });
    const release = quota.take('192.0.2.1/32', 5);
    quota.take('192.0.2.2/32', 3);
    expect(codeOf(() => quota.take('192.0.2.3/32', 3))).toBe('server_busy');
    release();
    expect([quota.held(), codeOf(() => quota.take('192.0.2.1/32', 6))]).toEqual([3, 'ok']);
  });

  it('reports to a network that holds its share when to retry', () => {
    const quota = createNetworkQuota(QUOTA);
    const refusal = { code: 'too_many_jobs', params: { retryAfterSeconds: 7 } };
    expect(() => quota.take('192.0.2.1/32', 3)).toThrow(expect.objectContaining(refusal));
    expect(quota.held()).toBe(0);
  });
});
