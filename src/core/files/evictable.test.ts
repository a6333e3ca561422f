import { describe, expect, it } from 'vitest';
import { evictable, type ReadFile } from './evictable.ts';

const MAX_BYTES = 1000;
const reader = (network: string, isSlow = false) => ({ network, isSlow: () => isSlow });
const file = (id: string, bytes: number, ...readers: ReturnType<typeof reader>[]) => ({
  file: { id, bytes },
  readers: new Set(readers),
});
const idsOf = (entries: readonly (ReadFile & { readonly file: { readonly id: string } })[]) =>
  evictable(entries, MAX_BYTES)
    .map((entry) => entry.file.id)
    .join(' ');

describe('evictable files', () => {
  it('are those without readers, least recently used first', () => {
    expect(idsOf([file('a', 9), file('b', 9, reader('192.0.2.1/32')), file('c', 9)])).toBe('a c');
  });

  it('are, after those, files with slow readers only', () => {
    const slow = reader('192.0.2.1/32', true);
    const quick = reader('192.0.2.2/32');
    expect(idsOf([file('a', 9, slow), file('b', 9), file('c', 9, slow, quick)])).toBe('b a');
  });

  it('are those of a network that reads more than its share, until it reads its share', () => {
    const near = (n: number) => reader(`2001:db8:1:${n}00::/64`);
    const entries = [1, 2, 3, 4].map((n) => file(`f${n}`, 100, near(n)));
    expect(idsOf(entries)).toBe('f1 f2');
    const elsewhere = [1, 2, 3, 4].map((n) => file(`f${n}`, 100, reader(`192.0.2.${n}/32`)));
    expect(idsOf(elsewhere)).toBe('');
  });

  it('are first those of a network that owns more than its share, until it owns its share', () => {
    const own = (id: string, ...owners: string[]) => ({ ...file(id, 60), owners: new Set(owners) });
    const entries = [
      own('old'),
      ...[1, 2, 3].map((n) => own(`a${n}`, '192.0.2.1/32')),
      own('b', '192.0.2.2/32'),
      ...[1, 2, 3, 4].map((n) => own(`c${n}`, `2001:db8:1:${n}00::/64`)),
    ];
    expect(idsOf(entries)).toBe('a1 a2 c1 old a3 b c2 c3 c4');
  });

  it('count for the share of their owner while they are read', () => {
    const owners = new Set(['192.0.2.1/32']);
    const read = { ...file('read', 90, reader('192.0.2.9/32')), owners };
    expect(idsOf([file('old', 9), read, { ...file('own', 20), owners }])).toBe('own old');
  });

  it('are those of a few networks that all own more than their share, but not those that many want', () => {
    const networks = ['192.0.2.1/32', '192.0.2.2/32', '192.0.2.3/32', '192.0.2.4/32'];
    const of = (count: number) => new Set(networks.slice(0, count));
    const entries = [file('old', 9), { ...file('few', 120), owners: of(2) }];
    expect(idsOf(entries)).toBe('few old');
    const one = { ...file('one', 60), owners: new Set([networks[0] ?? '']) };
    const both = { ...file('both', 60), owners: of(2) };
    expect(idsOf([file('old', 9), both, one])).toBe('one old both');
    expect(idsOf([file('old', 9), { ...file('many', 120), owners: of(4) }])).toBe('old many');
  });

  it('are not those that another network reads too', () => {
    const own = [1, 2, 3].map((n) => file(`f${n}`, 200, reader('192.0.2.1/32')));
    const shared = file('shared', 200, reader('192.0.2.1/32'), reader('192.0.2.2/32'));
    expect(idsOf([shared, ...own])).toBe('f1 f2 f3');
  });
});
