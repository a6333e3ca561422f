import { describe, expect, it } from 'vitest';
import { readPastedLink } from './ask.ts';

describe('a text in the box', () => {
  it.each([
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube'],
    [' youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
    ['https://vm.tiktok.com/ZMabcdefg/', 'tiktok'],
    ['https://www.youtube.com/playlist?list=PLabcdefghijklmnopqrstuvwxyz012345', 'youtube'],
  ])('%s is a link of %s', async (text, platform) => {
    const link = await readPastedLink(text);
    expect(link?.platform).toBe(platform);
    expect(link?.address).toMatch(/^https:\/\/\S+$/);
  });

  it.each(['', 'youtube', 'mp3 or m4a', 'youtube.com', 'https://example.com/watch', 'and/or'])(
    '"%s" is looked for',
    async (text) => {
      expect(await readPastedLink(text)).toBeNull();
    },
  );
});
