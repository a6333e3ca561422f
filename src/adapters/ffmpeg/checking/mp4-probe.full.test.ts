// Compares the probe that is read from an MP4's index with ffprobe's, for the kinds of files that the first tier does not try.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Variant } from '../../../../lab/media/media.ts';
import { createMediaLibrary } from '../../../../lab/media/media-library.ts';
import { LAB_PLATFORMS } from '../../../../lab/platforms/index.ts';
import { compareProbes } from '../../../../tests/support/media/compare-probes.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';

let media: MediaFolder;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media.remove());

const av = () => [...noisyPicture('320x180', 2), ...tone(2)];

describe('the probe of an index', () => {
  it.each<[string, string, () => readonly string[]]>([
    ['H.264 and AAC', 'a.mp4', () => [...av(), ...H264, '-c:a', 'aac']],
    [
      '29.97 pictures a second',
      'c.mp4',
      () => [...av(), ...H264, '-r', '30000/1001', '-c:a', 'aac'],
    ],
    ['AAC at 22 kHz', 'h.m4a', () => [...tone(2), '-ar', '22050', '-c:a', 'aac']],
    ['stereo MP3', 'i.mp4', () => [...tone(2), '-ac', '2', '-c:a', 'libmp3lame']],
    ['E-AC-3', 'k.mp4', () => [...tone(2), '-ac', '2', '-c:a', 'eac3']],
    ['QuickTime', 'o.mov', () => [...av(), ...H264, '-c:a', 'aac']],
  ])('is that of ffprobe: %s', async (_name, name, words) => {
    await compareProbes(await media.ffmpeg(name, ...words()));
  });

  it('rotates the size as players do', async () => {
    const plain = await media.ffmpeg('upright.mp4', ...noisyPicture('320x180', 1), ...H264);
    for (const degrees of [90, 180, 270]) {
      const name = `turned-${degrees}.mp4`;
      const path = await media
        .ffmpeg(name, '-display_rotation', `${degrees}`, '-i', plain, '-c', 'copy')
        // Before version 6 of ffmpeg it was a tag.
        .catch(() =>
          media.ffmpeg(name, '-i', plain, '-c', 'copy', '-metadata:s:v', `rotate=${degrees}`),
        );
      const size = degrees === 180 ? { width: 320, height: 180 } : { width: 180, height: 320 };
      expect((await compareProbes(path)).streams[0]).toMatchObject(size);
    }
  });

  it('is that of ffprobe for each kind of MP4 that the lab serves as a download', async () => {
    const library = createMediaLibrary();
    const downloads = Object.values(LAB_PLATFORMS).flatMap(({ links }) =>
      links.flatMap((link) => link.downloads ?? []),
    );
    const variants = downloads
      .flat()
      .flatMap((one) => ('files' in one ? one.files : []))
      .flatMap(({ picture, sound }) => [picture, sound])
      .filter((variant) => variant?.container === 'mp4' || variant?.container === 'm4a');
    const kinds = new Map<string, Variant>();
    for (const variant of variants) {
      if (!variant) continue;
      const { picture, sound } = variant;
      const kind = [picture?.codec, picture?.height, picture?.fps, picture?.hdr, sound?.codec];
      kinds.set(kind.join(), variant);
    }
    expect(kinds.size).toBeGreaterThan(10);
    for (const variant of kinds.values()) {
      const { path } = await library.file({ ...variant, isFragmented: false });
      await compareProbes(path);
    }
  });
});
