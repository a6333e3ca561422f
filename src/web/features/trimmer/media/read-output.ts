// What a file can be saved as, and how its tracks get there: copied, or re-encoded where the browser can.
import {
  type AudioCodec,
  FlacOutputFormat,
  type InputAudioTrack,
  type InputVideoTrack,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { type Container, inFront } from './containers.ts';
import {
  type AudioEncoding,
  type Lack,
  readAudioEncoding,
  readVideoEncoding,
  type VideoEncoding,
} from './read-encoding.ts';

/** `same` keeps the container of the file. */
export const OUTPUTS = ['same', 'mp4', 'webm', 'mov', 'sound', 'gif'] as const;
/** One of {@link OUTPUTS}. */
export type OutputKind = (typeof OUTPUTS)[number];

/** A kind of file with tracks, such as MP4: everything but a GIF. */
export type TrackOutput = {
  readonly kind: Exclude<OutputKind, 'gif'>;
  readonly extension: string;
  readonly format: (fastStart: boolean) => OutputFormat;
  readonly video: InputVideoTrack | null;
  readonly audio: readonly InputAudioTrack[];
  /** Whether all tracks can be copied. */
  readonly canCopy: boolean;
  /** Whether the audio is copied, also where the video is re-encoded; it is re-encoded alone in files of audio. */
  readonly copiesAudio: boolean;
  /** How the video is re-encoded for an exact start, the audio of a file without video, or why that is impossible. */
  readonly exact: VideoEncoding | AudioEncoding | Lack;
  /** How audio is re-encoded that cannot be copied. */
  readonly sound: AudioEncoding | null;
};

/** Its tracks; the first decides where a copy starts and ends. */
export function tracksOf({ video, audio }: Pick<TrackOutput, 'video' | 'audio'>) {
  return video ? [video, ...audio] : audio;
}

/** A GIF: a moving picture without sound, which is always re-encoded. */
export type GifOutput = { readonly kind: 'gif'; readonly extension: 'gif' };

/** What to write. */
export type TrimOutput = TrackOutput | GifOutput;

type Tracks = {
  readonly container: Container;
  readonly video: InputVideoTrack | null;
  readonly audio: readonly InputAudioTrack[];
};

const NEW_CONTAINERS = {
  mp4: (fastStart: boolean) => new Mp4OutputFormat(inFront(fastStart)),
  mov: (fastStart: boolean) => new MovOutputFormat(inFront(fastStart)),
  webm: () => new WebMOutputFormat(),
} as const;

/** The kinds to offer for a file; whether one is possible is said by {@link readOutput}. */
export function kindsFor({ container, video, audio }: Tracks): readonly OutputKind[] {
  if (!video) return ['same'];
  return OUTPUTS.filter(
    (kind) => kind !== container.extension && (kind !== 'sound' || audio.length > 0),
  );
}

/** Reads how a kind of file can be made; nothing is decoded. */
export async function readOutput(tracks: Tracks, kind: OutputKind): Promise<TrimOutput> {
  if (kind === 'gif') return { kind, extension: 'gif' };
  const { video, audio, extension, format } = await shapeOf(tracks, kind);
  const probe = format(false);
  const [main] = audio;
  const audioCodec = (await main?.getCodec()) ?? null;
  const videoCodec = (await video?.getCodec()) ?? null;
  const codecs = probe.getSupportedAudioCodecs();
  const copiesAudio = audioCodec === null || codecs.includes(audioCodec);
  const copiesVideo = videoCodec === null || probe.getSupportedVideoCodecs().includes(videoCodec);
  // In an M4A, players expect AAC; MP4 itself could hold more.
  const expected =
    extension === 'm4a' ? codecs.filter((one) => one === 'aac' || one === audioCodec) : codecs;
  const encoded = main && !(copiesAudio && video) ? await readAudioEncoding(main, expected) : null;
  const sound = !copiesAudio && encoded?.kind === 'audio' ? encoded : null;
  const lack: Lack = { kind: 'none', lacks: 'encoder' };
  const exact = video ? await readVideoEncoding(video, probe) : (encoded ?? lack);
  const isSoundMissing = !copiesAudio && sound === null;
  return {
    kind,
    extension,
    format,
    video,
    audio,
    canCopy: copiesAudio && copiesVideo,
    copiesAudio,
    exact: isSoundMissing && exact.kind === 'video' ? (encoded as Lack) : exact,
    sound,
  };
}

type Shape = Pick<TrackOutput, 'video' | 'audio' | 'extension' | 'format'>;

async function shapeOf(
  { container, video, audio }: Tracks,
  kind: TrackOutput['kind'],
): Promise<Shape> {
  if (kind === 'sound') {
    const codec = (await audio[0]?.getCodec()) ?? null;
    return { video: null, audio: audio.slice(0, 1), ...soundFile(codec) };
  }
  if (kind !== 'same') return { video, audio, extension: kind, format: NEW_CONTAINERS[kind] };
  const extension = video ? container.extension : (container.soundExtension ?? container.extension);
  return { video, audio, extension, format: container.output };
}

/** The usual kind of file for audio of a codec. */
function soundFile(codec: AudioCodec | null): Pick<Shape, 'extension' | 'format'> {
  if (codec === 'mp3') return { extension: 'mp3', format: () => new Mp3OutputFormat() };
  if (codec === 'flac') return { extension: 'flac', format: () => new FlacOutputFormat() };
  if (codec === 'opus' || codec === 'vorbis')
    return { extension: 'ogg', format: () => new OggOutputFormat() };
  if (codec?.startsWith('pcm')) {
    const wave = new WavOutputFormat();
    if (wave.getSupportedAudioCodecs().includes(codec))
      return { extension: 'wav', format: () => new WavOutputFormat() };
  }
  if (codec === 'aac') return { extension: 'm4a', format: NEW_CONTAINERS.mp4 };
  return { extension: 'mka', format: () => new MkvOutputFormat() };
}
