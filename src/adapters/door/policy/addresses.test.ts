// Holds the address classifier against the case list, the borders of every range, and an independent oracle.
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublic, isSameAddress, parseAddress } from './addresses.ts';

type AddressCase = { readonly ip: string; readonly expect: 'allow' | 'block' };

const { addresses: cases } = JSON.parse(
  readFileSync(new URL('../../../../tests/fixtures/security-cases.json', import.meta.url), 'utf8'),
) as { readonly addresses: readonly AddressCase[] };

const classify = (text: string, nat64?: 'refuse' | 'decode') => {
  const bytes = parseAddress(text);
  return bytes !== null && isPublic(bytes, nat64) ? 'allow' : 'block';
};

// First and last address of each range that is refused, written out by hand, and their neighbours outside.
const IPV4_RANGES = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
] as const;

const IPV6_RANGES = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::ffff', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::', null],
] as const;

// Metadata services and other places that must stay out of reach whatever the ranges become.
const NEVER = [
  '169.254.169.254',
  '169.254.170.2',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::a9fe:a9fe',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '::ffff:a9fe:a9fe',
  '::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2001:0:0:0:0:0:80ff:fffe',
  'fec0::1',
];

// Text that is no address in its ordinary spelling, though some resolvers read it as one.
const NO_ADDRESSES = [
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '127.0.0.1.',
  ' 127.0.0.1',
  '127.0.0.1 ',
  '127.0.0.01',
  '256.0.0.1',
  '1.2.3.4.5',
  '１２７.0.0.1',
  '127。0。0。1',
  '[::1]',
  '::1%lo',
  'fe80::1%25eth0',
  ':::',
  '1::2::3',
  'localhost',
];

describe('the address classifier', () => {
  it.each(cases)('says $expect for "$ip" of the case list', ({ ip, expect: wanted }) => {
    expect(classify(ip)).toBe(wanted);
  });

  it.each([...IPV4_RANGES, ...IPV6_RANGES])(
    'refuses %s to %s and neither %s before nor %s after',
    (first, last, before, after) => {
      expect([classify(first), classify(last)]).toEqual(['block', 'block']);
      if (before) expect(classify(before)).toBe('allow');
      if (after) expect(classify(after)).toBe('allow');
    },
  );

  it.each(NEVER)('refuses %s', (text) => {
    expect(parseAddress(text)).not.toBeNull();
    expect(classify(text)).toBe('block');
  });

  it.each(NO_ADDRESSES)('does not read "%s" as an address', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('allows nothing inside a refused range, however the address was drawn', () => {
    const refused = new BlockList();
    for (const [first, last] of IPV4_RANGES) refused.addRange(first, last, 'ipv4');
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(classify(text)).toBe(refused.check(text, 'ipv4') ? 'block' : 'allow');
      }),
      { numRuns: 2_000 },
    );
  });

  it('allows nothing inside a refused prefix, whatever the bits after it', () => {
    const ranges = [...IPV4_RANGES, ...IPV6_RANGES].map(
      ([first, last]) => [parseAddress(first), parseAddress(last)] as const,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...ranges),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        ([first, last], noise) => {
          // Ranges are aligned, so any mixture of the bits in which first and last differ is inside.
          const inside = first?.map((byte, at) => {
            const free = byte ^ (last?.[at] ?? 0);
            return byte | ((noise[at] ?? 0) & free);
          });
          expect(isPublic(inside ?? new Uint8Array())).toBe(false);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('refuses every IPv4 address that is written as IPv6', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('::', '::ffff:', '64:ff9b::', '::ffff:0:'),
        (v4, prefix) => {
          expect(classify(prefix + v4)).toBe('block');
        },
      ),
    );
  });

  it('reads every spelling of an IPv6 address into the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const groups = Array.from({ length: 8 }, (_, at) =>
          (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
        );
        const spellings = [
          groups.join(':'),
          groups.map((group) => group.padStart(4, '0').toUpperCase()).join(':'),
          new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1),
          `${groups.slice(0, 6).join(':')}:${[...bytes.slice(12)].join('.')}`,
        ];
        for (const spelling of spellings) {
          expect(isSameAddress(parseAddress(spelling) ?? new Uint8Array(), bytes)).toBe(true);
        }
      }),
    );
  });

  it('does not take an IPv4-compatible address for an IPv4-mapped one', () => {
    const last = [1, 2, 3, 4];
    expect([...(parseAddress('::1.2.3.4') ?? [])]).toEqual([...Array(12).fill(0), ...last]);
    expect([...(parseAddress('::ffff:1.2.3.4') ?? [])]).toEqual([
      ...Array(10).fill(0),
      ...[0xff, 0xff],
      ...last,
    ]);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.1', '126.0.0.1', false],
    ['32.1.13.184', '2001:db8::', false],
    ['2001:db8::', '32.1.13.184', false],
  ])('tells whether %s and %s are the same: %s', (one, other, isSame) => {
    const [a, b] = [one, other].map((text) => parseAddress(text) as Uint8Array);
    expect(isSameAddress(a as Uint8Array, b as Uint8Array)).toBe(isSame);
  });

  it('looks inside NAT64 addresses only when it is told to', () => {
    expect(classify('64:ff9b::808:808', 'decode')).toBe('allow');
    expect(classify('64:ff9b::7f00:1', 'decode')).toBe('block');
    expect(classify('64:ff9b::a9fe:a9fe', 'decode')).toBe('block');
    expect(classify('64:ff9b:1::808:808', 'decode')).toBe('block');
    expect(classify('::ffff:8.8.8.8', 'decode')).toBe('block');
  });

  it('refuses bytes that are no address', () => {
    for (const length of [0, 3, 5, 15, 17])
      expect(isPublic(new Uint8Array(length).fill(8))).toBe(false);
  });
});
