import { expect, it } from 'vitest';
import { DEFAULT_CHOICE, EMPTY_FLOW, type Format } from '../../../download-client/flow-state.ts';
import { expectedOf, NOTHING_EXPECTED } from './expected-format.ts';

const MUSIC = 'https://music.youtube.com/watch?v=dQw4w9WgXcQ';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const ALBUM = 'https://www.youtube.com/playlist?list=OLAK5uy_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

const put = (text: string, format: Format) => ({
  ...EMPTY_FLOW,
  text,
  choice: { ...DEFAULT_CHOICE, format },
});

it.each([
  ['a song of YouTube Music', MUSIC, 'mp3'],
  ['an album', ALBUM, 'mp3'],
  ["the platform's own list of music", ALBUM.replace('OLAK5uy_', 'RDCLAK5uy_'), 'mp3'],
  ['a video', VIDEO, 'mp4'],
  ['a playlist', 'https://www.youtube.com/playlist?list=PLaaaaaaaaaaaaaaaa', 'mp4'],
])('a link begins with what is expected of it: %s', (_what, link, format) => {
  const first = expectedOf(NOTHING_EXPECTED, put(link, 'mp4'));
  expect(first.format).toBe(format);
  expect(expectedOf(first, put(`${VIDEO}&t=1`, first.format)).format).toBe('mp4');
});

it('a format that was chosen stays, for the next links too', () => {
  const song = expectedOf(NOTHING_EXPECTED, put(MUSIC, 'mp4'));
  expect(expectedOf(song, put(MUSIC, 'mp4'))).toBe(song);
  // The visitor chose MP4.
  const album = expectedOf(song, put(ALBUM, 'mp4'));
  expect(album.format).toBe(song.format);
  expect(expectedOf(album, put(VIDEO, 'mp4')).format).toBe(song.format);
  const chosen = expectedOf(NOTHING_EXPECTED, put(VIDEO, 'mp3'));
  expect(expectedOf(chosen, put(MUSIC, 'mp3')).format).toBe('mp4');
});

it('a download that is taken up again keeps its format', () => {
  const download = { kind: 'gone', why: 'expired' } as const;
  const kept = expectedOf(NOTHING_EXPECTED, { ...put(MUSIC, 'mp4'), download });
  expect(kept).toEqual({ text: MUSIC, format: 'mp4' });
  expect(expectedOf(kept, put(MUSIC, 'mp4')).format).toBe('mp4');
});
