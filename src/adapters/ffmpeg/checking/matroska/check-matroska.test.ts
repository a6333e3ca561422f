// A WebM is checked with one start of a program, whatever writes it, and damage in any part of it is found.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckerFixture,
  checkOf,
  createCheckerFixture,
} from '../../../../../tests/support/media/checker-fixture.ts';
import { H264, noisyPicture, tone } from '../../../../../tests/support/media/media-fixtures.ts';
import type { Expected } from '../../../../core/files/checking/find-fault.ts';
import type { FileFormat } from '../../../../shared/media/formats.ts';

const SECONDS = 12;
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '50'];
const OPUS = ['-c:a', 'libopus', '-b:a', '64k'];
const BOTH = [...noisyPicture('320x180', SECONDS), ...tone(SECONDS)];
const ANY: Expected = {
  picture: { codec: 'other', width: 320, height: 180 },
  sound: 'unknown',
  durationSeconds: SECONDS,
};

let fixture: CheckerFixture;
let plain: string;
beforeAll(async () => {
  fixture = await createCheckerFixture();
  const rate = ['-pix_fmt', 'yuv420p', '-b:v', '800k', '-cues_to_front', '1'];
  plain = await fixture.ffmpeg('plain.webm', ...BOTH, ...VP9, ...rate, ...OPUS);
});
afterAll(() => fixture.remove());

/** How a check ends, and how many programs it starts. */
async function checked(path: string, expect: Expected = ANY) {
  let starts = 0;
  const begin = () => {
    starts += 1;
    return () => undefined;
  };
  const container = path.split('.').at(-1) as FileFormat;
  const turn = { begin, beginSlow: () => () => undefined, others: () => 0 };
  const task = checkOf(path, { container, expect, turn });
  const code = await fixture.checker.check(task).then(
    () => 'passes',
    (error: { code?: string }) => error.code,
  );
  return { code, starts };
}

/** The bytes of the blocks of one track, in their order. */
function blocksOf(bytes: Buffer, track: number): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = bytes.indexOf('1f43b675', 0, 'hex'); at >= 0; ) {
    const end = bytes.indexOf('1f43b675', at + 4, 'hex');
    for (let from = at; ; ) {
      // A block of up to 2^14 bytes, with the size that most of them have, and its track.
      from = bytes.indexOf(0xa3, from + 1);
      if (from < 0 || (end >= 0 && from >= end)) break;
      const size = bytes.readUInt16BE(from + 1) - 0x4000;
      if (size < 8 || size >= 0x4000 || bytes[from + 3] !== (0x80 | track)) continue;
      blocks.push(bytes.subarray(from + 3, from + 3 + size));
      from += 2 + size;
    }
    at = end;
  }
  return blocks;
}

describe('a whole file passes with one start', () => {
  it('of VP9 and Opus', async () => {
    expect(await checked(plain)).toEqual({ code: 'passes', starts: 1 });
  });

  it.each<[string, readonly string[], Expected?]>([
    ['h264-aac.mkv', [...BOTH, ...H264, '-c:a', 'aac']],
    ['av1-vorbis.webm', [...BOTH, '-c:v', 'libsvtav1', '-preset', '12', '-c:a', 'libvorbis']],
    [
      'sound.webm',
      [...tone(SECONDS), ...OPUS],
      { ...ANY, picture: null, sound: { codec: 'opus' } },
    ],
    ['short.webm', [...BOTH, '-t', '3', ...VP9, ...OPUS], { ...ANY, durationSeconds: 3 }],
    ['pcm.mkv', [...BOTH, ...H264, '-c:a', 'pcm_s16le']],
  ])('of other codecs: %s', async (name, words, expected = ANY) => {
    const path = await fixture.ffmpeg(name, ...words);
    expect(await checked(path, expected)).toEqual({ code: 'passes', starts: 1 });
  });

  it('or with more where it does not say how long it is', async () => {
    const live = ['-i', plain, '-c', 'copy', '-live', '1'];
    const path = await fixture.ffmpeg('live.webm', ...live);
    const { code, starts } = await checked(path);
    expect([code, starts > 1]).toEqual(['passes', true]);
  });
});

describe('damage is found', () => {
  const changed = async (name: string, change: (bytes: Buffer) => Buffer | undefined) => {
    const path = await fixture.changed(plain, name, (bytes) => change(bytes) ?? bytes);
    return (await checked(path)).code;
  };
  /** Overwrites the blocks of a track from its thirtieth on. */
  const overwrites = (track: number, count: number) => (bytes: Buffer) => {
    const blocks = blocksOf(bytes, track).slice(30, 30 + count);
    expect(blocks.length).toBe(count);
    for (const [index, block] of blocks.entries())
      for (let at = 4; at < block.length; at += 1)
        block[at] = ((index + at) * 2_654_435_761) >>> 13;
    return undefined;
  };

  it('where frames are replaced', async () => {
    expect(await changed('picture.webm', overwrites(1, 20))).toBe('bad_media');
    expect(await changed('sound.webm', overwrites(2, 20))).toBe('bad_media');
  });

  it('where the chain of elements is broken, or the file ends', async () => {
    const breaks = (bytes: Buffer) => {
      bytes.fill(0x11, bytes.length / 2, bytes.length / 2 + 2000);
      return undefined;
    };
    expect(await changed('broken.webm', breaks)).toBe('bad_media');
    const cuts = (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.8);
    expect(await changed('cut.webm', cuts)).toBe('bad_media');
    const ends = (bytes: Buffer) => bytes.subarray(0, bytes.lastIndexOf('1f43b675', -1, 'hex'));
    expect(await changed('ends.webm', ends)).toBe('bad_media');
  });

  it('where a size is beyond the file', async () => {
    const lies = (bytes: Buffer) => {
      const at = bytes.lastIndexOf('1f43b675', -1, 'hex');
      bytes.write('0100000fffffffff', at + 4, 'hex');
      return undefined;
    };
    expect(await changed('lies.webm', lies)).toBe('bad_media');
  });

  it('of a picture that is too large to decode, before that', async () => {
    const width = (bytes: Buffer) => {
      const at = bytes.indexOf('b0820140', 0, 'hex');
      expect(at).toBeGreaterThan(0);
      bytes.writeUInt16BE(60_000, at + 2);
      return undefined;
    };
    const path = await fixture.changed(plain, 'wide.webm', (bytes) => width(bytes) ?? bytes);
    expect(await checked(path)).toEqual({ code: 'bad_media', starts: 0 });
  });
});
