// The forms of links of the extra sites, held against their records; and which of them a server reads.
import { describe, expect, it } from 'vitest';
import { describeLinks } from '../../../tests/fixtures/links/links.ts';
import { SITE_LINKS } from '../../../tests/fixtures/links/sites/index.ts';
import { canonicalKey, readLink } from '../link.ts';
import { EXTRA_SITE_IDS, PLATFORM_IDS } from '../platforms/platform.ts';
import { linkReader, platformOfAnyHost, readAnyLink, SITES } from './index.ts';

describe.each(EXTRA_SITE_IDS)('%s', (id) => {
  const table = SITE_LINKS[id];
  describeLinks(table);
  const links = [...table.items.flatMap(({ urls }) => urls), ...table.short.map(([url]) => url)];
  const pages = Object.values(table.refused).flat();

  it('is like any unknown site while it is off, its pages that are no item too', () => {
    const isOff = linkReader(EXTRA_SITE_IDS.filter((other) => other !== id));
    const unknown = readLink('https://example.com/x');
    expect(unknown).toMatchObject({ code: 'unsupported_url', platform: null });
    for (const url of [...links, ...pages])
      for (const read of [readLink, isOff]) expect(read(url), url).toEqual(unknown);
  });

  it('is read while it is on', () => {
    const read = linkReader([id]);
    for (const url of [...links, ...pages]) expect(read(url), url).toEqual(readAnyLink(url));
  });

  it('has a canary that is the canonical link of an item', () => {
    const reading = linkReader([id])(SITES[id].canary);
    expect(reading).toMatchObject({ kind: 'link', link: { platform: id } });
  });

  it('allows its own extractors alone', () => {
    const { extractors } = SITES[id].upstream;
    expect(extractors.length).toBeGreaterThan(0);
    expect(extractors).not.toContain('Generic');
  });
});

it('no host belongs to two of them', () => {
  for (const id of EXTRA_SITE_IDS)
    for (const host of SITES[id].platform.hosts) expect(platformOfAnyHost(host)?.id).toBe(id);
  expect(new Set(PLATFORM_IDS).size).toBe(PLATFORM_IDS.length);
});

it('posts of two accounts of Bluesky are two, also where both chose the same id', () => {
  const ids = ['bsky.app', 'evil.bsky.social'].map((name) => {
    const reading = readAnyLink(`https://bsky.app/profile/${name}/post/3l3vgf77uco2g`);
    return reading.kind === 'link' ? canonicalKey(reading.link) : null;
  });
  expect(ids).toEqual(['bluesky:bsky.app/3l3vgf77uco2g', 'bluesky:evil.bsky.social/3l3vgf77uco2g']);
});
