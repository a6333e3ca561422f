// The checker: the kinds of files and the places of damage that the first tier does not try, and flipped bits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHECKED_SECONDS,
  type CheckerFixture,
  createCheckerFixture,
  SOUND_ONLY,
  WHOLE,
} from '../../../../tests/support/media/checker-fixture.ts';
import {
  H264,
  hole,
  noisyPicture,
  streamHashes,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import type { Expectation } from '../../../core/choosing/plan.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';

let fixture: CheckerFixture;
beforeAll(async () => {
  fixture = await createCheckerFixture();
});
afterAll(() => fixture.remove());

describe('a whole file', () => {
  it('passes with its receipt when it is checked closely', async () => {
    expect(await fixture.check(fixture.plain, WHOLE, 'mp4', true)).toMatchObject({
      container: 'mp4',
      picture: { codec: 'h264', width: 640, height: 360, fps: 25 },
      sound: { codec: 'aac', sampleRateHz: 48_000, channels: 1 },
      playsOn: ['everything'],
      extension: 'mp4',
    });
  });

  it('with rotation has its displayed size', async () => {
    const words = ['-i', fixture.plain, '-c', 'copy', '-movflags', '+faststart'];
    const turned = await fixture
      .ffmpeg('turned.mp4', '-display_rotation', '90', ...words)
      // Older than 6: the same as a tag.
      .catch(() => fixture.ffmpeg('turned.mp4', ...words, '-metadata:s:v', 'rotate=90'));
    const upright = { ...WHOLE, picture: { codec: 'h264', width: 360, height: 640 } } as const;
    const { picture } = await fixture.check(turned, upright);
    expect([picture?.width, picture?.height]).toEqual([360, 640]);
  });

  it.each<[string, FileFormat, readonly string[], Expectation['sound']]>([
    ['MP3 of changing rate', 'mp3', ['-c:a', 'libmp3lame', '-q:a', '4'], { codec: 'mp3' }],
    [
      'MP3 of changing rate that does not state its length',
      'mp3',
      [
        ...['-af', 'aeval=if(lt(t\\,5)\\,0\\,random(0)-0.5)'],
        ...['-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0'],
      ],
      { codec: 'mp3' },
    ],
    ['Ogg with Vorbis', 'ogg', ['-c:a', 'libvorbis'], { codec: 'vorbis' }],
    ['M4A', 'm4a', ['-c:a', 'aac', '-movflags', '+faststart'], { codec: 'aac' }],
  ])('of audio passes: %s', async (name, container, words, sound) => {
    const path = await fixture.ffmpeg(`${name}.${container}`, ...tone(CHECKED_SECONDS), ...words);
    const receipt = await fixture.check(path, { ...SOUND_ONLY, sound }, container);
    expect(receipt).toMatchObject({ picture: null, extension: container });
  });

  it.each<[string, readonly string[]]>([
    ['sound that begins late', ['-g', '600']],
    ['pictures that stand for a second', ['-r', '1', '-preset', 'medium', '-tune', 'stillimage']],
  ])('whose samples lack its sound passes: %s', async (name, words) => {
    const late = name.includes('late') ? ['-itsoffset', '3'] : [];
    const seconds = 20;
    const picture = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=30:d=${seconds}`];
    const both = [...picture, ...late, ...tone(seconds - (late.length > 0 ? 3 : 0))];
    const path = await fixture.ffmpeg(
      `${name}.mp4`,
      ...both,
      ...H264,
      ...words,
      '-c:a',
      'aac',
      '-movflags',
      '+faststart',
    );
    const any = { codec: 'other', width: null, height: null } as const;
    const expected = { ...WHOLE, picture: any, durationSeconds: null };
    expect(await fixture.check(path, expected)).toMatchObject({ sound: { codec: 'aac' } });
  });

  it.each<[string, readonly string[], Expectation['picture']]>([
    ['AV1', ['-c:v', 'libsvtav1', '-preset', '12'], { codec: 'av1', width: 320, height: 180 }],
    [
      'H.265',
      ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'],
      { codec: 'h265', width: 320, height: 180 },
    ],
    [
      'H.264 with open groups of pictures',
      ['-c:v', 'libx264', '-preset', 'veryfast', '-x264-params', 'open-gop=1:keyint=30:bframes=3'],
      { codec: 'h264', width: 320, height: 180 },
    ],
  ])('of %s passes', async (name, words, picture) => {
    const path = await fixture.ffmpeg(
      `codec ${name}.mp4`,
      ...noisyPicture('320x180', 12),
      ...words,
      ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
    );
    const receipt = await fixture.check(path, { picture, sound: null, durationSeconds: 12 });
    expect(receipt.picture?.codec).toBe(picture?.codec);
  });

  it.each(['png', 'webp', 'gif'])('that is a photo passes: %s', async (extension) => {
    const source = ['-f', 'lavfi', '-i', 'color=red:s=640x480', '-frames:v', '1'];
    const path = await fixture.ffmpeg(`photo.${extension}`, ...source);
    const none: Expectation = { picture: null, sound: null, durationSeconds: null };
    expect(await fixture.check(path, none, 'image')).toMatchObject({
      extension,
      durationSeconds: null,
      picture: { width: 640, height: 480 },
    });
    const cut = await fixture.changed(path, `cut.${extension}`, (bytes) => bytes.subarray(0, 60));
    expect(await fixture.refusal(cut, none, 'image')).toMatchObject({ code: 'bad_media' });
  });

  it('of ten hours of black passes', async () => {
    const black = ['-f', 'lavfi', '-i', 'color=black:s=64x64:r=1/10:d=36000'];
    const path = await fixture.ffmpeg('black.mp4', ...black, ...H264, '-movflags', '+faststart');
    const expected: Expectation = {
      picture: { codec: 'h264', width: 64, height: 64 },
      sound: null,
      durationSeconds: 36_000,
    };
    expect((await fixture.check(path, expected)).durationSeconds).toBe(36_000);
  });
});

describe('a hole', () => {
  const places = [0.1, 0.3, 0.5, 0.7, 0.95];
  it.each(
    places.flatMap((share) =>
      (['zeros', 'foreign'] as const).map((filling) => ({ share, filling })),
    ),
  )('of $filling at $share of a file is found', async ({ share, filling }) => {
    const path = await fixture.changed(
      fixture.plain,
      `hole-${share}-${filling}.mp4`,
      hole(share, 65_536, filling),
    );
    expect(await fixture.refusal(path)).toMatchObject({ code: 'bad_media' });
  });

  it.each(places)('in the audio alone is found at %s of it', async (share) => {
    const sound = await fixture.sound();
    const path = await fixture.changed(sound, `hole-${share}.m4a`, hole(share, 32_768, 'foreign'));
    expect(await fixture.refusal(path, SOUND_ONLY, 'm4a')).toMatchObject({ code: 'bad_media' });
  });
});

describe('a hole in audio with a rhythm', () => {
  it.each([
    ['mp3', 'libmp3lame', 'mp3'],
    ['ogg', 'libopus', 'opus'],
  ] as const)('is found: %s', async (container, encoder, codec) => {
    const words = ['-c:a', encoder, '-b:a', '128k'];
    const sound = await fixture.ffmpeg(`beat.${container}`, ...tone(CHECKED_SECONDS), ...words);
    const expected = { ...SOUND_ONLY, sound: { codec } };
    const receipt = await fixture.check(sound, expected, container);
    expect(receipt).toMatchObject({ picture: null, extension: container });
    for (const filling of ['zeros', 'foreign'] as const) {
      const path = await fixture.changed(
        sound,
        `beat-${filling}.${container}`,
        hole(0.5, 32_768, filling),
      );
      expect(await fixture.refusal(path, expected, container), filling).toMatchObject({
        code: 'bad_media',
      });
    }
  });
});

it('flipped bits never crash the check, and never pass where they break decoding', async () => {
  // A fixed seed: the same bits in every run.
  let seed = 20_261_120;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const short = await fixture.ffmpeg(
    'short.mp4',
    ...noisyPicture('320x180', 6),
    ...tone(6),
    ...H264,
    ...['-b:v', '800k', '-c:a', 'aac', '-movflags', '+faststart'],
  );
  const expected: Expectation = {
    ...WHOLE,
    picture: { codec: 'h264', width: 320, height: 180 },
    durationSeconds: 6,
  };
  let refusals = 0;
  for (let round = 0; round < 20; round += 1) {
    const path = await fixture.changed(short, 'flipped.mp4', (bytes) => {
      for (let bit = 0; bit < 1 + round; bit += 1) {
        const at = Math.floor(next() * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(next() * 8));
      }
      return bytes;
    });
    const result = await fixture.refusal(path, expected, 'mp4', true);
    if (result.code === undefined) await streamHashes(path, 'decoded', ['-xerror']);
    else expect(result.code).toBe('bad_media');
    refusals += result.code === undefined ? 0 : 1;
  }
  expect(refusals).toBeGreaterThan(10);
});
