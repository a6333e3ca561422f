// One file of each kind that passes, and one of each kind of damage; the other rows of each table are in the second tier.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHECKED_SECONDS,
  type CheckerFixture,
  checkOf,
  createCheckerFixture,
  SOUND_ONLY,
  WHOLE,
} from '../../../../tests/support/media/checker-fixture.ts';
import { hole, noisyPicture, tone } from '../../../../tests/support/media/media-fixtures.ts';
import type { Expected } from '../../../core/files/checking/find-fault.ts';

let fixture: CheckerFixture;
beforeAll(async () => {
  fixture = await createCheckerFixture();
});
afterAll(() => fixture.remove());

describe('a whole file', () => {
  it('passes with its receipt', async () => {
    expect(await fixture.check(fixture.plain)).toMatchObject({
      container: 'mp4',
      picture: { codec: 'h264', width: 640, height: 360, fps: 25 },
      sound: { codec: 'aac', sampleRateHz: 48_000, channels: 1 },
      playsOn: ['everything'],
      extension: 'mp4',
    });
  });

  it('of VP9 passes', async () => {
    const path = await fixture.ffmpeg(
      'codec VP9.mp4',
      ...noisyPicture('320x180', 12),
      ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
      ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
    );
    const picture = { codec: 'vp9', width: 320, height: 180 } as const;
    const receipt = await fixture.check(path, { picture, sound: null, durationSeconds: 12 });
    expect(receipt.picture?.codec).toBe('vp9');
  });

  it('that is a photo passes', async () => {
    const source = ['-f', 'lavfi', '-i', 'color=red:s=640x480', '-frames:v', '1'];
    const path = await fixture.ffmpeg('photo.jpg', ...source);
    const none: Expected = { picture: null, sound: null, durationSeconds: null };
    expect(await fixture.check(path, none, 'image')).toMatchObject({
      extension: 'jpg',
      durationSeconds: null,
      picture: { width: 640, height: 480 },
    });
    const cut = await fixture.changed(path, 'cut.jpg', (bytes) => bytes.subarray(0, 60));
    expect(await fixture.refusal(cut, none, 'image')).toMatchObject({ code: 'bad_media' });
  });
});

describe('a hole', () => {
  it.each([
    { share: 0.7, filling: 'zeros' },
    { share: 0.3, filling: 'foreign' },
  ] as const)('of $filling at $share of a file is found', async ({ share, filling }) => {
    const path = await fixture.changed(
      fixture.plain,
      `hole-${filling}.mp4`,
      hole(share, 65_536, filling),
    );
    expect(await fixture.refusal(path)).toMatchObject({ code: 'bad_media' });
  });

  it('in the audio alone is found', async () => {
    const sound = await fixture.sound();
    const path = await fixture.changed(sound, 'hole.m4a', hole(0.5, 32_768, 'foreign'));
    expect(await fixture.refusal(path, SOUND_ONLY, 'm4a')).toMatchObject({ code: 'bad_media' });
  });

  it('in audio with a rhythm is found', async () => {
    const words = ['-c:a', 'libmp3lame', '-b:a', '128k'];
    const sound = await fixture.ffmpeg('beat.mp3', ...tone(CHECKED_SECONDS), ...words);
    const expected: Expected = { ...SOUND_ONLY, sound: { codec: 'mp3' } };
    await fixture.check(sound, expected, 'mp3');
    const path = await fixture.changed(sound, 'hole.mp3', hole(0.5, 32_768, 'foreign'));
    expect(await fixture.refusal(path, expected, 'mp3')).toMatchObject({ code: 'bad_media' });
  });
});

describe('a file is refused', () => {
  const refused = async (path: string, words: string, expected: Expected = WHOLE) =>
    expect(await fixture.refusal(path, expected)).toMatchObject({
      code: 'bad_media',
      message: expect.stringContaining(words),
    });

  it('that was cut at 97 %', async () => {
    const cut = await fixture.changed(fixture.plain, 'cut.mp4', (bytes) =>
      bytes.subarray(0, Math.floor(bytes.length * 0.97)),
    );
    await refused(cut, '');
  });

  it('without audio', async () => {
    const words = ['-i', fixture.plain, '-an', '-c', 'copy', '-movflags', '+faststart'];
    await refused(await fixture.ffmpeg('silent.mp4', ...words), '0 sounds');
  });

  it('with another video track', async () => {
    await refused(fixture.plain, '640 × 360 instead of', {
      ...WHOLE,
      picture: { codec: 'h264', width: 1280, height: 720 },
    });
    await refused(fixture.plain, 'h264 instead of vp9', {
      ...WHOLE,
      picture: { codec: 'vp9', width: null, height: null },
    });
  });

  it('with another duration', async () => {
    await refused(fixture.plain, 'where its source lasts', {
      ...WHOLE,
      durationSeconds: CHECKED_SECONDS + 1,
    });
  });

  it('with its index at the end, or fragmented', async () => {
    const copied = ['-i', fixture.plain, '-c', 'copy'];
    await refused(await fixture.ffmpeg('last.mp4', ...copied), 'index');
    const pieces = ['-movflags', '+frag_keyframe+empty_moov'];
    await refused(await fixture.ffmpeg('pieces.mp4', ...copied, ...pieces), 'index');
  });

  it('in another container', async () => {
    const words = ['-i', fixture.plain, '-c', 'copy', '-f', 'mpegts'];
    await refused(await fixture.ffmpeg('other.mp4', ...words), 'mpegts');
  });

  it('whose audio ends a second after its video, unlike that of its source', async () => {
    const sources = ['-t', '22.9', '-i', fixture.plain, '-i', fixture.plain];
    const words = ['-map', '0:v', '-map', '1:a', '-c', 'copy', '-movflags', '+faststart'];
    await refused(await fixture.ffmpeg('apart.mp4', ...sources, ...words), 'after its sound', {
      ...WHOLE,
      apartSeconds: 0,
    });
  });
});

it('a check rejects at once with the reason of its signal', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const work = fixture.checker.check(checkOf(fixture.plain, { closely: true, signal }));
  const reason = new Error('gone');
  setTimeout(() => controller.abort(reason), 100);
  await expect(work).rejects.toBe(reason);
});
