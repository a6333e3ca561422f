// Where the parts of a copy start and end, and what is copied, in real files of packets that no decoder has to understand.
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CONTAINERS } from './containers.ts';
import { copyAudio, copyVideo } from './copy-tracks.ts';
import type { Feed } from './feed.ts';
import { lengthOfParts, merged, type Part, planCopy, planExact, trueSpanOf } from './plan-cut.ts';

/** Frames of a second each, in the order in which they are decoded: two are held back for the third after them. */
const FRAMES: readonly (readonly [at: number, type: 'key' | 'delta'])[] = [
  [0, 'key'],
  [3, 'delta'],
  [1, 'delta'],
  [2, 'delta'],
  [6, 'delta'],
  [4, 'delta'],
  [5, 'delta'],
  [7, 'key'],
  [10, 'delta'],
  [8, 'delta'],
  [9, 'delta'],
  [11, 'key'],
  [12, 'delta'],
  [13, 'delta'],
];
const DURATION_MS = 14_000;

type Span = readonly [start: number, end: number];

/** Writes a file, and opens it again. */
async function fileOf(
  source: EncodedVideoPacketSource | EncodedAudioPacketSource,
  add: () => Promise<void>,
) {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  if (source instanceof EncodedVideoPacketSource) output.addVideoTrack(source);
  else output.addAudioTrack(source);
  await output.start();
  await add();
  await output.finalize();
  return new Input({
    source: new BufferSource(target.buffer ?? new ArrayBuffer(0)),
    formats: CONTAINERS.map(({ input }) => input),
  });
}

/** A film of such frames. */
async function filmOf(frames: typeof FRAMES): Promise<InputVideoTrack> {
  const source = new EncodedVideoPacketSource('vp8');
  const decoderConfig = { codec: 'vp8', codedWidth: 16, codedHeight: 16 };
  const film = await fileOf(source, async () => {
    for (const [at, type] of frames) {
      // The lowest bit of a frame of VP8 says that it needs others.
      const data = Uint8Array.of(type === 'key' ? 0 : 1, 0, 0, 0x9d, 1, 0x2a, 16, 0, 16, 0);
      await source.add(new EncodedPacket(data, type, at, 1), { decoderConfig });
    }
  });
  const track = await film.getPrimaryVideoTrack();
  if (!track) throw new TypeError('the film has a track');
  return track;
}

let video: InputVideoTrack;
/** Starts at two seconds; two frames that are decoded after the second key frame are shown before it. */
let late: InputVideoTrack;
/** Packets of a second each. */
let audio: InputAudioTrack;
beforeAll(async () => {
  video = await filmOf(FRAMES);
  late = await filmOf([
    [2, 'key'],
    [3, 'delta'],
    [6, 'key'],
    [4, 'delta'],
    [5, 'delta'],
    [7, 'delta'],
  ]);
  const source = new EncodedAudioPacketSource('mp3');
  const decoderConfig = { codec: 'mp3', numberOfChannels: 2, sampleRate: 48_000 };
  const song = await fileOf(source, async () => {
    for (let at = 0; at < 14; at += 1) {
      const packet = new EncodedPacket(Uint8Array.of(255, 251), 'key', at, 1);
      await source.add(packet, { decoderConfig });
    }
  });
  const track = await song.getPrimaryAudioTrack();
  if (!track) throw new TypeError('the song has a track');
  audio = track;
});

const rangesOf = (spans: readonly Span[]) =>
  spans.map(([start, end]) => ({ startMs: start * 1000, endMs: end * 1000 }));
const planOf = (track: InputVideoTrack | InputAudioTrack, ...spans: Span[]) =>
  planCopy([track], rangesOf(spans), DURATION_MS);
const startOf = async (track: InputVideoTrack | InputAudioTrack, wanted: number) =>
  (await spanOf(track, wanted, 14)).start;
const spanOf = (track: InputVideoTrack | InputAudioTrack, start: number, end: number) =>
  trueSpanOf([track], { startMs: start * 1000, endMs: end * 1000 }, DURATION_MS);
const exact = (...spans: Span[]) => planExact(rangesOf(spans));

/** What a copy writes: its times, `k` for key frames, and where it says what the track is. */
async function written(copying: (source: never) => Feed): Promise<string> {
  const packets: string[] = [];
  const source = {
    add: async ({ timestamp, type }: EncodedPacket, meta: unknown) => {
      const time = Math.round(timestamp * 1000) / 1000;
      packets.push(`${meta ? 'begin ' : ''}${time}${type === 'key' ? 'k' : ''}`);
    },
  };
  const feed = copying(source as never);
  let packet = await feed.next();
  while (!packet.done) packet = await feed.next();
  return packets.join(' ');
}

