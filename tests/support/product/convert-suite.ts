// The tests of conversions into every format: the right file, or the refusal that is to be expected; from the sources that a tier takes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EDIT_FORMATS, type EditFormat } from '../../../src/shared/media/formats.ts';
import { createMediaFolder, H264, type MediaFolder } from '../media/media-fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { readContents } from './receive.ts';
import { OVER_HTTP, visit } from './visitor.ts';

const SECONDS = 3;
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=s=322x242:r=25:d=${SECONDS}`];
const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${SECONDS}`];
const BOTH = [...PICTURE, ...SOUND];

/** File name → what it is encoded with. */
const SOURCES = {
  'h264-aac.mp4': [...BOTH, ...H264, '-c:a', 'aac'],
  'vp9-opus.webm': [
    ...BOTH,
    '-c:v',
    'libvpx-vp9',
    '-cpu-used',
    '8',
    '-deadline',
    'realtime',
    '-c:a',
    'libopus',
  ],
  'av1-opus.mkv': [...BOTH, '-c:v', 'libsvtav1', '-preset', '12', '-c:a', 'libopus'],
  'hevc-aac.mov': [
    ...BOTH,
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
    '-tag:v',
    'hvc1',
    '-c:a',
    'aac',
  ],
  'sound.ogg': [...SOUND, '-c:a', 'libopus'],
  'silent.mp4': [...PICTURE, ...H264],
} as const;
type SourceName = keyof typeof SOURCES;

/** `video codec+audio codec` of the file, in ffprobe's words, or the code of the refusal. */
const EXPECTED: Readonly<Record<EditFormat, Readonly<Record<SourceName, string>>>> = {
  mp4: {
    'h264-aac.mp4': 'h264+aac',
    'vp9-opus.webm': 'h264+aac',
    'av1-opus.mkv': 'h264+aac',
    'hevc-aac.mov': 'hevc+aac',
    'sound.ogg': 'no_picture',
    'silent.mp4': 'h264',
  },
  mov: {
    'h264-aac.mp4': 'h264+aac',
    'vp9-opus.webm': 'h264+aac',
    'av1-opus.mkv': 'h264+aac',
    'hevc-aac.mov': 'hevc+aac',
    'sound.ogg': 'no_picture',
    'silent.mp4': 'h264',
  },
  webm: {
    'h264-aac.mp4': 'vp9+opus',
    'vp9-opus.webm': 'vp9+opus',
    'av1-opus.mkv': 'av1+opus',
    'hevc-aac.mov': 'vp9+opus',
    'sound.ogg': 'no_picture',
    'silent.mp4': 'vp9',
  },
  avi: {
    'h264-aac.mp4': 'mpeg4+mp3',
    'vp9-opus.webm': 'mpeg4+mp3',
    'av1-opus.mkv': 'mpeg4+mp3',
    'hevc-aac.mov': 'mpeg4+mp3',
    'sound.ogg': 'no_picture',
    'silent.mp4': 'mpeg4',
  },
  mp3: {
    'h264-aac.mp4': 'mp3',
    'vp9-opus.webm': 'mp3',
    'av1-opus.mkv': 'mp3',
    'hevc-aac.mov': 'mp3',
    'sound.ogg': 'mp3',
    'silent.mp4': 'no_sound',
  },
  aac: {
    'h264-aac.mp4': 'aac',
    'vp9-opus.webm': 'aac',
    'av1-opus.mkv': 'aac',
    'hevc-aac.mov': 'aac',
    'sound.ogg': 'aac',
    'silent.mp4': 'no_sound',
  },
  m4a: {
    'h264-aac.mp4': 'aac',
    'vp9-opus.webm': 'aac',
    'av1-opus.mkv': 'aac',
    'hevc-aac.mov': 'aac',
    'sound.ogg': 'aac',
    'silent.mp4': 'no_sound',
  },
};
const FORMAT_NAMES: Readonly<Record<EditFormat, RegExp>> = {
  mp4: /mp4/,
  mov: /mov/,
  webm: /webm/,
  avi: /^avi$/,
  mp3: /^mp3$/,
  aac: /^aac$/,
  m4a: /m4a/,
};

/** Declares the tests for these sources. */
export function testConversions(names: readonly SourceName[]): void {
  let product: Product;
  let origin: string;
  let media: MediaFolder;
  let folder: string;
  beforeAll(async () => {
    product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2' });
    origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
    media = await createMediaFolder();
    folder = await mkdtemp(path.join(tmpdir(), 'keepreel-convert-'));
    await Promise.all(
      names.map((name) => media.ffmpeg(name, ...SOURCES[name], '-t', String(SECONDS))),
    );
  });
  afterAll(async () => {
    await product.close();
    await media.remove();
    await rm(folder, { recursive: true, force: true });
  });

  describe.each(EDIT_FORMATS)('%s', (format) => {
    it.concurrent.each(names)('of %s', async (name) => {
      const expected = EXPECTED[format][name];
      const visitor = visit(origin);
      const answer = await visitor.upload('convert', path.join(media.folder, name), {
        format,
        name,
      });
      if (!answer.success) {
        expect(answer).toMatchObject({ code: expected });
        return;
      }
      const file = await visitor.receive(answer, folder);
      const contents = await readContents(file.path);
      expect(
        contents.streams
          .map(({ codec_name }) => codec_name)
          .sort()
          .reverse()
          .join('+'),
      ).toBe(expected.split('+').sort().reverse().join('+'));
      expect(contents.format).toMatch(FORMAT_NAMES[format]);
      expect(contents.complaints).toBe('');
      expect(contents.seconds).toBeCloseTo(SECONDS, 0);
      expect(answer.filename).toMatch(new RegExp(`^${name.split('.')[0]}.*\\.${format}$`));
      expect(answer.receipt.container).toBe(format);
    });
  });
}
