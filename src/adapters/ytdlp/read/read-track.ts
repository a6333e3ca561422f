// Converts one format of yt-dlp into a track: its codecs, size and language.
import type {
  Delivery,
  Picture,
  Sound,
  Track,
  TrackContainer,
} from '../../../shared/media/media.ts';
import type { RawFormat } from './info-shape.ts';
import { readCaveats, readRating } from './read-caveats.ts';
import { audioCodec, factFor, isHdr, isRicher, videoCodec } from './read-codec.ts';
import { languageTag } from './read-text.ts';
import { markOf, readVoice, type Voices } from './read-voice.ts';

const CONTAINERS: Readonly<Record<string, TrackContainer>> = {
  mp4: 'mp4',
  m4a: 'mp4',
  m4v: 'mp4',
  mov: 'mp4',
  webm: 'webm',
  weba: 'webm',
  ts: 'ts',
  mp3: 'mp3',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
};
const PHOTOS: readonly TrackContainer[] = ['jpeg', 'png', 'webp', 'gif'];

/** What is known from the item as a whole about its tracks. */
export type ItemFacts = {
  readonly extractor: string | null;
  readonly durationSeconds: number | null;
  readonly voices: Voices;
  readonly hasPicture: boolean;
};

/**
 * The track of a format under the id `id`, or null for a storyboard, a cover or an image strip. `kind` distinguishes a
 * photo (a track of a photo post only) from media.
 */
export function readTrack(
  id: string,
  format: RawFormat,
  delivery: Delivery,
  facts: ItemFacts,
): { readonly kind: 'media' | 'photo'; readonly track: Track } | null {
  const container = containerOf(format);
  if (PHOTOS.includes(container)) return { kind: 'photo', track: photo(id, format, container) };
  const fact =
    delivery === 'file' && container === 'mp4'
      ? factFor(facts.extractor, format.format_id, format.url)
      : undefined;
  const video = videoCodec(format.vcodec);
  const audio = audioCodec(format.acodec);
  const picture = video === 'none' ? null : readPicture(format, video ?? fact?.picture ?? 'other');
  const sound =
    audio === 'none' || fact?.silent === true ? null : readSound(format, audio, picture, facts);
  if (picture === null && sound === null) return null;
  const bitsPerSecond = format.tbr === null ? null : Math.round(format.tbr * 1000);
  const track: Track = {
    id,
    container: container,
    delivery,
    picture,
    sound,
    bitsPerSecond,
    ...readBytes(format, delivery, bitsPerSecond, facts.durationSeconds),
    watermarked: isWatermarked(format),
    caveats: readCaveats(format, facts.extractor),
    rating: readRating(format),
  };
  return { kind: 'media', track };
}

function containerOf(format: RawFormat): TrackContainer {
  const named = (format.ext ?? '').toLowerCase();
  return (Object.hasOwn(CONTAINERS, named) ? CONTAINERS[named] : undefined) ?? 'other';
}

function photo(id: string, format: RawFormat, container: TrackContainer): Track {
  return {
    id,
    container,
    delivery: 'file',
    picture: {
      codec: 'other',
      width: format.width,
      height: format.height,
      fps: null,
      dynamicRange: 'sdr',
    },
    sound: null,
    bitsPerSecond: null,
    bytes: format.filesize,
    bytesExact: format.filesize !== null,
    watermarked: isWatermarked(format),
    caveats: [],
    rating: readRating(format),
  };
}

function readPicture(format: RawFormat, codec: Picture['codec']): Picture {
  return {
    codec,
    width: format.width,
    height: format.height,
    fps: format.fps,
    dynamicRange: isHdr(format.dynamic_range, format.vcodec) ? 'hdr' : 'sdr',
    ...(isRicher(format.vcodec) && { isPlain: false }),
  };
}

function readSound(
  format: RawFormat,
  codec: Sound['codec'] | null,
  picture: Picture | null,
  facts: ItemFacts,
): Sound | 'unknown' {
  // A video for which it is unknown whether it has audio. Without video, the file can hold nothing else.
  if (codec === null && picture !== null) return 'unknown';
  const rate = format.abr ?? (picture === null ? format.tbr : null);
  return {
    codec: codec ?? 'other',
    bitsPerSecond: rate === null ? null : Math.round(rate * 1000),
    sampleRateHz: format.asr,
    channels: format.audio_channels,
    language: languageTag(format.language),
    role: readRole(format, facts, picture),
  };
}

/** The role of an audio track: its voice, or a song of the platform's own. */
function readRole(format: RawFormat, facts: ItemFacts, picture: Picture | null): Sound['role'] {
  const isSong = picture === null && facts.hasPicture && isMusic(format, facts);
  return isSong && markOf(format) === null ? 'music' : readVoice(format, facts.voices);
}

/** TikTok lists the song of a video beside it, which may differ from the video's audio. */
function isMusic(format: RawFormat, facts: ItemFacts): boolean {
  return facts.extractor === 'TikTok' && /^audio(?:-\d+)?$/u.test(format.format_id ?? '');
}

function readBytes(
  format: RawFormat,
  delivery: Delivery,
  bitsPerSecond: number | null,
  durationSeconds: number | null,
): Pick<Track, 'bytes' | 'bytesExact'> {
  // The parts of a playlist or a manifest never add up exactly to the file that is made of them.
  if (format.filesize !== null) return { bytes: format.filesize, bytesExact: delivery === 'file' };
  const estimate =
    format.filesize_approx ??
    (bitsPerSecond === null || durationSeconds === null
      ? null
      : (bitsPerSecond / 8) * durationSeconds);
  const bytes = estimate === null ? null : Math.round(estimate);
  return { bytes: bytes === 0 ? null : bytes, bytesExact: false };
}

/** TikTok's files with a watermark are `download…`; some are marked in the note only. */
function isWatermarked(format: RawFormat): boolean {
  if (/(?:no|without|un)[- ]?watermark/iu.test(format.format_note ?? '')) return false;
  return /^download/u.test(format.format_id ?? '') || /watermark/iu.test(format.format_note ?? '');
}
