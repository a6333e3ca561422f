// What a visitor chose to download, in one shape for all request formats.

import type { Loudness } from '../../shared/media/loudness.ts';
import { MP3_RATES, mp3OfferId, QUALITIES, type Quality } from '../../shared/media/qualities.ts';

/** The chosen video: one of the three qualities, or one exact track. */
export type PictureChoice =
  | { readonly kind: 'quality'; readonly quality: Quality }
  | { readonly kind: 'track'; readonly trackId: string };

/** The chosen audio: the original voice, a language (BCP 47), or one exact track. */
export type SoundChoice =
  | { readonly kind: 'original' }
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'track'; readonly trackId: string };

/** A part of the item, in seconds from its start. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** How a part of a video begins: `instant` at the key frame before, `exact` to the frame. */
export type Cut = 'instant' | 'exact';

/** The wanted part of an item: up to its end by default, or one of its chapters, from 1 on. */
export type WantedPart = { readonly cut: Cut } & (
  | { readonly startSeconds: number; readonly endSeconds: number | null }
  | { readonly chapter: number }
);

/** The formats of a video. `mp4` takes any codec; `original` is MP4 or WebM, wherever its codecs belong. */
export const VIDEO_CONTAINERS = ['mp4', 'webm', 'mov', 'avi', 'original'] as const;
/** The formats of an audio file. */
export const AUDIO_CONTAINERS = ['mp3', 'aac', 'm4a'] as const;

/** Title and artist of a file, whether it has a cover, and its place in an album; what is left out is taken from the post. */
export type ChosenTags = {
  readonly title?: string;
  readonly artist?: string;
  readonly cover?: boolean;
  readonly album?: string;
  readonly track?: number;
};

/** What a file gets besides video and audio. `subtitles` are ids; `loudness` is of audio files. */
export type Extras = {
  readonly tags: ChosenTags;
  readonly loudness: Loudness;
  readonly subtitles: readonly string[];
};

/** A video. With `kilobitsPerSecond` its audio is re-encoded at that rate. */
export type VideoChoice = {
  readonly container: (typeof VIDEO_CONTAINERS)[number];
  readonly picture: PictureChoice;
  readonly sound: SoundChoice;
  readonly kilobitsPerSecond?: number;
};

/** An audio file. Without `kilobitsPerSecond` the audio is copied if the format takes it. */
export type AudioChoice = {
  readonly container: (typeof AUDIO_CONTAINERS)[number];
  readonly sound: SoundChoice;
  readonly kilobitsPerSecond?: number;
};

/** All pictures of a post as a video with the post's sound, each for so many seconds. */
export type SlideshowChoice = {
  readonly container: 'slideshow';
  readonly secondsPerPicture: number;
};

/**
 * One choice. `itemId: null` is the item that the link points at, else the first. `sound` is the audio without re-encoding;
 * `photo` is an unchanged image, and `thumbnail` that of the item. A slideshow is made of the whole post.
 */
export type Choice = {
  readonly itemId: string | null;
  readonly span: WantedPart | null;
  /** What viewers marked is left out. */
  readonly withoutMarked?: true;
  /** The name of the file, without its extension. */
  readonly name?: string;
} & Partial<Extras> &
  (
    | VideoChoice
    | AudioChoice
    | { readonly container: 'sound'; readonly sound: SoundChoice }
    | { readonly container: 'photo' | 'thumbnail' }
    | SlideshowChoice
  );

/** Whether a choice is a video. */
export function isVideo(choice: Choice): choice is Choice & VideoChoice {
  return (VIDEO_CONTAINERS as readonly string[]).includes(choice.container);
}

/** The choice for the two fields `format` and `quality`. */
export function choiceOf(
  format: 'mp4' | 'mp3',
  quality: Quality,
  itemId: string | null = null,
): Choice {
  const whole = { itemId, span: null, sound: { kind: 'original' } } as const;
  if (format === 'mp4')
    return { ...whole, container: 'mp4', picture: { kind: 'quality', quality } };
  return { ...whole, container: 'mp3', kilobitsPerSecond: MP3_RATES[quality] };
}

const TRACK = 'track:';

/** The choice for the id of one of an item's offers; null when there is no such offer. */
export function choiceOfOffer(offerId: string, itemId: string | null): Choice | null {
  const whole = { itemId, span: null, sound: { kind: 'original' } } as const;
  const quality = QUALITIES.find((one) => one === offerId);
  if (quality) return choiceOf('mp4', quality, itemId);
  const rate = QUALITIES.find((one) => mp3OfferId(MP3_RATES[one]) === offerId);
  if (rate) return choiceOf('mp3', rate, itemId);
  if (offerId === 'original-sound') return { ...whole, container: 'sound' };
  if (offerId === 'photo' || offerId === 'thumbnail')
    return { itemId, span: null, container: offerId };
  if (!offerId.startsWith(TRACK) || offerId === TRACK) return null;
  const trackId = offerId.slice(TRACK.length);
  return { ...whole, container: 'mp4', picture: { kind: 'track', trackId } };
}
