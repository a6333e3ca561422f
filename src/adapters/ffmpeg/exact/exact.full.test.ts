// Exact parts of H.264 begin with the picture that is shown at their start, and hold none from before it.
import { execFile } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf } from '../../../../tests/support/media/checker-fixture.ts';
import {
  COUNTED_FPS,
  countedSource,
  readCounted,
  TICK_SECONDS,
} from '../../../../tests/support/media/counted-media.ts';
import { fakeFetching } from '../../../../tests/support/media/fake-fetching.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import type { Span } from '../../../core/choosing/choice.ts';
import type { MadeFile, MakeTask } from '../../../core/jobs/ports.ts';
import { createChecker } from '../checking/check-file.ts';
import { findPart } from '../parts/find-part.ts';

const SECONDS = 20;
/** Frames from one key frame to the next. */
const GROUP = 50;
const AAC = ['-c:a', 'aac'];
const FRAGMENTS = ['-movflags', '+dash+global_sidx+frag_keyframe', '-min_frag_duration', '4000000'];
const SOUND = ['-map', '1:a', '-vn', ...AAC, '-movflags', '+dash+global_sidx'];
const run = promisify(execFile);

const x264 = (...words: readonly string[]) => [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', String(GROUP), '-keyint_min', String(GROUP)],
  ...['-sc_threshold', '0', ...words],
];
/** Each with the frames that it has. */
const ENCODERS: Readonly<Record<string, { words: string[]; has: (frame: number) => boolean }>> = {
  'B-frames': { words: x264('-bf', '2', '-b_strategy', '0'), has: () => true },
  'no B-frames': { words: x264('-bf', '0', '-profile:v', 'baseline'), has: () => true },
  'no steady rate': {
    words: x264('-bf', '2', '-vf', "select='not(eq(mod(n,7),3))'", '-fps_mode', 'vfr'),
    has: (frame) => frame % 7 !== 3,
  },
};
const nameOf = (encoder: string) => encoder.replaceAll(' ', '-');

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
  const source = countedSource(SECONDS);
  await fixture.ffmpeg('sound.mp4', ...source, ...SOUND, '-frag_duration', '10000000');
  for (const [encoder, { words }] of Object.entries(ENCODERS)) {
    const name = nameOf(encoder);
    await fixture.ffmpeg(`${name}.mp4`, ...source, ...words, ...AAC, '-movflags', '+faststart');
    await fixture.ffmpeg(`${name}.ts`, '-i', fixture.pathOf(`${name}.mp4`), '-c', 'copy');
    const picture = ['-map', '0:v', '-an', ...words, ...FRAGMENTS];
    await fixture.ffmpeg(`${name}.picture.mp4`, ...source, ...picture);
  }
}, 120_000);
afterAll(() => fixture.remove());

const clipOf = (span: Span): MakeTask['recipe'] => ({
  kind: 'clip',
  container: 'mp4',
  span,
  isExact: true,
});

/** What is fetched of a plain MP4, as a file by itself. */
async function partOf(name: string, span: Span): Promise<Partial<MakeTask>> {
  const file = await open(fixture.pathOf(name));
  try {
    const { size: bytes } = await file.stat();
    const read = async (from: number, to: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
      return buffer.subarray(0, bytesRead);
    };
    const part = await findPart({ bytes, read }, { ...span, isExact: true });
    if (!part) throw new Error('there is no part');
    const path = fixture.pathOf(`part-${name}-${span.startSeconds}.mp4`);
    await writeFile(path, Buffer.concat([part.head, await read(part.from, part.to)]));
    const { startSeconds, held } = part;
    const fetching = { ...fakeFetching(path), part: Promise.resolve({ startSeconds, held }) };
    return { inputs: [{ role: 'both', fetching }] };
  } finally {
    await file.close();
  }
}

/** How a part is made: by its fragments, of a part that was fetched, and by ffmpeg. */
const WAYS: Readonly<Record<string, (name: string, span: Span) => Promise<MadeFile>>> = {
  'in fragments': async (name, span) => {
    const sources = [`${name}.picture.mp4`, 'sound.mp4'].map((each) =>
      fakeFetching(fixture.pathOf(each)),
    );
    // Their lengths have to be known.
    await Promise.all(sources.map(({ done }) => done));
    const inputs = sources.map((fetching, at) => ({
      role: at === 0 ? ('picture' as const) : ('sound' as const),
      fetching,
    }));
    return fixture.madeOf(clipOf(span), [], { inputs });
  },
  'of a plain MP4': async (name, span) =>
    fixture.madeOf(clipOf(span), [], await partOf(`${name}.mp4`, span)),
  'of a stored file': (name, span) => fixture.madeOf(clipOf(span), [{ name: `${name}.mp4` }]),
  'of a transport stream': (name, span) => fixture.madeOf(clipOf(span), [{ name: `${name}.ts` }]),
};

