// Parts of sources in every delivery: each begins and ends where it says, with its sound.
import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { setUpFetchFixture } from '../../../../tests/fixtures/fetch/fetch-fixture.ts';
import {
  COUNTED_FPS,
  type Counted,
  countedSource,
  readCounted,
  TICK_SECONDS,
} from '../../../../tests/support/media/counted-media.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';
import { patched } from '../../../../tests/support/media/patch-boxes.ts';
import type { Recipe } from '../../../core/choosing/plan.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import { createTranscoder } from '../making/transcoder.ts';
import { findPart } from './find-part.ts';

const openFixture = setUpFetchFixture();
const SECONDS = 60;
/** Frames from one key frame to the next. */
const GROUP = 50;
const X264 = [...H264, '-g', String(GROUP), '-keyint_min', String(GROUP), '-sc_threshold', '0'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', String(GROUP)];
const AAC = ['-c:a', 'aac'];
const FRAGMENTS = ['-movflags', '+dash+global_sidx+frag_keyframe', '-min_frag_duration', '4000000'];
const SOUND_FRAGMENTS = ['-movflags', '+dash+global_sidx', '-frag_duration', '10000000'];
const QUIET = ['-nostdin', '-loglevel', 'error', '-y'];
const ONLY_PICTURE = ['-map', '0:v', '-an'];
const ONLY_SOUND = ['-map', '1:a', '-vn'];

type Role = 'both' | 'picture' | 'sound';
type Delivery = 'file' | 'hls';
type Source = {
  readonly delivery: Delivery;
  readonly container: 'mp4' | 'webm';
  /** What is shown and heard later than its number says: the sources have no edit list. */
  readonly late?: { readonly frames: number; readonly soundSeconds: number };
  readonly files: Readonly<Partial<Record<Role, readonly [name: string, ...string[]]>>>;
};

const SOURCES: Readonly<Record<string, Source>> = {
  'MP4, its index in front': {
    delivery: 'file',
    container: 'mp4',
    files: { both: ['front.mp4', ...X264, '-bf', '2', ...AAC, '-movflags', '+faststart'] },
  },
  'MP4, its index at the end': {
    delivery: 'file',
    container: 'mp4',
    files: { both: ['end.mp4', ...X264, ...AAC] },
  },
  'picture and sound in fragments': {
    delivery: 'file',
    container: 'mp4',
    late: { frames: 2, soundSeconds: 0.021 },
    files: {
      picture: ['picture.mp4', ...ONLY_PICTURE, ...X264, '-bf', '2', ...FRAGMENTS],
      sound: ['sound.m4a', ...ONLY_SOUND, ...AAC, ...SOUND_FRAGMENTS, '-f', 'mp4'],
    },
  },
  'picture and sound in WebM': {
    delivery: 'file',
    container: 'webm',
    files: {
      picture: ['picture.webm', ...ONLY_PICTURE, ...VP9],
      sound: ['sound.webm', ...ONLY_SOUND, '-c:a', 'libopus'],
    },
  },
  'HLS of transport streams': {
    delivery: 'hls',
    container: 'mp4',
    files: {
      both: ['list.m3u8', ...X264, ...AAC, '-hls_time', '4', '-hls_list_size', '0'],
    },
  },
  'HLS of fragments': {
    delivery: 'hls',
    container: 'mp4',
    files: {
      both: [
        ...(['frag.m3u8', ...X264, ...AAC, '-hls_time', '4', '-hls_list_size', '0'] as const),
        ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'frag-init.mp4'],
      ],
    },
  },
};

let media: MediaFolder;
beforeAll(async () => {
  media = await createMediaFolder();
  // A playlist names its segments, which are beside it.
  for (const { files } of Object.values(SOURCES))
    for (const [name, ...words] of Object.values(files))
      await (name.endsWith('.m3u8')
        ? runTool('ffmpeg', [
            ...QUIET,
            ...countedSource(SECONDS),
            ...words,
            path.join(media.folder, name),
          ])
        : media.ffmpeg(name, ...countedSource(SECONDS), ...words));
}, 120_000);
afterAll(() => media.remove());

/** Fetches and makes a part of a source; `share` is how much of it was sent. */
async function partOf(
  { delivery, container, files }: Source,
  from: number,
  to: number,
  isExact: boolean,
) {
  const play = await openFixture();
  const span = { startSeconds: from, endSeconds: to };
  const recipe: Recipe = { kind: 'clip', container, span, ...(isExact && { isExact: true }) };
  const folder = await mkdtemp(path.join(media.folder, 'part-'));
  const inputs: { role: Role; fetching: ReturnType<typeof play.fetch> }[] = [];
  for (const [role, [name]] of Object.entries(files) as [Role, readonly [string]][]) {
    const address = `https://cdn.test/${name}`;
    if (delivery === 'file') {
      play.put(address, { file: path.join(media.folder, name), type: 'video/mp4' });
    } else await putPlaylist(play, name);
    const startSeconds = role === 'sound' ? Math.max(0, from - 12) : from;
    const part = { span: { ...span, startSeconds, isExact }, find: findPart };
    inputs.push({ role, fetching: play.fetch(address, { delivery, part }) });
  }
  const tools = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const made = await createTranscoder(tools).make({
    recipe,
    inputs,
    folder,
    durationSeconds: to - from,
    maxBytes: 1e9,
    tags: null,
    signal: new AbortController().signal,
    report: () => undefined,
  });
  const [counted] = (await readCounted([made.path])) as [Counted];
  return { made, counted };
}

