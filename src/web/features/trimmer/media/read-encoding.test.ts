// How video is re-encoded: the codec of the file first, and a bitrate that keeps its quality.
import {
  type InputVideoTrack,
  MkvOutputFormat,
  Mp4OutputFormat,
  type OutputFormat,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { afterEach, expect, it, vi } from 'vitest';
import { readVideoEncoding } from './read-encoding.ts';

afterEach(() => vi.unstubAllGlobals());

const PREFIXES: Readonly<Record<string, VideoCodec>> = {
  avc1: 'avc',
  hev1: 'hevc',
  hvc1: 'hevc',
  vp8: 'vp8',
  vp09: 'vp9',
  av01: 'av1',
};

/** A browser with these encoders; returns what it was asked for. */
function browserWith(...encoders: VideoCodec[]) {
  const asked: VideoEncoderConfig[] = [];
  vi.stubGlobal('VideoEncoder', {
    isConfigSupported: async (config: VideoEncoderConfig) => {
      asked.push(config);
      const codec = PREFIXES[config.codec.split('.')[0] ?? ''];
      return { supported: codec !== undefined && encoders.includes(codec) };
    },
  });
  return asked;
}

type Film = {
  readonly codec: VideoCodec | null;
  readonly bitrate?: number;
  readonly width: number;
};
const filmOf = ({ codec, bitrate = 1_000_000, width }: Film) =>
  ({
    getCodec: async () => codec,
    canDecode: async () => true,
    computePacketStats: async () => ({ averageBitrate: bitrate }),
    getSquarePixelWidth: async () => width,
    getSquarePixelHeight: async () => 241,
  }) as unknown as InputVideoTrack;

const MP4 = new Mp4OutputFormat();
// The library keeps what a browser can encode in which size: each film has a width of its own.
it.each<[string, Film, OutputFormat, VideoCodec[], string, number]>([
  ['its own codec', { codec: 'avc', width: 401 }, MP4, ['avc', 'hevc'], 'avc', 1.25],
  ['its own, not the first', { codec: 'vp9', width: 403 }, MP4, ['avc', 'vp9'], 'vp9', 1.25],
  [
    'another that its kind of file can hold',
    { codec: 'avc', width: 405 },
    new WebMOutputFormat(),
    ['avc', 'vp9'],
    'vp9',
    1.25,
  ],
  ['a less efficient one with more bits', { codec: 'av1', width: 407 }, MP4, ['avc'], 'avc', 2.5],
  ['of HEVC too', { codec: 'hevc', width: 409 }, MP4, ['avc'], 'avc', 1.25 * 1.7],
  [
    'a more efficient one with as many',
    { codec: 'vp8', width: 411 },
    new MkvOutputFormat(),
    ['av1'],
    'av1',
    1.25,
  ],
  [
    'at 500 kbit/s at least',
    { codec: 'avc', bitrate: 100_000, width: 413 },
    MP4,
    ['avc'],
    'avc',
    5,
  ],
  [
    'also where the bitrate is unknown',
    { codec: 'avc', bitrate: 0, width: 415 },
    MP4,
    ['avc'],
    'avc',
    1,
  ],
])('video is encoded with %s', async (_what, film, format, encoders, codec, sizeFactor) => {
  const asked = browserWith(...encoders);
  const encoding = await readVideoEncoding(filmOf(film), format);
  expect(encoding).toMatchObject({ kind: 'video', codec });
  expect(encoding.kind === 'video' && encoding.sizeFactor).toBeCloseTo(sizeFactor, 3);
  // Of even sizes, which encoders need.
  expect(asked.at(-1)).toMatchObject({ width: film.width + 1, height: 242 });
  const bitrate = sizeFactor * (film.bitrate ?? 1_000_000);
  expect(asked.at(-1)?.bitrate).toBe(Math.round(Math.max(bitrate, 500_000)));
});

it('video is not encoded where the browser cannot', async () => {
  browserWith();
  const lack = (lacks: string) => ({ kind: 'none', lacks });
  expect(await readVideoEncoding(filmOf({ codec: 'avc', width: 417 }), MP4)).toEqual(
    lack('encoder'),
  );
  browserWith('avc');
  expect(await readVideoEncoding(filmOf({ codec: null, width: 419 }), MP4)).toEqual(
    lack('decoder'),
  );
  const locked = { ...filmOf({ codec: 'avc', width: 421 }), canDecode: async () => false };
  expect(await readVideoEncoding(locked as InputVideoTrack, MP4)).toEqual(lack('decoder'));
});
