import { expect, it } from 'vitest';
import { PLATFORMS } from './index.ts';
import { PLATFORM_IDS } from './platform.ts';
import { readPlatformName } from './read-platform-name.ts';

it.each(PLATFORM_IDS)('reads the id and the label of %s, in any case', (id) => {
  const { label } = PLATFORMS[id];
  for (const name of [id, label, id.toUpperCase(), label.toLowerCase(), ` ${label} `])
    expect(readPlatformName(name)).toBe(id);
});

it.each(['Twitter', 'X', 'x', 'Twitter/X', 'twitter / x'])('reads %s', (name) => {
  expect(readPlatformName(name)).toBe('twitter');
});

it.each(['', '/', 'Vimeo', 'youtube.com', '__proto__', 'constructor', 'twitter/y'])(
  'knows no platform called %j',
  (name) => {
    expect(readPlatformName(name)).toBeNull();
  },
);
