// Files of the lab as the product makes and checks them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { colourDistance, readColour, readTone } from '../../../lab/media/measure.ts';
import type { Variant } from '../../../lab/media/media.ts';
import { createMediaLibrary } from '../../../lab/media/media-library.ts';
import { createChecker } from '../../../src/adapters/ffmpeg/checking/check-file.ts';
import { createTranscoder } from '../../../src/adapters/ffmpeg/making/transcoder.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import type { Expectation } from '../../../src/core/choosing/plan.ts';
import type { Receipt } from '../../../src/core/files/stored-file.ts';
import type { MakeTask } from '../../../src/core/jobs/ports.ts';
import { fakeFetching } from './fake-fetching.ts';

type Picture = NonNullable<Variant['picture']>;

/** The duration of each file. */
export const LAB_SECONDS = 10;
const COLOURS = { h264: '#c03020', h265: '#20a040', vp9: '#2040c0', av1: '#a0a020' } as const;

/** Video of the lab. */
export const pictureOf = (codec: Picture['codec'], width: number, height: number, fps: number) => ({
  container: codec === 'vp9' ? ('webm' as const) : ('mp4' as const),
  seconds: LAB_SECONDS,
  picture: { codec, width, height, fps, colour: COLOURS[codec] },
});

/** The fixture. */
export type LabMediaFixture = {
  readonly media: ReturnType<typeof createMediaLibrary>;
  readonly folder: string;
  /** Makes an MP4 of sources, and checks it. */
  readonly through: (
    sources: readonly {
      readonly role: MakeTask['inputs'][number]['role'];
      readonly path: string;
    }[],
    expect: Expectation,
    closely?: boolean,
  ) => Promise<{ readonly path: string; readonly receipt: Receipt }>;
  /** Joins the video and audio of this codec, and expects the picture and the sound of both in what was made. */
  readonly expectJoined: (
    variant: ReturnType<typeof pictureOf>,
    codec: 'aac' | 'opus',
  ) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Creates it. */
export async function createLabMediaFixture(): Promise<LabMediaFixture> {
  const needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-lab-media-'));
  const media = createMediaLibrary();

  const through: LabMediaFixture['through'] = async (sources, expected, closely = false) => {
    const { signal } = new AbortController();
    const { path } = await createTranscoder(needs).make({
      recipe: { kind: 'mux', container: 'mp4' },
      inputs: sources.map(({ role, path: from }) => ({ role, fetching: fakeFetching(from) })),
      folder,
      durationSeconds: LAB_SECONDS,
      maxBytes: 1e9,
      tags: null,
      signal,
      report: () => undefined,
    });
    const receipt = await createChecker(needs).check({
      path,
      container: 'mp4',
      expect: expected,
      maxDurationSeconds: 3600,
      closely,
      signal,
    });
    return { path, receipt };
  };

  return {
    media,
    folder,
    through,
    async expectJoined(variant, codec) {
      const { picture } = variant;
      const sound: Variant = {
        container: codec === 'opus' ? 'webm' : 'm4a',
        seconds: LAB_SECONDS,
        sound: { codec, toneHz: 660, kilobitsPerSecond: 128 },
      };
      const [first, second] = await Promise.all([media.file(variant), media.file(sound)]);
      const { path, receipt } = await through(
        [
          { role: 'picture', path: first.path },
          { role: 'sound', path: second.path },
        ],
        {
          picture: { codec: picture.codec, width: picture.width, height: picture.height },
          sound: { codec },
          durationSeconds: LAB_SECONDS,
        },
      );
      expect(receipt.picture).toMatchObject({ width: picture.width, height: picture.height });
      expect(receipt.picture?.fps).toBeCloseTo(picture.fps, 0);
      const seen = await readColour(path, LAB_SECONDS / 2);
      expect(colourDistance(seen, picture.colour)).toBeLessThan(30);
      expect(await readTone(path, { atSeconds: 4 })).toBeCloseTo(660, -1);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
