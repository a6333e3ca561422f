// Playlists are parsed in a thread: with the same result, without blocking the server, and with an end.
import { describe, expect, it } from 'vitest';
import { turnsWhile } from '../../../../tests/support/run/turns-while.ts';
import { MAX_FRAGMENTS } from '../../../shared/limits.ts';
import { createPlaylistParser } from './parse-playlist.ts';
import { readPlaylist } from './read-playlist.ts';

const ADDRESS = 'https://media.example/a/list.m3u8';
const { signal } = new AbortController();
const lines = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('\n');
const bytesOf = (text: string) => new TextEncoder().encode(text);
const media = (count: number, extra = '') =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${extra}${lines(count, (n) => `#EXTINF:6,\nsegment-${n}.ts`)}\n#EXT-X-ENDLIST\n`;
const master = (count: number) =>
  `#EXTM3U\n${lines(count, (n) => `#EXT-X-STREAM-INF:BANDWIDTH=${n + 1}\nv${n}.m3u8`)}\n`;

describe('reading a playlist', () => {
  it.each([
    ['small', media(20)],
    ['large', media(MAX_FRAGMENTS)],
    [
      'encrypted',
      media(3000, '#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x0000000000000000000000000000000A\n'),
    ],
    ['a master', master(800)],
  ])('of a playlist that is %s has the same result as in one pass', async (_name, text) => {
    const parse = createPlaylistParser();
    const answer = await parse(bytesOf(text), ADDRESS, signal);
    const whole = readPlaylist(bytesOf(text), ADDRESS);
    // Not compared by the test itself, which would print both when they differ.
    expect(JSON.stringify(answer) === JSON.stringify(whole)).toBe(true);
  });

  it.each([
    ['a master with as many variants as there may be', master(1000)],
    ['segments as many as there may be', media(MAX_FRAGMENTS)],
    ['8 MB of attributes', `#EXTM3U\n#EXT-X-STREAM-INF:${'A=1,'.repeat(2_000_000)}\nv.m3u8\n`],
    ['blank lines', `#EXTM3U\n${' \n'.repeat(1_000_000)}`],
  ])('does not block the event loop for %s', async (_name, text) => {
    const stop = new AbortController();
    const work = createPlaylistParser()(bytesOf(text), ADDRESS, stop.signal);
    expect(await turnsWhile(work, 21)).toBe(21);
    stop.abort(new Error('seen enough'));
    await work.catch(() => undefined);
  });

  it.each([
    ['no playlist', '<!doctype html>', 'bad_media'],
    ['one without an end', media(3000).replace('#EXT-X-ENDLIST\n', ''), 'live'],
    [
      'one that leads into this machine',
      media(600).replace('segment-9.ts', 'file:///etc/passwd'),
      'blocked_target',
    ],
    ['a master with 20 000 variants', master(20_000), 'bad_media'],
    ['too many segments', media(MAX_FRAGMENTS + 1), 'bad_media'],
  ])('refuses %s with a code of its own', async (_name, text, code) => {
    await expect(createPlaylistParser()(bytesOf(text), ADDRESS, signal)).rejects.toMatchObject({
      code,
    });
  });

  it('ends at once when its caller aborts', async () => {
    const stop = new AbortController();
    const work = createPlaylistParser()(bytesOf(media(MAX_FRAGMENTS)), ADDRESS, stop.signal);
    setTimeout(() => stop.abort(new Error('gone')), 5);
    await expect(work).rejects.toThrow('gone');
  });
});
