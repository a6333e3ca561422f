// What a new file says about its tracks, in real files. The codecs are invented: a frame has no content, only a size.
import {
  BufferSource,
  BufferTarget,
  CustomVideoDecoder,
  CustomVideoEncoder,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  type MetadataTags,
  MkvOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  registerDecoder,
  registerEncoder,
  registerVideoSampleTransformer,
  VideoSample,
  type VideoTrackMetadata,
} from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTAINERS } from './containers.ts';
import { type OpenMedia, openMedia } from './open-media.ts';
import type { Way } from './plan-cut.ts';
import { type OutputKind, readOutput, type TrackOutput } from './read-output.ts';
import { writeFile } from './write-file.ts';

// Registered for good, and so for other files in this process too.
let isRegistered = false;
/** How many frames were drawn anew. */
let drawn = 0;

class Decoder extends CustomVideoDecoder {
  static override supports = (codec: string) => isRegistered && codec === 'vp8';
  init = () => undefined;
  flush = () => undefined;
  close = () => undefined;
  decode({ timestamp, duration }: EncodedPacket) {
    const { codedWidth = 0, codedHeight = 0 } = this.config;
    this.onSample(frameOf(codedWidth, codedHeight, timestamp, duration));
  }
}

class Encoder extends CustomVideoEncoder {
  static override supports = (codec: string) => isRegistered && codec === 'vp8';
  init = () => undefined;
  flush = () => undefined;
  close = () => undefined;
  encode(sample: VideoSample, { keyFrame }: { keyFrame?: boolean }) {
    const { codedWidth, codedHeight, timestamp, duration } = sample;
    const decoderConfig = { codec: 'vp8', codedWidth, codedHeight };
    this.onPacket(packetOf(keyFrame === true, timestamp, duration), { decoderConfig });
  }
}

const frameOf = (codedWidth: number, codedHeight: number, timestamp: number, duration: number) =>
  new VideoSample(new Uint8Array(codedWidth * codedHeight * 4), {
    format: 'RGBA',
    codedWidth,
    codedHeight,
    timestamp,
    duration,
  });
/** The lowest bit of a frame of VP8 says that it needs others. */
const packetOf = (isKey: boolean, at: number, duration: number) => {
  const data = Uint8Array.of(isKey ? 0 : 1, 0, 0, 0x9d, 1, 0x2a, 16, 0, 16, 0);
  return new EncodedPacket(data, isKey ? 'key' : 'delta', at, duration);
};

beforeAll(() => {
  isRegistered = true;
  registerDecoder(Decoder);
  registerEncoder(Encoder);
  registerVideoSampleTransformer(({ timestamp, duration }, { width, height }) => {
    if (!isRegistered) return null;
    drawn += 1;
    return frameOf(width, height, timestamp, duration);
  });
});
afterAll(() => {
  isRegistered = false;
});

type Film = {
  readonly config?: Partial<VideoDecoderConfig>;
  readonly track?: VideoTrackMetadata;
  readonly tags?: MetadataTags;
  /** The languages of its tracks of MP3. */
  readonly audio?: readonly string[];
  readonly format?: OutputFormat;
};

/** One of 128 kbit/s and 44.1 kHz. */
const MP3_FRAME = new Uint8Array(417);
MP3_FRAME.set([0xff, 0xfb, 0x90, 0x00]);

