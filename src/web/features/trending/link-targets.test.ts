import { describe, expect, it } from 'vitest';
import { downloaderFor, pageOfPlatform } from './link-targets.ts';

describe('the buttons of a trending video', () => {
  it('lead to the downloader of the language with the whole link put in', () => {
    const link = 'https://www.youtube.com/watch?v=a_b&t=1s#x';
    for (const home of ['/', '/fr']) {
      const address = new URL(downloaderFor(link, home), 'http://keepreel.test');
      expect(address.pathname).toBe(home);
      expect(address.searchParams.get('u')).toBe(link);
      expect(address.hash).toBe('');
    }
  });

  it.each([
    ['tiktok', '', '/tiktok-downloader-no-watermark'],
    ['tiktok', '/ar', '/ar/tiktok-downloader-no-watermark'],
    [null, '', '/'],
    [null, '/ar', '/ar'],
  ] as const)('lead from %s in "%s" to %s for a similar video', (platform, prefix, path) => {
    expect(pageOfPlatform(platform, prefix)).toBe(path);
  });
});
