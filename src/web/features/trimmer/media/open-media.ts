// Opens a file without reading all of it: its tracks, its duration, and how it can be cut.
import {
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Logging,
  LogLevel,
  UnsupportedInputFormatError,
} from 'mediabunny';
import { CONTAINERS, type Container } from './containers.ts';
import { failureOver, TrimError } from './failure.ts';
import { readOutput, type TrackOutput } from './read-output.ts';
import type { TrimSource } from './trim-source.ts';

const FALLBACK_FRAME_MS = 40;
const FRAMES_LOOKED_AT = 60;

/** A file that can be trimmed. `dispose` releases it. */
export type OpenMedia = {
  readonly source: TrimSource;
  readonly input: Input;
  readonly container: Container;
  readonly durationMs: number;
  readonly frameMs: number;
  readonly video: InputVideoTrack | null;
  /** Of the picture: its width by its height. */
  readonly shape: number;
  readonly audio: InputAudioTrack | null;
  /** The number of tracks of unknown kinds, which are dropped. */
  readonly unknownTracks: number;
  /** All audio tracks, the primary one first. */
  readonly audios: readonly InputAudioTrack[];
  /** Of each of `audios`: its name, or the tag of its language; null where the file has neither. */
  readonly soundNames: readonly (SoundName | null)[];
  /** How a file of the same kind is made. */
  readonly same: TrackOutput;
  readonly dispose: () => void;
};

/** What a file calls one of its sounds. */
export type SoundName = { readonly kind: 'name' | 'language'; readonly text: string };

/** Opens a file: reads its index and a few packets. Throws a {@link TrimError}. */
export async function openMedia(source: TrimSource): Promise<OpenMedia> {
  // Silences warnings about tracks of unknown kinds, which the page shows itself.
  Logging.level = LogLevel.Errors;
  const input = new Input({
    source: source.read(),
    formats: CONTAINERS.map((one) => one.input),
    formatOptions: {
      isobmff: {
        resolveKeyId: () => {
          throw new TrimError('protected');
        },
      },
    },
  });
  try {
    return await lookInto(source, input);
  } catch (error) {
    input.dispose();
    const isUnknown = error instanceof UnsupportedInputFormatError;
    if (isUnknown) throw new TrimError('noMedia', { cause: error });
    throw await failureOver(source, error, 'noMedia');
  }
}

async function lookInto(source: TrimSource, input: Input): Promise<OpenMedia> {
  const format = await input.getFormat();
  const container = CONTAINERS.find((one) => one.input === format);
  if (!container) throw new TrimError('noMedia');
  const tracks = await input.getTracks();
  if (tracks.length === 0) throw new TrimError('noMedia');
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()));
  const known = tracks.filter((_track, index) => codecs[index] !== null);
  if (known.length === 0) throw new TrimError('codec');
  const isKnown = { filter: (track: { getCodec: () => Promise<unknown> }) => hasCodec(track) };
  const video = await input.getPrimaryVideoTrack(isKnown);
  const audio = await input.getPrimaryAudioTrack(isKnown);
  const audios = [
    ...(audio ? [audio] : []),
    ...known.filter((one) => one.isAudioTrack()).filter((one) => one !== audio),
  ];
  const same = await readOutput({ container, video, audio: audios }, 'same');
  const durationMs = Math.floor((await input.computeDuration(known)) * 1000);
  if (!(durationMs > 0) || same.kind === 'gif') throw new TrimError('noMedia');
  return {
    source,
    input,
    container,
    durationMs,
    frameMs: video ? await frameOf(video) : FALLBACK_FRAME_MS,
    video,
    shape: video ? (await video.getDisplayWidth()) / (await video.getDisplayHeight()) : 0,
    audio,
    audios,
    soundNames: await Promise.all(audios.map(nameOfSound)),
    unknownTracks: tracks.length - known.length,
    same,
    dispose: () => input.dispose(),
  };
}

async function hasCodec(track: { getCodec: () => Promise<unknown> }): Promise<boolean> {
  return (await track.getCodec()) !== null;
}

async function nameOfSound(track: InputAudioTrack): Promise<SoundName | null> {
  const name = (await track.getName())?.trim();
  if (name) return { kind: 'name', text: name };
  const language = await track.getLanguageCode();
  return language === 'und' ? null : { kind: 'language', text: language };
}

async function frameOf(video: InputVideoTrack): Promise<number> {
  const { averagePacketRate } = await video.computePacketStats(FRAMES_LOOKED_AT);
  return averagePacketRate > 0 ? 1000 / averagePacketRate : FALLBACK_FRAME_MS;
}
