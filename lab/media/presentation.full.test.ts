// HLS and DASH of the lab, played from disk by ffmpeg and read by a parser that is not ours.
import { createDecipheriv } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as hlsParser from 'hls-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { livePlaylist, nestedPlaylist } from './hls-live.ts';
import { colourDistance, readColour, readTone } from './measure.ts';
import type { Presentation, Variant } from './media.ts';
import { createMediaLibrary } from './media-library.ts';
import { codecNames } from './mp4-boxes.ts';
import { runTool } from './run-tool.ts';

const library = createMediaLibrary();
const sound = (toneHz: number): Variant => ({
  container: 'm4a',
  seconds: 6,
  sound: { codec: 'aac', toneHz, kilobitsPerSecond: 64 },
});
const film = (codec: 'h264' | 'h265' | 'vp9' | 'av1', colour: string): Variant => ({
  container: 'mp4',
  seconds: 6,
  picture: { codec, width: 640, height: 360, fps: 30, colour },
});
const talkie = (colour: string, toneHz: number): Variant => ({
  ...film('h264', colour),
  sound: { codec: 'aac', toneHz, kilobitsPerSecond: 64 },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-presentation-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Lays a presentation out in a folder of its own and joins what a manifest of it names into one file. */
async function play(
  { manifest, files }: Presentation,
  name: string,
  entry = name,
): Promise<string> {
  const place = await mkdtemp(join(folder, 'played-'));
  await writeFile(join(place, name), manifest);
  for (const [each, file] of files) {
    if ('path' in file) await copyFile(file.path, join(place, each));
    else await writeFile(join(place, each), file.text);
  }
  const joined = join(place, 'joined.mp4');
  await runTool('ffmpeg', [
    '-v',
    'error',
    '-allowed_extensions',
    'ALL',
    '-i',
    join(place, entry),
    '-c',
    'copy',
    joined,
  ]);
  return joined;
}

/** A segment's bytes; with a `place`, decrypted as RFC 8216 has it for a key without an IV. */
async function segmentOf({ files }: Presentation, name: string, place?: number): Promise<Buffer> {
  const read = async (each: string) => {
    const file = files.get(each);
    if (file === undefined || !('path' in file)) throw new Error(`no file ${each}`);
    return readFile(file.path);
  };
  if (place === undefined) return read(name);
  const iv = Buffer.alloc(16);
  iv.writeUInt32BE(place, 12);
  const decipher = createDecipheriv('aes-128-cbc', await read('key.bin'), iv);
  return Buffer.concat([decipher.update(await read(name)), decipher.final()]);
}

async function secondsOf(path: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path];
  return Number((await runTool('ffprobe', args)).toString());
}

it.each([
  ['MPEG-TS', { kind: 'ts', key: false }],
  ['MPEG-TS with AES-128', { kind: 'ts', key: true }],
  ['fragmented MP4', { kind: 'fmp4', key: false }],
  ['fragmented MP4 with AES-128', { kind: 'fmp4', key: true }],
] as const)('makes HLS of %s', async (_name, { kind, key }) => {
  const renditions = [talkie('#c02020', 440), talkie('#20c020', 440)];
  const made = await library.hls({ renditions, segmentSeconds: 2, kind, key });
  const master = hlsParser.parse(made.manifest);
  if (!master.isMasterPlaylist) throw new Error('not a master playlist');
  expect(master.variants.map(({ uri, resolution }) => ({ uri, ...resolution }))).toEqual([
    { uri: 'r0.m3u8', width: 640, height: 360 },
    { uri: 'r1.m3u8', width: 640, height: 360 },
  ]);
  const media = made.files.get('r1.m3u8');
  if (media === undefined || !('text' in media)) throw new Error('no media playlist');
  const playlist = hlsParser.parse(media.text);
  if (playlist.isMasterPlaylist) throw new Error('not a media playlist');
  expect(playlist.segments.map(({ duration }) => duration)).toEqual([2, 2, 2]);
  expect(playlist.segments.map(({ key: with_ }) => with_?.method)).toEqual(
    Array(3).fill(key ? 'AES-128' : undefined),
  );
  for (const { uri } of playlist.segments) expect(made.files.has(uri)).toBe(true);

  // A wrong IV spoils a few bytes of the first block, which players forgive.
  const open = await library.hls({ renditions, segmentSeconds: 2, kind });
  for (const [place, { uri }] of playlist.segments.entries()) {
    const segment = await segmentOf(made, uri, key ? place : undefined);
    expect(segment.equals(await segmentOf(open, uri))).toBe(true);
  }
  const joined = await play(made, 'master.m3u8', 'r1.m3u8');
  expect(Math.abs((await secondsOf(joined)) - 6)).toBeLessThan(0.1);
  expect(colourDistance(await readColour(joined, 3), '#20c020')).toBeLessThan(24);
  expect(await readTone(joined)).toBe(440);
});

it('makes HLS with sounds of their own, each with its language', async () => {
  const made = await library.hls({
    renditions: [film('h264', '#c02020'), film('vp9', '#20c020'), film('av1', '#2020c0')],
    sounds: [
      { variant: sound(440), language: 'en', name: 'English' },
      { variant: sound(660), language: 'de' },
    ],
    segmentSeconds: 3,
  });
  const master = hlsParser.parse(made.manifest);
  if (!master.isMasterPlaylist) throw new Error('not a master playlist');
  expect(master.variants.map(({ codecs }) => codecs?.split('.')[0])).toEqual([
    'avc1',
    'vp09',
    'av01',
  ]);
  expect(master.variants[0]?.audio.map(({ language, name, uri }) => [language, name, uri])).toEqual(
    [
      ['en', 'English', 's0.m3u8'],
      ['de', 'de', 's1.m3u8'],
    ],
  );
  expect(await readTone(await play(made, 'master.m3u8', 's1.m3u8'))).toBe(660);
});

it.each(['single', 'template'] as const)('makes DASH addressed by %s', async (addressing) => {
  const made = await library.dash({
    pictures: [film('h264', '#c02020'), talkie('#2020c0', 880)],
    sounds: [sound(550)],
    addressing,
    segmentSeconds: 2,
  });
  expect(made.manifest.match(/<AdaptationSet contentType="\w+"/g)).toHaveLength(2);
  expect(made.manifest.includes('<SegmentBase indexRange=')).toBe(addressing === 'single');
  expect([...made.files.keys()].filter((name) => name.startsWith('video-0'))).toEqual(
    addressing === 'single'
      ? ['video-0.mp4']
      : ['video-0-1.m4s', 'video-0-2.m4s', 'video-0-3.m4s', 'video-0-init.mp4'],
  );
  const joined = await play(made, 'manifest.mpd');
  expect(Math.abs((await secondsOf(joined)) - 6)).toBeLessThan(0.1);
  expect(await readTone(joined)).toBe(550);
});

it.each([
  ['h264', /^avc1\.42[0-9a-f]{4}$/],
  ['h265', /^hvc1\.1\.6\.L\d+\.B0$/],
  ['vp9', /^vp09\.00\.\d\d\.08$/],
  ['av1', /^av01\.0\.\d\dM\.08$/],
] as const)('names the codec of %s as manifests do', async (codec, name) => {
  const { path } = await library.file(film(codec, '#20c020'));
  expect(codecNames(await readFile(path))).toEqual([expect.stringMatching(name)]);
});

const FINISHED = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXTINF:4.000000,
a.ts
#EXTINF:2.000000,
b.ts
#EXT-X-ENDLIST
`;

it.each([
  [0, 0, ['a.ts?n=0']],
  [3_999, 0, ['a.ts?n=0']],
  [5_999, 0, ['a.ts?n=0', 'b.ts?n=1']],
  [6_000, 0, ['a.ts?n=0', 'b.ts?n=1', 'a.ts?n=2']],
  [3_600_000, 1196, ['a.ts?n=1196', 'b.ts?n=1197', 'a.ts?n=1198', 'b.ts?n=1199', 'a.ts?n=1200']],
])('makes a live playlist that is %d ms old', (elapsedMs, sequence, uris) => {
  const live = hlsParser.parse(livePlaylist(FINISHED, elapsedMs));
  if (live.isMasterPlaylist) throw new Error('not a media playlist');
  expect(live.endlist).toBe(false);
  expect(live.mediaSequenceBase).toBe(sequence);
  expect(live.segments.map(({ uri }) => uri)).toEqual(uris);
});

it('refuses to make an encrypted playlist endless', () => {
  const locked = FINISHED.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"\n#EXTINF');
  expect(() => livePlaylist(locked, 0)).toThrow(TypeError);
});

it('makes a master playlist that refers to itself', () => {
  const nested = hlsParser.parse(nestedPlaylist('again.m3u8'));
  expect(nested.isMasterPlaylist && nested.variants[0]?.uri).toBe('again.m3u8');
});
