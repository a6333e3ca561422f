import { expect, it } from 'vitest';
import { makeDownload } from '../../../tests/support/media/make-download.ts';
import { namesOf } from './names-of.ts';

it.each<[string, Parameters<typeof makeDownload>[1], string, string]>([
  [
    'a video',
    { platform: 'youtube', link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', fileName: 'ю.mp4' },
    'ю.mp4',
    'YouTube dQw4w9WgXcQ',
  ],
  ['an extra site', { platform: 'bluesky', link: 'https://bsky.app/x' }, 'download.mp4', 'Bluesky'],
  ['an upload', { platform: null, link: null }, 'download.mp4', 'download'],
])('of %s: what it is called, and what in ASCII', (_what, part, name, plainName) => {
  const download = makeDownload('id', { fileName: null, ...part });
  expect(namesOf(download, 'mp4')).toEqual({ name, plainName });
});
