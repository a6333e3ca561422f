import { describe, expect, it } from 'vitest';
import { MAX_CANARIES } from '../../shared/operator-limits.ts';
import { MAIN_PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { createCanaryLinks, readCanaryLink } from './canary-links.ts';
import { DEFAULT_CANARIES } from './default-canaries.ts';

const LINK = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
const OTHER = 'https://www.youtube.com/watch?v=bbbbbbbbbbb';

function makeLinks(configured: readonly string[] | undefined) {
  let kept: readonly string[] | null = null;
  const setting = {
    get: () => kept,
    async change(next: (now: readonly string[] | null) => readonly string[] | null) {
      kept = next(kept);
      return kept;
    },
    begin: async () => undefined,
    close: async () => undefined,
  };
  return createCanaryLinks({ setting, configured, defaults: DEFAULT_CANARIES });
}

describe('the default canaries', () => {
  it('are different links of items, one or two of each platform but Threads', () => {
    const links = DEFAULT_CANARIES.flatMap((text) => readCanaryLink(text) ?? []);
    const addresses = new Set(links.map(({ address }) => address));
    expect([links.length, addresses.size]).toEqual(Array(2).fill(DEFAULT_CANARIES.length));
    expect(DEFAULT_CANARIES.length).toBeLessThanOrEqual(MAX_CANARIES);
    const counts = MAIN_PLATFORM_IDS.map(
      (id) => links.filter(({ platform }) => platform === id).length,
    );
    expect(counts).toEqual([2, 2, 2, 2, 2, 1, 2, 0]);
  });
});

describe('the links of canaries', () => {
  it.each([
    [undefined, 'defaults', DEFAULT_CANARIES.length],
    [[LINK], 'setting', 1],
    [[], 'setting', 0],
  ] as const)('are, where the setting is %j, the %s', (configured, origin, count) => {
    const links = makeLinks(configured);
    expect([links.origin(), links.list().length]).toEqual([origin, count]);
  });

  it.each([
    ['no link', [LINK, 'nonsense'], 2],
    ['a short link', ['https://vm.tiktok.com/ZMabcDeFg/', LINK], 1],
    ['one twice', [LINK, OTHER, `${LINK}&t=1`], 3],
  ] as const)('name the line that is wrong: %s', async (_, texts, line) => {
    const links = makeLinks(undefined);
    const wrong = { code: 'invalid_request', params: { field: 'links', line } };
    await expect(links.set(texts)).rejects.toMatchObject(wrong);
    expect(links.origin()).toBe('defaults');
  });

  it('are those that operators set, even none, until they take these back', async () => {
    const links = makeLinks(undefined);
    await links.set([LINK]);
    expect([links.origin(), links.list().map(({ address }) => address)]).toEqual([
      'operators',
      [LINK],
    ]);
    await links.set([]);
    expect([links.origin(), links.list()]).toEqual(['operators', []]);
    await links.set(null);
    expect([links.origin(), links.list().length]).toEqual(['defaults', DEFAULT_CANARIES.length]);
  });
});
