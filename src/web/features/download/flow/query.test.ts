import { describe, expect, it } from 'vitest';
import { readQuery } from './query.ts';

const nothing = {
  platform: null,
  format: null,
  quality: null,
  link: null,
  part: undefined,
  fragment: null,
};

describe('the address of the home page', () => {
  it.each([
    'youtube',
    'tiktok',
    'instagram',
    'facebook',
    'twitter',
    'snapchat',
    'pinterest',
    'threads',
    'home',
  ])('selects the platform %s', (platform) => {
    expect(readQuery(`?platform=${platform}`, '')).toEqual({ ...nothing, platform });
  });

  it.each([
    ['?convert=mp3', '', { format: 'mp3' }],
    ['?convert=MP3&quality=high', '', { format: 'mp3', quality: 'high' }],
    ['?quality=medium', '', { quality: 'medium' }],
    ['?quality=low', '', { quality: 'low' }],
    ['?u=https%3A%2F%2Fyoutu.be%2Fx', '', { link: 'https://youtu.be/x' }],
    ['?url=https://youtu.be/x', '', { link: 'https://youtu.be/x' }],
    ['?title=A&text=Look%3A+https%3A%2F%2Fyoutu.be%2Fx+nice', '', { link: 'https://youtu.be/x' }],
    ['?text=nothing+here', '', {}],
    ['?from=90', '', { part: { from: 90 } }],
    ['?from=0&to=12.5', '', { part: { from: 0, to: 12.5 } }],
    ['?to=30&cut=exact', '', { part: { to: 30, cut: 'exact' } }],
    ['?chapter=2&cut=instant', '', { part: { chapter: 2 } }],
    ['?from=-1&to=&chapter=two&cut=exact', '', {}],
    ['', '#about', { fragment: 'about' }],
    ['', '#video-url-input', { fragment: 'video-url-input' }],
    ['?platform=myspace&convert=avi&quality=best&u=', '#top', {}],
    ['?platform=', '#', {}],
  ])('reads %s%s', (search, hash, found) => {
    expect(readQuery(search, hash)).toEqual({ ...nothing, ...found });
  });
});
