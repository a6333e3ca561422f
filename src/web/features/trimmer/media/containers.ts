// The containers that the trimmer reads, and how it writes them.
import {
  ADTS,
  AdtsOutputFormat,
  FLAC,
  FlacOutputFormat,
  type InputFormat,
  MATROSKA,
  MkvOutputFormat,
  MovOutputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** One container. `fastStart` puts the index in front, which takes memory. */
export type Container = {
  readonly input: InputFormat;
  readonly extension: string;
  /** The extension of an audio-only file, if it differs. */
  readonly soundExtension?: string;
  readonly output: (fastStart: boolean) => OutputFormat;
};

/** Puts the index of MP4 and MOV in front. */
export const inFront = (fastStart: boolean) =>
  ({ fastStart: fastStart ? 'in-memory' : false }) as const;

/** All containers; WebM comes first, since it is also Matroska. */
export const CONTAINERS: readonly Container[] = [
  {
    input: MP4,
    extension: 'mp4',
    soundExtension: 'm4a',
    output: (fastStart) => new Mp4OutputFormat(inFront(fastStart)),
  },
  { input: QTFF, extension: 'mov', output: (fastStart) => new MovOutputFormat(inFront(fastStart)) },
  { input: WEBM, extension: 'webm', output: () => new WebMOutputFormat() },
  {
    input: MATROSKA,
    extension: 'mkv',
    soundExtension: 'mka',
    output: () => new MkvOutputFormat(),
  },
  { input: MP3, extension: 'mp3', output: () => new Mp3OutputFormat() },
  { input: WAVE, extension: 'wav', output: () => new WavOutputFormat() },
  { input: OGG, extension: 'ogg', output: () => new OggOutputFormat() },
  { input: FLAC, extension: 'flac', output: () => new FlacOutputFormat() },
  { input: ADTS, extension: 'aac', output: () => new AdtsOutputFormat() },
];