/** Ten frames of a second each, with a key frame at 0 and at 5 seconds. */
async function filmOf(film: Film): Promise<OpenMedia> {
  const { config, track = {}, tags, audio = [], format = new Mp4OutputFormat() } = film;
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(video, track);
  const songs = audio.map((languageCode) => {
    const song = new EncodedAudioPacketSource('mp3');
    output.addAudioTrack(song, { languageCode });
    return song;
  });
  if (tags) output.setMetadataTags(tags);
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: 16, codedHeight: 16, ...config };
  const songConfig = { codec: 'mp3', numberOfChannels: 2, sampleRate: 44_100 };
  for (let at = 0; at < 10; at += 1) {
    await video.add(packetOf(at % 5 === 0, at, 1), { decoderConfig });
    for (const song of songs) {
      const packet = new EncodedPacket(MP3_FRAME, 'key', at, 1);
      await song.add(packet, { decoderConfig: songConfig });
    }
  }
  await output.finalize();
  const bytes = target.buffer ?? new ArrayBuffer(0);
  return await openMedia({
    name: 'film.mp4',
    size: bytes.byteLength,
    isLocal: true,
    read: () => new BufferSource(bytes),
    address: () => ({ url: '', release: () => undefined }),
    probe: async () => undefined,
  });
}

const SECONDS_2_TO_8 = [{ startMs: 2000, endMs: 8000 }];

async function outputOf(media: OpenMedia, kind: OutputKind = 'same'): Promise<TrackOutput> {
  const { container, video, audios } = media;
  const output = await readOutput({ container, video, audio: audios }, kind);
  if (output.kind === 'gif') throw new TypeError('a GIF has no tracks');
  return output;
}

/** Cuts a film, and opens the new file. */
async function cut(media: OpenMedia, way: Way, output: TrackOutput | null = null) {
  const target = new BufferTarget();
  const shares: number[] = [];
  const written = await writeFile(
    media,
    { ranges: SECONDS_2_TO_8, way, output: output ?? (await outputOf(media)) },
    { target, fastStart: false },
    { signal: new AbortController().signal, onShare: (share) => shares.push(share) },
  );
  const file = new Input({
    source: new BufferSource(target.buffer ?? new ArrayBuffer(0)),
    formats: CONTAINERS.map(({ input }) => input),
  });
  return { file, written, shares };
}

async function pictureOf(file: Input) {
  const track = await file.getPrimaryVideoTrack();
  if (!track) throw new TypeError('the file has a picture');
  return {
    coded: [await track.getCodedWidth(), await track.getCodedHeight()].join('×'),
    shown: [await track.getDisplayWidth(), await track.getDisplayHeight()].join('×'),
    rotation: await track.getRotation(),
    flip: await track.getFlip(),
  };
}

const PQ = { primaries: 'bt2020', transfer: 'pq', matrix: 'bt2020-ncl', fullRange: false } as const;

describe('the picture of an exact cut', () => {
  it.each<[string, Film, object]>([
    ['encoded as it is', {}, { coded: '16×16', shown: '16×16', rotation: 0, drawn: 0 }],
    [
      'still turned by players, as its frames are not',
      { config: { codedWidth: 32 }, track: { rotation: 90 } },
      { coded: '32×16', shown: '16×32', rotation: 90, drawn: 0 },
    ],
    [
      'upright without being turned again, where frames of an odd size are drawn anew',
      { config: { codedWidth: 31, codedHeight: 15 }, track: { rotation: 90 } },
      { coded: '16×32', shown: '16×32', rotation: 0, flip: false, drawn: 6 },
    ],
    [
      'drawn with square pixels',
      { config: { displayAspectWidth: 32, displayAspectHeight: 16 }, track: { rotation: 270 } },
      { coded: '16×32', shown: '16×32', rotation: 0, drawn: 6 },
    ],
    [
      'drawn anew from HDR',
      { config: { codedWidth: 32, colorSpace: PQ }, track: { rotation: 180 } },
      { coded: '32×16', shown: '32×16', rotation: 0, drawn: 6 },
    ],
  ])('is %s', async (_what, film, picture) => {
    drawn = 0;
    const { file, written } = await cut(await filmOf(film), 'exact');
    expect({ ...(await pictureOf(file)), drawn }).toMatchObject(picture);
    expect(written).toMatchObject({ start: 2, length: 6 });
    expect(await file.computeDuration()).toBeCloseTo(6, 2);
  });
});

