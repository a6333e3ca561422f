import { describe, expect, it } from 'vitest';
import type { AppError } from '../../shared/errors.ts';
import { choiceOf } from '../choosing/choice.ts';
import type { Download } from './download.ts';
import { refuseTooManyOpen, requestKey } from './start-download.ts';

type Open = Parameters<typeof refuseTooManyOpen>[0][number];

const choice = choiceOf('mp4', 'high', null);
const open = (network: string, link: string): Open => ({
  network,
  download: { link, task: { kind: 'link', pointsAt: null, choice } } as Download,
});
const many = (count: number, make: (n: number) => Open) =>
  Array.from({ length: count }, (_, n) => make(n));
const hex = (n: number) => n.toString(16);

/** What the next download meets. */
function verdict(opened: readonly Open[], network: string, link = 'new'): string {
  try {
    refuseTooManyOpen(opened, {
      network,
      key: requestKey({ link, task: { kind: 'link', pointsAt: null, choice } }),
    });
    return 'ok';
  } catch (error) {
    const { code, params } = error as AppError;
    expect(params).toEqual({ retryAfterSeconds: code === 'server_busy' ? 30 : 10 });
    return code;
  }
}

describe('open downloads', () => {
  it.each([
    ['one address', 24, (n: number) => open('192.0.2.1/32', `v${n}`), '192.0.2.1/32'],
    ['a /56', 48, (n: number) => open(`2001:db8:1:${hex(n)}::/64`, `v${n}`), '2001:db8:1:99::/64'],
    [
      'a /48',
      96,
      (n: number) => open(`2001:db8:1:${hex(n * 256)}::/64`, `v${n}`),
      '2001:db8:1:9999::/64',
    ],
  ])('of %s want at most so many different files', (_name, most, make, address) => {
    expect(verdict(many(most - 1, make), address)).toBe('ok');
    expect(verdict(many(most, make), address)).toBe('too_many_jobs');
    expect(verdict(many(most, make), '203.0.113.1/32')).toBe('ok');
  });

  it('let a whole class have one film, and no more than a class', () => {
    const wall = (count: number) => many(count, () => open('192.0.2.1/32', 'film'));
    expect(verdict(wall(99), '192.0.2.1/32', 'film')).toBe('ok');
    expect(verdict(wall(100), '192.0.2.1/32', 'film')).toBe('too_many_jobs');
  });

  it('may be one more of a film that is being made, when a network wants as many films as it may', () => {
    const full = many(24, (n) => open('192.0.2.1/32', `v${n}`));
    expect(verdict(full, '192.0.2.1/32', 'v7')).toBe('ok');
    expect(verdict(full, '192.0.2.1/32', 'v24')).toBe('too_many_jobs');
  });

  it('are bounded for everybody together', () => {
    const all = many(2000, (n) => open(`10.0.${n >> 8}.${n & 255}/32`, `v${n}`));
    expect(verdict(all, '203.0.113.1/32')).toBe('server_busy');
  });
});
