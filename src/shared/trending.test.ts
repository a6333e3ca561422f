import { describe, expect, it } from 'vitest';
import { isOwnFile, readVideoAddress, trendingFileType } from './trending.ts';

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=a&t=4#b', 'https://www.youtube.com/watch?v=a&t=4#b'],
    ['HTTP://Video.Example', 'http://video.example/'],
    ['https://video.example:8443/a', 'https://video.example:8443/a'],
  ])('%s is %s', (text, address) => {
    expect(readVideoAddress(text)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//video.example',
    'https:video.example',
    'https://',
    ' https://video.example',
    'https://video.example/a b',
    'https://video.example/\u0000',
    'https://me@video.example/',
    'https://[nonsense]/',
    '',
  ])('%j is none', (text) => {
    expect(readVideoAddress(text)).toBeNull();
  });
});

describe('the name of a file', () => {
  it.each([
    ['a.jpg', 'image/jpeg'],
    ['0f-a_b.mp4', 'video/mp4'],
    ['film.webm', 'video/webm'],
  ])('%s is of the type %s', (name, type) => {
    expect(trendingFileType(name)).toBe(type);
  });

  it.each([
    '',
    '.jpg',
    '..',
    '../a.jpg',
    'a/b.jpg',
    'a\\b.jpg',
    'a.jpg\n',
    'a.html',
    'a.svg',
    'a.jpg.html',
    'A.jpg',
    'a.constructor',
    '__proto__',
    `${'a'.repeat(81)}.jpg`,
    'a\0.jpg',
  ])('%j is none', (name) => {
    expect(trendingFileType(name)).toBeNull();
  });
});

describe('the address of a film', () => {
  it('is a film of this site below its own address, and nowhere else', () => {
    const origin = 'https://keepreel.test';
    expect(isOwnFile('/trending-files/a.mp4', origin)).toBe(true);
    expect(isOwnFile(`${origin}/trending-files/a.mp4`, origin)).toBe(true);
    expect(isOwnFile('//evil.example/trending-files/a.mp4', origin)).toBe(false);
    expect(isOwnFile(`${origin}.example/trending-files/a.mp4`, origin)).toBe(false);
    expect(isOwnFile(`${origin}/files/a.mp4`, origin)).toBe(false);
  });
});