async function packetsOf(path: string) {
  const words = ['-v', 'error', '-select_streams', 'v', '-show_entries'];
  const { stdout } = await run('ffprobe', [
    ...[...words, 'packet=pts_time,dts_time,flags', '-of', 'csv=p=0', path],
  ]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pts, dts, flags = ''] = line.split(',');
      return { pts: Number(pts), dts: Number(dts), isDiscarded: flags.includes('D') };
    });
}

const SPANS = {
  'between two key frames': { startSeconds: 9.3, endSeconds: 13.1 },
  'with the last picture of a group': { startSeconds: 9.97, endSeconds: 13.1 },
  'inside one group': { startSeconds: 8.5, endSeconds: 9.3 },
};

describe.each(Object.keys(ENCODERS))('an exact part with %s', (encoder) => {
  describe.each(Object.keys(WAYS))('%s', (way) => {
    it.each(Object.entries(SPANS))('begins where it is to, %s', async (_, span) => {
      const { has } = ENCODERS[encoder] ?? { has: () => true };
      const made = await WAYS[way]?.(nameOf(encoder), span);
      if (!made) throw new Error('there is no file');
      const { startSeconds: from, endSeconds: to } = span;
      expect([made.span, made.hidesLead ?? false]).toEqual([span, false]);
      // The sound begins earlier where no edit list takes back what its encoder puts in front.
      const priming = way === 'in fragments' || way === 'of a transport stream' ? 1024 / 48_000 : 0;
      const delay = encoder === 'no B-frames' ? 0 : 2 / COUNTED_FPS;
      const late = way === 'in fragments' ? delay : priming;
      const all = Array.from({ length: SECONDS * COUNTED_FPS }, (_each, frame) => frame)
        .filter(has)
        .map((frame) => ({ frame, at: frame / COUNTED_FPS + late }));
      const shown = all.filter(
        ({ at }, index) => (all[index + 1]?.at ?? SECONDS) > from + 0.001 && at < to - 0.001,
      );
      const [counted] = await readCounted([made.path]);
      expect(counted?.frames).toEqual(shown.map(({ frame }) => frame));
      const off = (tick: number) => {
        const beats = (tick + from - priming) / TICK_SECONDS;
        return Math.abs(beats - Math.round(beats)) * TICK_SECONDS;
      };
      expect(counted?.ticks.filter((tick) => tick > 0.03 && off(tick) > 0.025)).toEqual([]);
      const packets = await packetsOf(made.path);
      // Behind the end, there may be pictures that the last ones need.
      expect(packets[0]?.isDiscarded).toBe(false);
      const played = packets.filter(({ isDiscarded }) => !isDiscarded);
      const times = played.map(({ pts }) => pts).sort((a, b) => a - b);
      expect(times[0]).toBeCloseTo(0, 3);
      expect(times).toEqual(shown.map(({ at }) => expect.closeTo(Math.max(0, at - from), 2)));
      const earlier = packets.filter(({ dts }, at) => dts <= (packets[at - 1]?.dts ?? -9));
      expect(earlier).toEqual([]);
      const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', made.path, '-f', 'null', '-']);
      expect(stderr).toBe('');
      await createChecker(fixture.tools).check(
        checkOf(made.path, {
          expect: {
            picture: { codec: 'h264', width: 192, height: 32 },
            sound: { codec: 'aac' },
            durationSeconds: to - from,
          },
          isIndexLast: made.isIndexLast ?? false,
          closely: true,
        }),
      );
    });
  });
});

it('large pictures stay as they are', async () => {
  const words = ['-vf', 'scale=3840:2160:flags=neighbor', ...x264('-g', '500')];
  const path = await fixture.ffmpeg(
    'large.mp4',
    ...countedSource(8),
    '-map',
    '0:v',
    '-an',
    ...words,
  );
  const made = await fixture.madeOf(clipOf({ startSeconds: 3, endSeconds: 5 }), [{ name: path }]);
  expect(made.hidesLead).toBe(true);
});
