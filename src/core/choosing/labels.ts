// Facts about a file in plain words: its size, its resolution, its codec, and where it plays.
import { FILE_FORMATS, type FileFormat, type PlaysOn } from '../../shared/media/formats.ts';
import type { AudioCodec, Caveat, Picture, VideoCodec } from '../../shared/media/media.ts';
import type { Estimate } from './plan.ts';
import { playsEverywhere, shortSideOf } from './rank-tracks.ts';

const VIDEO_NAMES: Readonly<Record<VideoCodec, string | null>> = {
  h264: 'H.264',
  h265: 'H.265',
  h266: 'H.266',
  vp9: 'VP9',
  vp8: 'VP8',
  av1: 'AV1',
  mpeg4: 'MPEG-4',
  other: null,
};

const AUDIO_NAMES: Readonly<Record<AudioCodec, string | null>> = {
  aac: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  flac: 'FLAC',
  other: null,
};

/** A picture as far as its decoders matter. */
type Decoded = Pick<Picture, 'codec' | 'dynamicRange' | 'isPlain'> &
  Partial<Pick<Picture, 'width' | 'height' | 'fps'>>;

/** The most that everything decodes: 4K, also of cinemas, and sixty frames a second. */
const MOST_PIXELS = 4096 * 2304;
const MOST_FPS = 61;

function isSmallEnough({ width, height, fps }: Decoded): boolean {
  return (width ?? 0) * (height ?? 0) <= MOST_PIXELS && (fps ?? 0) <= MOST_FPS;
}

/**
 * Where a file plays. `video` and `audio` are null where it has none, or it is unknown. Sources: the vendors'
 * published lists of what their players decode.
 */
export function placesOf(
  format: FileFormat,
  video: Decoded | null,
  audio: { readonly codec: AudioCodec } | null,
): readonly PlaysOn[] {
  const { kind, playsOn } = FILE_FORMATS[format];
  if (kind !== 'video' || !video) return playsOn;
  const { codec } = video;
  if (codec === 'h264' && !(playsEverywhere(video) && isSmallEnough(video))) return [];
  // Older phones and editors do not play Opus inside MP4, even if they know the video codec.
  if (audio && audio.codec !== 'aac' && audio.codec !== 'mp3') return ['computers'];
  if (codec === 'h264') return ['everything'];
  if (codec === 'h265') return ['recentPhones', 'recentTvs'];
  if (codec === 'vp9' || codec === 'av1') return ['computers', 'recentTvs'];
  return codec === 'vp8' ? ['computers'] : [];
}

/** `1080p60`, `720p`, `2160p HDR`; null when the platform names no size. The frame rate is omitted up to 30. */
export function resolutionLabel(picture: Picture): string | null {
  const lines = shortSideOf(picture);
  if (lines === null) return null;
  const fps = picture.fps !== null && Math.round(picture.fps) > 30 ? Math.round(picture.fps) : '';
  return `${lines}p${fps}${picture.dynamicRange === 'hdr' ? ' HDR' : ''}`;
}

/** `1080 × 1350`, for photos. */
export function dimensionsLabel(picture: Picture | null): string {
  return picture?.width && picture.height
    ? `${picture.width} × ${picture.height}`
    : 'dimensions unknown';
}

/** What a platform says against a file, in words. */
export function caveatLabel(caveat: Caveat, platform: string): string {
  return {
    upscaled: `upscaled by ${platform}`,
    damaged: `damaged according to ${platform}`,
    drc: 'compressed loudness',
    voiceBoost: 'boosted voices',
  }[caveat];
}

/** `84 MB`, `≈ 1.2 GB`; null when it cannot be estimated. Decimal units, as phones and shops count. */
export function sizeLabel(estimate: Estimate): string | null {
  if (estimate.bytes === null) return null;
  const sign = estimate.exact ? '' : '≈ ';
  if (estimate.bytes >= 1e9) return `${sign}${(estimate.bytes / 1e9).toFixed(1)} GB`;
  if (estimate.bytes >= 1e6) return `${sign}${Math.round(estimate.bytes / 1e6)} MB`;
  return `${sign}${Math.max(1, Math.round(estimate.bytes / 1e3))} kB`;
}

/** The codec's name as people write it, or null. */
export function codecName(codec: VideoCodec | AudioCodec): string | null {
  return codec in VIDEO_NAMES ? VIDEO_NAMES[codec as VideoCodec] : AUDIO_NAMES[codec as AudioCodec];
}
