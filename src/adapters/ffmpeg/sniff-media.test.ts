import { describe, expect, it } from 'vitest';
import { sniffMedia } from './sniff-media.ts';

const text = (words: string) => Buffer.from(words, 'latin1');
const packets = (count: number) => {
  const bytes = Buffer.alloc(188 * count, 0xff);
  for (let at = 0; at < bytes.length; at += 188) bytes[at] = 0x47;
  return bytes;
};
/** An ID3 tag of `bytes` bytes, followed by `then`. */
const tagged = (bytes: number, then: readonly number[]) =>
  Buffer.concat([
    text('ID3\x04\0\0'),
    Buffer.from([0, 0, bytes >> 7, bytes & 127]),
    Buffer.alloc(bytes),
    Buffer.from(then),
  ]);

describe('the type of a file by its first bytes', () => {
  it.each<[string, Uint8Array, string]>([
    ['MP4', text('\0\0\0\x20ftypisom\0\0\0\0'), 'mov'],
    ['QuickTime', text('\0\0\0\x14ftypqt  \0\0\0\0'), 'mov'],
    ['old QuickTime', text('\0\0\x01\0moov\0\0\0\0mvhd'), 'mov'],
    ['a fragment', text('\0\0\0\x18stypmsdh\0\0\0\0'), 'mov'],
    ...['mdat', 'free', 'skip', 'wide', 'sidx', 'moof'].map((box): [string, Uint8Array, string] => [
      `a file that begins with ${box}`,
      text(`\0\0\0\x20${box}\0\0\0\0\0\0\0\0`),
      'mov',
    ]),
    ['WebM', Buffer.from('1a45dfa39f4286810142', 'hex'), 'matroska'],
    ['MPEG-TS', packets(3), 'mpegts'],
    ['Ogg', text('OggS\0\x02\0\0'), 'ogg'],
    ['FLAC', text('fLaC\0\0\0\x22'), 'flac'],
    ['WAV', text('RIFF\0\0\0\0WAVEfmt '), 'wav'],
    ['AVI', text('RIFF\0\0\0\0AVI LIST'), 'avi'],
    ['FLV', text('FLV\x01\x05\0\0\0\x09'), 'flv'],
    ['ADTS', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0]), 'aac'],
    ['ADTS behind a tag, as in HLS', tagged(200, [0xff, 0xf9, 0x50]), 'aac'],
    ['MP3', Buffer.from([0xff, 0xfb, 0x90, 0x64]), 'mp3'],
    ['MP3 of half the samples', Buffer.from([0xff, 0xf3, 0x40]), 'mp3'],
    ['MP3 behind a tag', tagged(300, [0xff, 0xfb]), 'mp3'],
    ['MP3 behind a cover that ends later', tagged(4087, []).subarray(0, 4096), 'mp3'],
    ['MP3 behind a long cover', tagged(16_000, []).subarray(0, 4096), 'mp3'],
  ])('%s', (_name, bytes, demuxer) => {
    expect(sniffMedia(bytes)).toEqual({ kind: 'media', demuxer });
  });

  it.each<[string, Uint8Array, string]>([
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpg'],
    ['PNG', text('\x89PNG\r\n\x1a\n'), 'png'],
    ['WebP', text('RIFF\0\0\0\0WEBPVP8 '), 'webp'],
    ['GIF', text('GIF89a'), 'gif'],
  ])('%s', (_name, bytes, photo) => {
    expect(sniffMedia(bytes)).toEqual({ kind: 'photo', photo });
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['one byte', Buffer.from([0x47])],
    ['a page', text('<!doctype html><title>captcha</title>')],
    ['JSON', text('{"error":"gone"}')],
    ['a playlist', text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['a manifest', text('<?xml version="1.0"?><MPD/>')],
    ['ffconcat', text("ffconcat version 1.0\nfile '/etc/hostname'\n")],
    ['SDP', text('v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n')],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['ZIP', text('PK\x03\x04\x14\0\0\0')],
    ['ELF', text('\x7fELF\x02\x01\x01')],
    ['PE', text('MZ\x90\0')],
    ['subtitles', text('WEBVTT\n\n00:00.000 --> 00:01.000\nhello')],
    ['ASS', text('[Script Info]\nTitle: x\n')],
    ...['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis', 'jxl ', 'crx '].map(
      (brand): [string, Uint8Array] => [
        `a picture of the brand ${brand}`,
        text(`\0\0\0\x20ftyp${brand}\0\0\0\0`),
      ],
    ),
    ['a box without its content', text('\0\0\0\x20ftypiso')],
    ['PNG without the end of its signature', text('\x89PNG\r\n\x1a')],
    ['GIF of another version', text('GIF88a')],
    ['WEBP without RIFF', text('RIFX\0\0\0\0WEBPVP8 ')],
    ['WAVE without RIFF', text('RIFX\0\0\0\0WAVEfmt ')],
    ['FLV of another version', text('FLV\x02\x05\0\0\0\x09')],
    ['MPEG audio of a layer that does not exist', Buffer.from([0xff, 0xe0, 0x90])],
    ['RIFF of another kind', text('RIFF\0\0\0\0CDXAfmt ')],
    ['one packet of MPEG-TS', packets(1)],
    ['letters that begin like a packet', text('G'.padEnd(400, 'x'))],
    ['zeros', Buffer.alloc(4096)],
    ['a broken tag', text('ID3\x04\0\0\xff\xff\xff\xff')],
  ])('is unknown for %s', (_name, bytes) => {
    expect(sniffMedia(bytes)).toBeNull();
  });
});