describe('a copy of video', () => {
  it.each<[string, Span[], string[], string]>([
    ['the whole file', [[0, 14]], ['0–14 at 0'], 'begin 0k 3 1 2 6 4 5 7k 10 8 9 11k 12 13'],
    ['all up to a key frame', [[0, 7]], ['0–7 at 0'], 'begin 0k 3 1 2 6 4 5'],
    ['all from a key frame on', [[7, 14]], ['7–14 at 0'], 'begin 0k 3 1 2 4k 5 6'],
    ['a part between key frames', [[9, 11]], ['7–11 at 0'], 'begin 0k 3 1 2'],
    ['a part of frames that need later ones', [[0, 1.5]], ['0–4 at 0'], 'begin 0k 3 1 2'],
    ['a part that ends before the file', [[11, 12.5]], ['11–13 at 0'], 'begin 0k 1'],
    [
      'two parts',
      [
        [0, 1],
        [9, 11],
      ],
      ['0–1 at 0', '7–11 at 1'],
      'begin 0k 1k 4 2 3',
    ],
    [
      'parts with one key frame',
      [
        [0, 2],
        [3, 5],
      ],
      ['0–7 at 0'],
      'begin 0k 3 1 2 6 4 5',
    ],
    [
      'a part within another',
      [
        [0, 6],
        [1, 2],
      ],
      ['0–7 at 0'],
      'begin 0k 3 1 2 6 4 5',
    ],
  ])('has of %s all that is shown', async (_what, spans, planned, packets) => {
    const parts = await planOf(video, ...spans);
    expect(parts.map(({ start, end, at }) => `${start}–${end} at ${at}`)).toEqual(planned);
    expect(await written((source) => copyVideo(video, source, parts))).toBe(packets);
  });

  it('leaves out what is shown before its key frame', async () => {
    const parts = await planOf(late, [6, 14]);
    expect(await written((source) => copyVideo(late, source, parts))).toBe('begin 0k 1');
  });

  it('keeps the time before a video that starts late', async () => {
    const parts = await planOf(late, [1, 3]);
    expect(parts).toMatchObject([{ start: 1, at: 0 }]);
    expect(await written((source) => copyVideo(late, source, parts))).toBe('begin 1k');
  });

  it('has all that follows a duration that was rounded down', async () => {
    const ranges = (endMs: number) => planCopy([video], [{ startMs: 0, endMs }], 12_500);
    expect(await ranges(12_500)).toMatchObject([{ start: 0, end: 14, stop: null }]);
    expect(await ranges(12_499)).toMatchObject([{ start: 0, end: 13 }]);
  });

  it('has no key frame that is shown before others: muxers refuse it', async () => {
    const packets = [
      [0, 'key'],
      [3, 'delta'],
      [2, 'key'],
      [4, 'key'],
      [4, 'key'],
    ] as const;
    vi.spyOn(EncodedPacketSink.prototype, 'packets').mockImplementation(async function* () {
      for (const [at, type] of packets) yield new EncodedPacket(new Uint8Array(1), type, at, 1);
    });
    const parts = [{ first: {}, stop: null, start: 0, end: 5, at: 0 }] as never;
    expect(await written((source) => copyVideo(video, source, parts))).toBe('begin 0k 3 2 4k 4k');
  });

  it.each([
    [0, 0],
    [6.9, 0],
    [6.9995, 7],
    [7, 7],
    [13.9, 11],
  ])('that is wanted from %d s on starts at %d s', async (wanted, start) => {
    expect(await startOf(video, wanted)).toBe(start);
  });

  it.each([
    [2, 4],
    [4, 4],
    [5, 7],
    [7, 7],
    [14, 14],
  ])(
    'that is wanted up to %d s ends at %d s, with the frames that others need',
    async (wanted, end) => {
      expect((await spanOf(video, 0, wanted)).end).toBe(end);
    },
  );

  it('starts with the first key frame where there is none before', async () => {
    expect(await startOf(late, 0)).toBe(2);
  });
});

describe('a copy of audio', () => {
  it('has whole packets', async () => {
    expect(await planOf(audio, [1.2, 3.4])).toMatchObject([{ start: 1, end: 4, at: 0 }]);
    expect(await startOf(audio, 1.2)).toBe(1);
  });

  it('keeps the gaps inside a part', async () => {
    vi.spyOn(EncodedPacketSink.prototype, 'packets').mockImplementation(async function* () {
      for (const at of [0, 1, 2.4, 3.4, 6])
        yield new EncodedPacket(new Uint8Array(1), 'key', at, 1);
    });
    const copy = (...spans: Span[]) =>
      written((source) => copyAudio(audio, source, exact(...spans)));
    expect(await copy([0, 14])).toBe('begin 0k 1k 2.4k 3.4k 6k');
    expect(await copy([1, 4.5], [6, 7])).toBe('begin 0k 1.4k 2.4k 3.4k');
  });

  it.each<[string, Span[], string]>([
    ['those whose middle is inside', [[1.2, 3.4]], 'begin 0k 1k'],
    [
      'none twice, and no gap',
      [
        [1.2, 3.4],
        [6.4, 8.4],
      ],
      'begin 0k 1k 2k 3k',
    ],
    ['a later start, if the first is left out', [[0.6, 3.4]], 'begin 0.4k 1.4k'],
    ['those up to the end', [[12, 14]], 'begin 0k 1k'],
    ['none whose middle is the end', [[0, 2.5]], 'begin 0k 1k'],
  ])('beside video has %s', async (_what, spans, packets) => {
    expect(await written((source) => copyAudio(audio, source, exact(...spans)))).toBe(packets);
  });
});

it('an exact cut has each part as it is wanted, one after the other', () => {
  const parts = exact([1, 3], [5, 6.5], [6.5, 7]);
  expect(parts).toEqual([
    { start: 1, end: 3, at: 0 },
    { start: 5, end: 6.5, at: 2 },
    { start: 6.5, end: 7, at: 3.5 },
  ]);
  expect(lengthOfParts(parts)).toBe(4);
});

it('parts are joined where they overlap, and not where they touch', () => {
  const spans = exact([0, 2], [2, 4], [3, 5], [3, 6], [8, 9]);
  const join = (first: Part, second: Part) => ({ ...first, end: second.end });
  expect(merged(spans, join).map(({ start, end }) => [start, end])).toEqual([
    [0, 2],
    [2, 6],
    [8, 9],
  ]);
});
