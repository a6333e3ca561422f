import { describe, expect, it } from 'vitest';
import { slotsPerNetwork } from './network-bounds.ts';
import { createNetworkCounts, networksAround, OWN_NETWORK } from './networks.ts';

const keys = (key: string) => networksAround(key).map((network) => network.key);

describe('the networks around an address', () => {
  it.each([
    ['1.2.3.4/32', ['1.2.3.4/32']],
    ['some visitor', ['some visitor']],
    [
      '2001:db8:1234:5678::/64',
      ['2001:db8:1234:5678::/64', '2001:db8:1234:5600::/56', '2001:db8:1234::/48'],
    ],
    [
      '2001:db8:1234:ff::/64',
      ['2001:db8:1234:ff::/64', '2001:db8:1234::/56', '2001:db8:1234::/48'],
    ],
    ['2001:db8::/64', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
    ['::/64', ['::/64', '::/56', '::/48']],
    [OWN_NETWORK, []],
  ])('of %s are %j', (key, expected) => {
    expect(keys(key)).toEqual(expected);
  });
});

it('forgets networks that hold nothing', () => {
  const counts = createNetworkCounts();
  const around = networksAround('2001:db8:1:2::/64');
  counts.add(around, 3);
  counts.add(networksAround('2001:db8:1:3::/64'), 1);
  expect(around.map(counts.of)).toEqual([3, 4, 4]);
  counts.add(around, -3);
  expect(around.map(counts.of)).toEqual([0, 1, 1]);
  counts.add(networksAround('2001:db8:1:3::/64'), -1);
  expect(counts.size()).toBe(0);
});

it.each([
  [8, { address: 2, 56: 4, 48: 6 }],
  [7, { address: 1, 56: 3, 48: 5 }],
  [1, { address: 1, 56: 1, 48: 1 }],
])('a share of %i slots is whole, one at least, and of each width its own: %j', (slots, share) => {
  expect(slotsPerNetwork({ perNetwork: { address: 0.25, 56: 0.5, 48: 0.75 } }, slots)).toEqual(
    share,
  );
});
