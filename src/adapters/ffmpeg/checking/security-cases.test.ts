import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { fakeFetching } from '../../../../tests/support/media/fake-fetching.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import type { Expectation, Recipe } from '../../../core/choosing/plan.ts';
import { mp3Recipe } from '../../../core/choosing/plan.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import { createTranscoder } from '../making/transcoder.ts';
import type { MediaTools } from '../media-tools.ts';
import { createChecker } from './check-file.ts';

const cases: { media: { id: string }[] } = JSON.parse(
  readFileSync('tests/fixtures/security-cases.json', 'utf8'),
);

let media: MediaFolder;
let needs: MediaTools;
beforeAll(async () => {
  needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  media = await createMediaFolder();
});
afterAll(() => media.remove());

const COPY: Recipe = { kind: 'copy', container: 'mp4' };
const MUX: Recipe = { kind: 'mux', container: 'mp4' };
const MP3: Recipe = mp3Recipe(128);
const LUMPS = '64x64:r=5';
let works = 0;

/** Makes and checks a file as the pipeline does; returns `made` or the error code. */
async function through(source: string, recipe: Recipe, expected: Partial<Expectation> = {}) {
  works += 1;
  const folder = path.join(media.folder, `work-${works}`);
  await mkdir(folder);
  const signal = new AbortController().signal;
  const isPhoto = recipe.container === 'image';
  const picture = { codec: 'h264', width: null, height: null } as const;
  const expectation: Expectation = {
    picture: recipe.container === 'mp4' ? picture : null,
    sound: isPhoto ? null : recipe.kind === 'encode' ? { codec: 'mp3' } : 'unknown',
    durationSeconds: null,
    ...expected,
  };
  try {
    const made = await createTranscoder(needs).make({
      recipe,
      inputs: [{ role: 'both', fetching: fakeFetching(source) }],
      folder,
      durationSeconds: expectation.durationSeconds,
      maxBytes: 1e9,
      tags: null,
      signal,
      report: () => undefined,
    });
    await createChecker(needs).check({
      path: made.path,
      container: recipe.container,
      expect: expectation,
      maxDurationSeconds: 36_000,
      closely: false,
      signal,
    });
    return { outcome: 'made', path: made.path, message: '' };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { outcome: code ?? message, path: null, message };
  }
}

const written = async (name: string, content: string | Uint8Array) => {
  const to = path.join(media.folder, name);
  await writeFile(to, content);
  return to;
};
const lumps = (name: string, seconds: number, ...words: string[]) =>
  media.ffmpeg(name, '-f', 'lavfi', '-i', `testsrc2=s=${LUMPS}:d=${seconds}`, ...H264, ...words);
const refused = async (source: string, recipe: Recipe = COPY) =>
  expect((await through(source, recipe)).outcome).toBe('bad_media');
const refusedText = (name: string, text: string) => async () => {
  const source = await written(name, text);
  for (const recipe of [COPY, MUX, MP3]) await refused(source, recipe);
};

