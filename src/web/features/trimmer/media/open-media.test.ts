// What is read of a file when it is opened, in real files of packets that no decoder has to understand.
import {
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  type VideoTrackMetadata,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { openMedia } from './open-media.ts';
import type { TrimSource } from './trim-source.ts';

type Film = {
  /** Seconds between its frames; none without video. */
  readonly frame?: number;
  readonly track?: VideoTrackMetadata;
  /** The languages of its tracks of audio, and which is the main one. */
  readonly audio?: readonly string[];
  readonly main?: string;
  readonly format?: OutputFormat;
};

const MKV = new MkvOutputFormat();

/** Two seconds. */
async function fileOf(film: Film) {
  const { frame, track, audio = [], main, format = new Mp4OutputFormat() } = film;
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const video = frame === undefined ? null : new EncodedVideoPacketSource('vp8');
  if (video) output.addVideoTrack(video, track);
  const songs = audio.map((languageCode) => {
    const song = new EncodedAudioPacketSource('mp3');
    output.addAudioTrack(song, { languageCode, disposition: { default: languageCode === main } });
    return song;
  });
  await output.start();
  const add = async (
    source: EncodedVideoPacketSource | EncodedAudioPacketSource,
    every: number,
  ) => {
    for (let index = 0; index < Math.round(2 / every); index += 1) {
      const packet = new EncodedPacket(new Uint8Array(10), 'key', index * every, every);
      if (source instanceof EncodedVideoPacketSource)
        await source.add(packet, {
          decoderConfig: { codec: 'vp8', codedWidth: 32, codedHeight: 16 },
        });
      else
        await source.add(packet, {
          decoderConfig: { codec: 'mp3', numberOfChannels: 2, sampleRate: 48_000 },
        });
    }
    source.close();
  };
  await Promise.all([
    ...(video && frame ? [add(video, frame)] : []),
    ...songs.map((song) => add(song, 0.5)),
  ]);
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** The file with a codec that no browser knows. */
const without = (bytes: Buffer, codec: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(codec, `X${codec.slice(1)}`), 'latin1');

/** Opens a file; also counts how often it was released. */
function open(bytes: Buffer) {
  let released = 0;
  const source: TrimSource = {
    name: 'film.mp4',
    size: bytes.length,
    isLocal: true,
    read: () =>
      new CustomSource({
        getSize: () => bytes.length,
        read: (start, end) => Uint8Array.from(bytes.subarray(start, end)),
        dispose: () => {
          released += 1;
        },
      }),
    address: () => ({ url: '', release: () => undefined }),
    probe: async () => undefined,
  };
  return { source, opening: openMedia(source), released: () => released };
}

const opened = async (bytes: Buffer) => await open(bytes).opening;

describe('an opened file', () => {
  it('has its length, its frames and its shape', async () => {
    const { source, opening } = open(await fileOf({ frame: 0.04, audio: ['fra'] }));
    const media = await opening;
    expect(media).toMatchObject({ durationMs: 2000, shape: 2, unknownTracks: 0 });
    expect(media.frameMs).toBeCloseTo(40, 1);
    expect(media.source).toBe(source);
    expect(media.container.extension).toBe('mp4');
    expect(media.same).toMatchObject({ kind: 'same', extension: 'mp4', canCopy: true });
  });

  it('has the shape in which it is shown, and a frame of its own rate', async () => {
    const media = await opened(await fileOf({ frame: 0.1, track: { rotation: 90 } }));
    expect(media.shape).toBe(0.5);
    expect(media.frameMs).toBeCloseTo(100, 1);
  });

  it('is stepped through in 40 ms without video', async () => {
    expect(await opened(await fileOf({ audio: ['fra'] }))).toMatchObject({
      frameMs: 40,
      shape: 0,
      video: null,
    });
  });

  it('has all its audio, the main track first', async () => {
    const media = await opened(
      await fileOf({ frame: 0.5, audio: ['fra', 'ita', 'deu'], main: 'ita', format: MKV }),
    );
    const languages = await Promise.all(media.audios.map((track) => track.getLanguageCode()));
    expect(languages).toEqual(['ita', 'fra', 'deu']);
    expect(media.audio).toBe(media.audios[0]);
  });

  it('has no tracks that nobody knows, and says how many it leaves out', async () => {
    const bytes = await fileOf({ frame: 0.5, audio: ['fra', 'ita'], format: MKV });
    const sound = await opened(without(bytes, 'V_VP8'));
    expect(sound).toMatchObject({ video: null, unknownTracks: 1 });
    expect(sound.audios).toHaveLength(2);
    const silent = await opened(without(bytes, 'A_MPEG/L3'));
    expect(silent).toMatchObject({ audio: null, audios: [], unknownTracks: 2 });
    expect(silent.video).not.toBeNull();
  });

  it('is released when it is no longer needed', async () => {
    const { opening, released } = open(await fileOf({ frame: 0.5 }));
    const media = await opening;
    expect(released()).toBe(0);
    media.dispose();
    expect(released()).toBe(1);
  });
});

describe('no media', () => {
  it.each<[string, () => Promise<Buffer>, string]>([
    ['a text', async () => Buffer.from('hello '.repeat(1000)), 'noMedia'],
    ['an empty file', async () => Buffer.alloc(0), 'noMedia'],
    [
      'tracks that nobody knows',
      async () => without(await fileOf({ audio: ['fra'], format: MKV }), 'A_MPEG/L3'),
      'codec',
    ],
  ])('is %s, which is released', async (_what, bytes, code) => {
    const { opening, released } = open(await bytes());
    await expect(opening).rejects.toMatchObject({ code });
    expect(released()).toBe(1);
  });

  it('is told apart from a file that was lost', async () => {
    const lost = () => {
      throw new Error('the file is gone');
    };
    const opening = openMedia({
      name: 'film.mp4',
      size: 1000,
      isLocal: true,
      read: () => new CustomSource({ getSize: () => 1000, read: lost }),
      address: () => ({ url: '', release: () => undefined }),
      probe: async () => lost(),
    });
    await expect(opening).rejects.toMatchObject({ code: 'unreadable' });
  });
});
