import { describe, expect, it } from 'vitest';
import { readUploader, uploaderKey, uploaderOfPage } from './uploader.ts';

const keyOf = (text: string) => {
  const uploader = readUploader(text);
  return uploader && uploaderKey(uploader);
};

describe('an uploader', () => {
  it.each([
    ['https://www.youtube.com/@PlatformLab', 'youtube:platformlab'],
    ['https://youtube.com./@platformlab/shorts?x=1', 'youtube:platformlab'],
    ['https://www.youtube.com/%40PlatformLab', 'youtube:platformlab'],
    [
      'https://m.youtube.com/channel/UCLab0123456789abcdefghi/videos',
      'youtube:uclab0123456789abcdefghi',
    ],
    ['https://www.tiktok.com/@lab.dances', 'tiktok:lab.dances'],
    ['https://www.instagram.com/lab.painter/', 'instagram:lab.painter'],
    ['https://www.facebook.com/profile.php?id=100000000000001', 'facebook:100000000000001'],
    ['https://x.com/Platform_Lab', 'twitter:platform_lab'],
    ['https://www.snapchat.com/add/lab.lantern', 'snapchat:lab.lantern'],
    ['https://www.threads.com/@lab.painter', 'threads:lab.painter'],
    ['youtube:@PlatformLab', 'youtube:platformlab'],
    [' pinterest:1084664028912989237 ', 'pinterest:1084664028912989237'],
  ])('is recognized in %s', (text, key) => {
    expect(keyOf(text)).toBe(key);
  });

  it.each([
    ['the link of a video', 'https://youtu.be/dQw4w9WgXcQ'],
    ['a page of the platform', 'https://www.instagram.com/explore/'],
    ['a name that the engine never tells', 'https://www.youtube.com/c/PlatformLab'],
    ['a name that the engine never tells', 'https://www.facebook.com/lab.painter'],
    ['another site', 'https://vimeo.com/lab'],
    ['another platform', 'vimeo:lab'],
    ['nothing but a sign', 'youtube:@'],
    ['a broken address', 'https://'],
    ['a word', 'Disney'],
  ])('is not recognized in %s (%s)', (_name, text) => {
    expect(keyOf(text)).toBeNull();
  });

  it('is read from a page with a long or unusual address', () => {
    for (const text of [
      `https://x.com/${'a'.repeat(5000)}`,
      'https://x.com/%E0%A4%A',
      'javascript:x',
    ])
      expect(uploaderOfPage(text)).toBeNull();
  });
});