/** The outcome of each case, by its id. */
const DONE: Readonly<Record<string, () => Promise<void>>> = {
  'hls-as-mp4': refusedText('hls.mp4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  ffconcat: refusedText('concat.mp4', "ffconcat version 1.0\nfile '/etc/hostname'\n"),
  sdp: refusedText('sdp.mp4', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5000 RTP/AVP 96\n'),
  svg: refusedText('svg.mp4', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  zip: refusedText('zip.mp4', 'PK\x03\x04\x14\0\0\0\x08\0'),
  'one-byte': refusedText('one.mp4', 'x'),
  lavfi: async () => {
    const source = await lumps('color=c=red', 3, '-f', 'mp4');
    expect((await through(source, COPY)).outcome).toBe('made');
  },
  dashname: async () => {
    const source = await lumps('-i.mp4', 3);
    expect((await through(source, COPY)).outcome).toBe('made');
  },
  'moov-end': async () => {
    const second = 'testsrc2=s=1280x720:r=25:d=1,noise=alls=60:allf=t';
    const rate = ['-b:v', '40M', '-maxrate', '60M', '-bufsize', '5M'];
    const one = await media.ffmpeg('one.mp4', '-f', 'lavfi', '-i', second, ...H264, ...rate);
    const source = await media.ffmpeg('end.mp4', '-stream_loop', '9', '-i', one, '-c', 'copy');
    const bytes = readFileSync(source);
    expect(bytes.length).toBeGreaterThan(50_000_000);
    expect(bytes.indexOf('moov', 0, 'latin1')).toBeGreaterThan(bytes.indexOf('mdat', 0, 'latin1'));
    expect((await through(source, COPY, { durationSeconds: 10 })).outcome).toBe('made');
  },
  'pixels-h': async () => {
    await refused(await written('huge.png', announcedPng(32_768, 32_768)), {
      kind: 'copy',
      container: 'image',
    });
    // The largest that is quick to make here exceeds the limit too.
    const words = ['-f', 'lavfi', '-i', 'color=black:s=8192x8192:r=1:d=1', '-frames:v', '1'];
    const source = await media.ffmpeg('huge.mp4', ...words, ...H264, '-movflags', '+faststart');
    for (const recipe of [COPY, MUX]) await refused(source, recipe);
  },
  fps: async () => {
    const words = ['-f', 'lavfi', '-i', 'color=red:s=64x64:r=1000000:d=0.0001', ...H264];
    const source = await media.ffmpeg('fps.mp4', ...words, '-video_track_timescale', '1000000');
    await refused(source);
    await refused(source, MUX);
  },
  streams: async () => {
    const source = await media.changed(await lumps('st.mp4', 3), 'streams.mp4', (bytes) => {
      const moov = bytes.indexOf('moov', 0, 'latin1') - 4;
      const trak = bytes.indexOf('trak', moov, 'latin1') - 4;
      const end = trak + bytes.readUInt32BE(trak);
      const tracks = Array<Buffer>(1000).fill(bytes.subarray(trak, end));
      const more = Buffer.concat([bytes.subarray(0, end), ...tracks, bytes.subarray(end)]);
      more.writeUInt32BE(bytes.readUInt32BE(moov) + 1000 * (end - trak), moov);
      return more;
    });
    for (const recipe of [COPY, MUX]) await refused(source, recipe);
  },
  black10h: async () => {
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=60', '-c:a', 'aac'];
    const minute = await media.ffmpeg('minute.m4a', ...silence);
    const black = ['-f', 'lavfi', '-i', 'color=black:s=64x64:r=1/10:d=36000', ...H264];
    const loop = ['-stream_loop', '599', '-i', minute];
    const source = await media.ffmpeg(
      'black.mp4',
      ...loop,
      ...black,
      '-c:a',
      'copy',
      '-t',
      '36000',
    );
    expect((await through(source, COPY, { durationSeconds: 36_000 })).outcome).toBe('made');
    // Announced as a minute, so not much more than that is encoded before the file is refused.
    expect(await through(source, MP3, { durationSeconds: 60 })).toMatchObject({
      outcome: 'bad_media',
      message: expect.stringContaining('it goes on after 132 s'),
    });
  },
  'png-bomb': async () => {
    const source = await written('bomb.png', announcedPng(50_000, 50_000));
    await refused(source, { kind: 'copy', container: 'image' });
  },
  subs: async () => {
    const events = Array.from(
      { length: 100_000 },
      () => 'Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,x',
    );
    const heading =
      '[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n';
    const subtitles = await written('many.ass', `${heading}${events.join('\n')}\n`);
    const words = ['-i', await lumps('s.mp4', 3), '-i', subtitles, '-c', 'copy'];
    const source = await media.ffmpeg('subs.mkv', ...words, '-map', '0', '-map', '1');
    const { path: made, outcome } = await through(source, MUX);
    expect(outcome).toBe('made');
    expect(await kindsIn(made)).toEqual(['video']);
  },
  meta: async () => {
    const words = ['-i', await lumps('m.mp4', 3), '-c', 'copy'];
    const notes = await written('notes', `;FFMETADATA1\ntitle=${'y'.repeat(10_000_000)}\\\nline\n`);
    const source = await media.ffmpeg(
      'meta.mp4',
      ...words,
      '-i',
      notes,
      '-map_metadata',
      '1',
      '-movflags',
      '+faststart',
    );
    expect(readFileSync(source).includes('yyyyyyyy')).toBe(true);
    const { path: made, outcome } = await through(source, COPY);
    expect(outcome).toBe('made');
    expect(readFileSync(made ?? '').includes('yyyyyyyy')).toBe(false);
  },
  exotic: async () => {
    const formats = [
      'avi',
      'asf',
      'nut',
      'dv',
      'gxf',
      'mxf',
      'rm',
      'swf',
      'vob',
      'y4m',
      'au',
      'caf',
      'ac3',
      'tta',
      'ivf',
      'h264',
      'mjpeg',
      'ffmetadata',
      'apng',
      'bmp',
      'tiff',
      'srt',
      'webvtt',
    ];
    for (const format of formats) {
      const bytes = await exotic(format);
      if (bytes !== null) await refused(await written(`exotic.${format}`, bytes), MUX);
    }
  },
};

/** A file of a format that is not on the list, or null where this ffmpeg cannot write it. */
async function exotic(format: string): Promise<Uint8Array | null> {
  const sources = ['-f', 'lavfi', '-i', 'color=red:s=720x576:r=25:d=0.2', ...tone(0.2).slice(0, 4)];
  try {
    return await readFileSync(await media.ffmpeg(`made.${format}`, ...sources, '-ar', '48000'));
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

async function kindsIn(file: string | null): Promise<string[]> {
  const words = ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', file ?? ''];
  return String(await runTool('ffprobe', words))
    .trim()
    .split('\n');
}

/** A PNG whose header announces a size and whose picture data is a few zeros. */
function announcedPng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const data = deflateSync(Buffer.alloc(100_000));
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

describe('malicious media', () => {
  it.each(cases.media.map(({ id }) => id))(
    '%s',
    async (id) => {
      const run = DONE[id];
      expect(run, 'every case has its test').toBeDefined();
      await run?.();
    },
    120_000,
  );

  it('are all in the list of cases', () => {
    expect(Object.keys(DONE).sort()).toEqual(cases.media.map(({ id }) => id).sort());
  });
});
