// Makes hybrid MP4 files of all kinds of sources, and compares each packet, time and decoded frame with those of its sources.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaLibrary } from '../../../../lab/media/media-library.ts';
import { startBrowser } from '../../../../tests/support/browser/browser.ts';
import { compareProbes } from '../../../../tests/support/media/compare-probes.ts';
import { expectFaithful, makeHybrid } from '../../../../tests/support/media/hybrid-fixture.ts';
import { makeSource, PAIRS } from '../../../../tests/support/media/hybrid-pairs.ts';
import { pictureOf } from '../../../../tests/support/media/lab-media-fixture.ts';
import {
  createMediaFolder,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';

let media: MediaFolder;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media.remove());

describe('a hybrid MP4 has the packets, times and frames of its sources', () => {
  it.each(PAIRS)('%s', async (what, names) => {
    const paths: string[] = [];
    for (const name of names) paths.push(await makeSource(media, name));
    const path = join(media.folder, `made ${what.replace(/\W/g, '-')}.mp4`);
    const [first = 0, second = first] = await expectFaithful(path, paths);
    // ffmpeg reads negative offsets late by so much.
    const late = what.startsWith('negative') ? 2 / 30 : 0;
    expect(Math.abs(second - first - late)).toBeLessThan(1e-4);
    await compareProbes(path);
  });
});

it('is made of what the lab serves as DASH', async () => {
  const { files } = await createMediaLibrary().dash({
    pictures: [pictureOf('h264', 640, 360, 30), pictureOf('av1', 320, 180, 25)],
    sounds: [
      {
        container: 'm4a',
        seconds: 10,
        sound: { codec: 'aac', toneHz: 440, kilobitsPerSecond: 96 },
      },
    ],
    addressing: 'single',
    segmentSeconds: 3,
  });
  for (const picture of ['video-0.mp4', 'video-1.mp4']) {
    const paths = [picture, 'audio-0.mp4'].map((each) => {
      const file = files.get(each);
      if (!file || !('path' in file)) throw new Error(`there is no ${each}`);
      return file.path;
    });
    const [first, second] = await expectFaithful(join(media.folder, picture), paths);
    expect(second).toBeCloseTo(first ?? 0, 4);
  }
});

/** What a player did: its width in pixels, and when the frames begin that it showed, in seconds. */
type Seen = {
  readonly events: readonly number[];
  readonly width: number;
  readonly seconds: number;
  readonly hasSound: boolean;
  readonly error: unknown;
};

it('plays in Chromium, from where it is sought', async () => {
  const [picture, sound] = await Promise.all(
    (['edits.mp4', 'priming.mp4'] as const).map(async (name) =>
      readFile(await makeSource(media, name)),
    ),
  );
  const path = join(media.folder, 'played.mp4');
  await writeFile(path, (await makeHybrid([picture, sound] as [Buffer, Buffer])).file);
  const browser = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
  try {
    const page = await browser.newPage();
    await page.goto(`file://${path}`);
    const seen = await page.evaluate<Seen>(`(async () => {
      const video = document.querySelector('video');
      video.muted = true;
      const events = [];
      for (const seconds of [4.2, 1]) {
        const sought = new Promise((done) => video.addEventListener('seeked', done, { once: true }));
        video.currentTime = seconds;
        await sought;
        const shown = new Promise((done) => video.requestVideoFrameCallback((_, frame) => done(frame.mediaTime)));
        await video.play();
        events.push(await shown);
      }
      const { videoWidth: width, duration: seconds, error } = video;
      return { events, width, seconds, hasSound: video.webkitAudioDecodedByteCount > 0, error };
    })()`);
    expect(seen).toMatchObject({
      width: 192,
      seconds: expect.closeTo(6, 1),
      hasSound: true,
      error: null,
    });
    for (const [at, seconds] of [4.2, 1].entries()) {
      expect(seen.events[at]).toBeGreaterThan(seconds - 0.1);
      expect(seen.events[at]).toBeLessThan(seconds + 3);
    }
  } finally {
    await browser.close();
  }
});