async function putPlaylist(
  play: Awaited<ReturnType<typeof openFixture>>,
  name: string,
): Promise<void> {
  const list = await readFile(path.join(media.folder, name), 'utf8');
  play.put(`https://cdn.test/${name}`, { body: list });
  const names = [...list.matchAll(/^[^#\s].*$|(?<=URI=")[^"]+/gm)].map(([found]) => found);
  for (const each of new Set(names)) {
    const file = path.join(media.folder, each);
    play.put(`https://cdn.test/${each}`, { file, type: 'video/mp2t' });
  }
}

const SPANS = [
  [0, 3],
  [13.3, 17.1],
  [30, 34],
  [57.4, SECONDS],
] as const;

describe.each(Object.entries(SOURCES))('%s', (_, source) => {
  const { frames: late = 0, soundSeconds = 0 } = source.late ?? {};
  /** The first and the last frame that are shown from one time up to another. */
  const firstAt = (seconds: number) => Math.max(0, Math.ceil(seconds * COUNTED_FPS - late - 0.01));
  const lastBefore = (seconds: number) =>
    Math.min(SECONDS * COUNTED_FPS, Math.ceil(seconds * COUNTED_FPS - late - 0.01)) - 1;

  function expectPart({ frames, ticks }: Counted, first: number, start: number, end: number) {
    expect(frames[0]).toBeGreaterThanOrEqual(first - 1);
    expect(frames[0]).toBeLessThanOrEqual(first + 1);
    expect(Math.abs((frames.at(-1) ?? -9) - lastBefore(end))).toBeLessThanOrEqual(1);
    expect(frames).toEqual(frames.map((_frame, at) => (frames[0] ?? 0) + at));
    // A tick sounds at every half second of the source.
    const off = (tick: number) => {
      const beats = (tick + start - soundSeconds) / TICK_SECONDS;
      return Math.abs(beats - Math.round(beats)) * TICK_SECONDS;
    };
    // One that sounds already is heard at once.
    expect(ticks.filter((tick) => tick > 0.03 && off(tick) > 0.025)).toEqual([]);
    expect(ticks.length).toBeGreaterThanOrEqual(Math.floor((end - start) / TICK_SECONDS) - 1);
  }

  it.each(SPANS)('from %d to %d, at once', async (from, to) => {
    const { made, counted } = await partOf(source, from, to, false);
    const key = Math.floor((from * COUNTED_FPS - late + 0.01) / GROUP) * GROUP;
    const { startSeconds, endSeconds } = made.span ?? {};
    expect(startSeconds).toBeCloseTo((Math.max(0, key) + late) / COUNTED_FPS, 1);
    expect(endSeconds).toBe(to);
    expectPart(counted, Math.max(0, key), startSeconds ?? 0, to);
  });

  if (source.container !== 'mp4') return;
  it.each(SPANS)('from %d to %d, exactly', async (from, to) => {
    const { made, counted } = await partOf(source, from, to, true);
    expect(made.span).toEqual({ startSeconds: from, endSeconds: to });
    expect(made.hidesLead ?? false).toBe(false);
    expectPart(counted, firstAt(from), from, to);
  });
});

it('the fragments at both ends of a part are looked at side by side', async () => {
  const noise = 'nullsrc=size=320x180:rate=5:duration=30,geq=random(1)*255:128:128';
  const input = ['-f', 'lavfi', '-i', noise];
  await media.ffmpeg('noise.mp4', ...input, ...H264, '-g', '10', '-crf', '10', ...FRAGMENTS);
  const file = await readFile(path.join(media.folder, 'noise.mp4'));
  let [open, most] = [0, 0];
  const read = async (from: number, to: number) => {
    open += 1;
    most = Math.max(most, open);
    await nextTurn();
    open -= 1;
    return file.subarray(from, to);
  };
  const span = { startSeconds: 5.3, endSeconds: 21.1, isExact: false };
  expect(await findPart({ bytes: file.length, read }, span)).not.toBeNull();
  expect(most).toBeGreaterThan(1);
});

it('fragments that count places from the start of their source are not moved', async () => {
  const file = await readFile(path.join(media.folder, 'picture.mp4'));
  const flags = file.readUInt32BE(file.indexOf('tfhd') + 4);
  const find = (bytes: Buffer) =>
    findPart(
      { bytes: bytes.length, read: async (from, to) => bytes.subarray(from, to) },
      { startSeconds: 0, endSeconds: 3, isExact: false },
    );
  expect(await find(file)).toMatchObject({ startSeconds: 0 });
  expect(await find(patched(file, ['tfhd', 0, flags | 1]))).toBeNull();
});
