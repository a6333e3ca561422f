// The vocabulary of an inspection: what a post holds, as a browser may see it.

/** Video codecs. `other` is one that the platform does not name, or that is unknown here. */
export const VIDEO_CODECS = ['h264', 'h265', 'h266', 'vp9', 'vp8', 'av1', 'other'] as const;

/** One of {@link VIDEO_CODECS}. */
export type VideoCodec = (typeof VIDEO_CODECS)[number];

/** Audio codecs, with `other` as above. */
export const AUDIO_CODECS = [
  'aac',
  'opus',
  'mp3',
  'vorbis',
  'ac3',
  'eac3',
  'flac',
  'other',
] as const;

/** One of {@link AUDIO_CODECS}. */
export type AudioCodec = (typeof AUDIO_CODECS)[number];

/** The formats in which tracks arrive. */
export const TRACK_CONTAINERS = [
  'mp4',
  'webm',
  'ts',
  'mp3',
  'ogg',
  'jpeg',
  'png',
  'webp',
  'gif',
  'other',
] as const;

/** One of {@link TRACK_CONTAINERS}. */
export type TrackContainer = (typeof TRACK_CONTAINERS)[number];

/** How a track is fetched: one file over ranges, a HLS playlist, or a list of DASH fragments. */
export type Delivery = 'file' | 'hls' | 'dash';

/** The picture half of a track. Sizes in pixels as coded; `fps` frames a second. */
export type Picture = {
  readonly codec: VideoCodec;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly dynamicRange: 'sdr' | 'hdr';
};

/**
 * The sound half of a track. `language` is a BCP 47 tag; `role` tells a dub from the original voice, and `music` is a song that
 * lies beside a video and need not be what is heard in it.
 */
export type Sound = {
  readonly codec: AudioCodec;
  readonly bitsPerSecond: number | null;
  readonly sampleRateHz: number | null;
  readonly channels: number | null;
  readonly language: string | null;
  readonly role: 'original' | 'dub' | 'description' | 'music' | 'unknown';
};

/**
 * One thing that can be fetched. `picture` and `sound` are both present in a combined file; `sound: 'unknown'` means
 * that the platform does not say whether there is one. `bytes` is exact only when `bytesExact`.
 */
export type Track = {
  readonly id: string;
  readonly container: TrackContainer;
  readonly delivery: Delivery;
  readonly picture: Picture | null;
  readonly sound: Sound | 'unknown' | null;
  readonly bitsPerSecond: number | null;
  readonly bytes: number | null;
  readonly bytesExact: boolean;
  /** True for a file into which the platform has painted its mark. */
  readonly watermarked: boolean;
};

/** A written version of the speech. `automatic` when a machine wrote it. */
export type Subtitle = {
  readonly id: string;
  readonly language: string;
  readonly name: string | null;
  readonly format: 'vtt' | 'srt' | 'ttml' | 'json3' | 'srv3' | 'other';
  readonly automatic: boolean;
};

/** A named part of the item, in seconds from its start. */
export type Chapter = {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number | null;
};

/** A picture of the item, served by this server under its id. */
export type Thumbnail = {
  readonly id: string;
  readonly width: number | null;
  readonly height: number | null;
};

/** One video or photo of a post; `index` counts from 1 in the order of the post. */
export type Item = {
  readonly id: string;
  readonly index: number;
  readonly kind: 'video' | 'photo' | 'sound';
  readonly title: string;
  readonly durationSeconds: number | null;
  readonly thumbnail: Thumbnail | null;
  readonly tracks: readonly Track[];
  readonly subtitles: readonly Subtitle[];
  readonly chapters: readonly Chapter[];
};

/** What the post is, as its platform describes it. Texts are bounded, well formed and free of control characters. */
export type Media = {
  readonly title: string;
  readonly author: string | null;
  readonly description: string | null;
  /** Seconds since 1970, or null when the platform does not say. */
  readonly publishedAtSeconds: number | null;
  readonly ageLimit: number | null;
};
