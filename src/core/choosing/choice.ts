// What a visitor chose to download, in one shape for all request formats.
import { MP3_RATES, type Mp3Rate, type Quality } from '../../shared/formats.ts';

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

/**
 * One choice. `itemId: null` is the item that the link points at, else the first. `mp4` has video and audio; `mp3` is encoded
 * from the audio; `sound` is the audio without re-encoding; `photo` is an unchanged image.
 */
export type Choice = { readonly itemId: string | null; readonly span: Span | null } & (
  | { readonly container: 'mp4'; readonly picture: PictureChoice; readonly sound: SoundChoice }
  | { readonly container: 'mp3'; readonly sound: SoundChoice; readonly kilobitsPerSecond: Mp3Rate }
  | { readonly container: 'sound'; readonly sound: SoundChoice }
  | { readonly container: 'photo' }
);

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
