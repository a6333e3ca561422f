// Every canonical address of the link tables reaches the intended extractor of the real yt-dlp.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { LINK_TABLES } from '../fixtures/links/index.ts';
import { SITE_LINKS } from '../fixtures/links/sites/index.ts';
import { engineEnvironment, enginePython } from '../support/engine/engine-python.ts';

// The first extractor that would take an address, among all but the one that takes everything.
const PROGRAM = `
import json, sys
from yt_dlp.extractor import gen_extractor_classes
classes = [c for c in gen_extractor_classes() if c.ie_key() != 'Generic']
print(json.dumps({u: next((c.ie_key() for c in classes if c.suitable(u)), None) for u in json.load(sys.stdin)}))
`;

function extractorsOf(addresses: readonly string[]): Record<string, string | null> {
  const output = execFileSync(enginePython, ['-c', PROGRAM], {
    input: JSON.stringify(addresses),
    encoding: 'utf8',
    env: engineEnvironment,
  });
  return JSON.parse(output);
}

it('leads every rebuilt address to the extractor of its platform', () => {
  const expected = Object.fromEntries(
    [...LINK_TABLES, ...Object.values(SITE_LINKS)].flatMap(({ items }) =>
      items.map(({ address, extractor }) => [address, extractor]),
    ),
  );
  expect(new Set(Object.values(expected))).toEqual(
    new Set([
      'Youtube',
      'YoutubeClip',
      'TikTok',
      'Instagram',
      'InstagramStory',
      'Facebook',
      'FacebookReel',
      'Twitter',
      'SnapchatSpotlight',
      'Pinterest',
      'Bluesky',
      'Reddit',
      'Soundcloud',
      'Streamable',
      'TwitchClips',
      // Threads is read by a plugin of our own, which yt-dlp alone does not know.
      null,
    ]),
  );
  expect(extractorsOf(Object.keys(expected))).toEqual(expected);
});