describe('a new file', () => {
  it('that is copied starts at the key frame, and is turned and mirrored as the original', async () => {
    const media = await filmOf({
      config: { codedWidth: 31, codedHeight: 15 },
      track: { rotation: 90, flip: true },
    });
    const { file, written, shares } = await cut(media, 'instant');
    expect(await pictureOf(file)).toEqual({
      coded: '31×15',
      shown: '15×31',
      rotation: 90,
      flip: true,
    });
    expect(written).toEqual({ mimeType: 'video/mp4', start: 0, length: 8 });
    expect(await file.computeDuration()).toBeCloseTo(8, 2);
    expect(shares).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((second) => second / 8));
  });

  it.each<Way>(['instant', 'exact'])(
    'keeps languages, names and roles of all tracks: %s',
    async (way) => {
      const media = await filmOf({
        format: new MkvOutputFormat(),
        track: { languageCode: 'deu', name: 'Main', disposition: { original: true } },
        audio: ['fra', 'ita'],
      });
      const { file } = await cut(media, way);
      const tracks = await file.getTracks();
      const languages = await Promise.all(tracks.map((track) => track.getLanguageCode()));
      expect(languages).toEqual(['deu', 'fra', 'ita']);
      expect(await tracks[0]?.getName()).toBe('Main');
      const roles = await Promise.all(tracks.map((track) => track.getDisposition()));
      expect(roles.map(({ original }) => original)).toEqual([true, false, false]);
    },
  );

  it('keeps the tags, and raw ones only in a file of the same kind', async () => {
    const media = await filmOf({ tags: { title: 'Holiday', raw: { '©too': 'a tool' } } });
    const { file: same } = await cut(media, 'instant');
    expect(await same.getMetadataTags()).toMatchObject({
      title: 'Holiday',
      raw: { '©too': 'a tool' },
    });
    const { file: other } = await cut(media, 'instant', await outputOf(media, 'mov'));
    const { title, raw } = await other.getMetadataTags();
    expect(title).toBe('Holiday');
    expect(raw).not.toHaveProperty('©too');
  });

  it('has as many tracks of audio as it can hold, the first ones', async () => {
    const media = await filmOf({ audio: ['fra', 'ita'] });
    const format = () => new Mp3OutputFormat();
    const output = { ...media.same, video: null, format, extension: 'mp3' };
    const { file, written } = await cut(media, 'instant', output);
    expect(await file.getTracks()).toHaveLength(1);
    expect(written).toEqual({ mimeType: 'audio/mpeg', start: 2, length: 6 });
  });

  it('has a copy of the audio beside video that is encoded', async () => {
    const { file } = await cut(await filmOf({ audio: ['fra'] }), 'exact');
    const audio = await file.getPrimaryAudioTrack();
    expect(await audio?.getCodec()).toBe('mp3');
    expect((await audio?.computePacketStats())?.packetCount).toBe(6);
  });
});

describe('nothing is written', () => {
  it.each<[string, Partial<TrackOutput>, string]>([
    ['without an encoder for the video', { exact: { kind: 'none', lacks: 'encoder' } }, 'exact'],
    ['without an encoder for the audio', { copiesAudio: false, sound: null }, 'exact'],
    ['without any track', { video: null, audio: [] }, 'codec'],
  ])('%s', async (_what, change, code) => {
    const media = await filmOf({ audio: ['fra'] });
    await expect(cut(media, 'exact', { ...media.same, ...change })).rejects.toMatchObject({ code });
  });

  it('after it was stopped, and the file is given up', async () => {
    const media = await filmOf({});
    const stop = new AbortController();
    const target = new BufferTarget();
    const writing = writeFile(
      media,
      { ranges: SECONDS_2_TO_8, way: 'instant', output: media.same },
      { target, fastStart: false },
      { signal: stop.signal, onShare: (share) => share > 0.3 && stop.abort('stopped') },
    );
    await expect(writing).rejects.toBe('stopped');
    expect(target.buffer).toBeNull();
  });
});
