// What a file can be saved as, where the browser has no encoder: all that is left is to copy.
import type { AudioCodec, InputAudioTrack, InputVideoTrack, VideoCodec } from 'mediabunny';
import { afterEach, expect, it, vi } from 'vitest';
import { CONTAINERS } from './containers.ts';
import { even } from './read-encoding.ts';
import { kindsFor, type OutputKind, readOutput } from './read-output.ts';

const container = (extension: string) => {
  const found = CONTAINERS.find((one) => one.extension === extension);
  if (!found) throw new TypeError(`${extension} is no container`);
  return found;
};
const track = <Codec extends VideoCodec | AudioCodec>(codec: Codec | undefined) =>
  codec ? { getCodec: async () => codec, canDecode: async () => false } : undefined;
/** A file such as `mp4 avc aac`: its container, its video and its audio. */
function tracksOf(text: string) {
  const [extension = '', ...codecs] = text.split(' ');
  const isVideo = (codec: string) => /^(avc|hevc|vp8|vp9|av1)$/.test(codec);
  const audio = codecs
    .filter((codec) => !isVideo(codec))
    .map((codec) => track(codec as AudioCodec));
  const video = track(codecs.find(isVideo) as VideoCodec | undefined) ?? null;
  return {
    container: container(extension),
    video: video as unknown as InputVideoTrack | null,
    audio: audio as unknown as InputAudioTrack[],
  };
}

it.each([
  ['mp4 avc aac', 'same webm mov sound gif'],
  ['webm vp9 opus', 'same mp4 mov sound gif'],
  ['mkv avc aac', 'same mp4 webm mov sound gif'],
  ['mov avc', 'same mp4 webm gif'],
  ['mp3 mp3', 'same'],
  ['mp4 aac', 'same'],
])('%s is offered as %s', (file, kinds) => {
  expect(kindsFor(tracksOf(file)).join(' ')).toBe(kinds);
});

it.each<[string, OutputKind, string, 'all' | 'audio' | 'none']>([
  ['mp4 avc aac', 'same', 'mp4', 'all'],
  ['mp4 aac', 'same', 'm4a', 'all'],
  ['mkv opus', 'same', 'mka', 'all'],
  ['mp3 mp3', 'same', 'mp3', 'all'],
  ['mp4 avc aac', 'mov', 'mov', 'all'],
  ['mkv avc aac', 'mp4', 'mp4', 'all'],
  ['mp4 avc aac', 'webm', 'webm', 'none'],
  ['mp4 avc opus', 'webm', 'webm', 'audio'],
  ['mp4 vp9 aac', 'webm', 'webm', 'none'],
  ['mp4 vp9', 'webm', 'webm', 'all'],
  ['webm vp9 opus', 'mp4', 'mp4', 'all'],
  ['mp4 avc aac', 'sound', 'm4a', 'all'],
  ['mkv avc mp3', 'sound', 'mp3', 'all'],
  ['mkv avc flac', 'sound', 'flac', 'all'],
  ['webm vp9 opus', 'sound', 'ogg', 'all'],
  ['webm vp8 vorbis', 'sound', 'ogg', 'all'],
  ['mov avc pcm-s16', 'sound', 'wav', 'all'],
  ['mkv avc ac3', 'sound', 'mka', 'all'],
])('%s as %s is a file .%s, of which is copied: %s', async (file, kind, extension, copied) => {
  const output = await readOutput(tracksOf(file), kind);
  if (output.kind === 'gif') throw new TypeError('a GIF has no tracks');
  expect(output).toMatchObject({
    kind,
    extension,
    canCopy: copied === 'all',
    copiesAudio: copied !== 'none',
    exact: { kind: 'none', lacks: 'decoder' },
    sound: null,
  });
  expect(output.video === null).toBe(kind === 'sound' || !/avc|vp/.test(file));
});

afterEach(() => vi.unstubAllGlobals());

it.each<[string, OutputKind, string, object]>([
  ['mp4 avc aac', 'sound', 'm4a', { kind: 'none', lacks: 'encoder' }],
  ['mp4 aac', 'same', 'm4a', { kind: 'none', lacks: 'encoder' }],
  ['webm vp9 opus', 'sound', 'ogg', { kind: 'audio', codec: 'opus' }],
  ['mp4 opus', 'same', 'm4a', { kind: 'audio', codec: 'opus' }],
])(
  '%s as %s is a file .%s without Opus instead of its AAC where only Opus can be encoded',
  async (file, kind, extension, exact) => {
    vi.stubGlobal('AudioEncoder', {
      isConfigSupported: async ({ codec }: AudioEncoderConfig) => ({ supported: codec === 'opus' }),
    });
    const tracks = tracksOf(file);
    const audio = tracks.audio.map((one) => ({
      getCodec: () => one.getCodec(),
      canDecode: async () => true,
      getNumberOfChannels: async () => 2,
      getSampleRate: async () => 48_000,
    })) as unknown as InputAudioTrack[];
    const output = await readOutput({ ...tracks, audio }, kind);
    expect(output).toMatchObject({ extension, exact, canCopy: true });
  },
);

it('sound is of the first track of audio alone', async () => {
  const tracks = tracksOf('mkv avc aac mp3');
  expect(await readOutput(tracks, 'sound')).toMatchObject({ audio: tracks.audio.slice(0, 1) });
  expect(await readOutput(tracks, 'mp4')).toMatchObject({ audio: tracks.audio });
});

it('a GIF needs no tracks that can be copied', async () => {
  expect(await readOutput(tracksOf('mp4 avc aac'), 'gif')).toEqual({
    kind: 'gif',
    extension: 'gif',
  });
});

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [359, 360],
  [360, 360],
  [360.9, 360],
  [361, 362],
])('a picture of %d pixels is encoded with %d', (pixels, encoded) => {
  expect(even(pixels)).toBe(encoded);
});
