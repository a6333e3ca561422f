// Notices and blocks ask no extra site that is off.
import { expect, it } from 'vitest';
import type { Link } from '../shared/platforms/platform.ts';
import { readAnyLink } from '../shared/sites/index.ts';
import { askSitesOn } from './takedowns.ts';

const NEVER = new AbortController().signal;
const SHORT = 'https://on.soundcloud.com/4ko1NQXcy6cKTH3XYZ';

it.each([
  ['of a site that is off, nothing is asked', [], []],
  ['of a site that is on, both', ['soundcloud' as const], ['follow', 'inspect']],
])('%s', async (_name, on, wanted) => {
  const asked: string[] = [];
  const { shortLinks, engine } = askSitesOn(on, {
    shortLinks: {
      follow: async () => {
        asked.push('follow');
        return '';
      },
    },
    engine: {
      inspect: async () => {
        asked.push('inspect');
        return {} as never;
      },
    },
  });
  const reading = readAnyLink(SHORT);
  if (reading.kind !== 'short') throw new TypeError(`${SHORT} is no short link`);
  const link = { platform: 'soundcloud' } as Link;
  const codes = await Promise.all(
    [shortLinks.follow(reading.short, NEVER), engine.inspect(link, NEVER)].map((answer) =>
      Promise.resolve(answer).then(
        () => 'ok',
        ({ code }) => code,
      ),
    ),
  );
  expect(asked).toEqual(wanted);
  expect(codes).toEqual(Array(2).fill(wanted.length > 0 ? 'ok' : 'platform_disabled'));
});

it('main platforms are always asked', async () => {
  const { shortLinks } = askSitesOn([], {
    shortLinks: { follow: async () => 'https://x.com/a/status/1' },
    engine: { inspect: async () => ({}) as never },
  });
  const short = { platform: 'twitter', address: 'https://t.co/ePe7Cvn3tU' } as const;
  expect(await shortLinks.follow(short, NEVER)).toBe('https://x.com/a/status/1');
});
