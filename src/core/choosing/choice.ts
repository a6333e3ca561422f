// What a visitor asks for, in one shape, however it was asked.

/** The three buttons of the form. */
export const QUALITIES = ['high', 'medium', 'low'] as const;

/** One of {@link QUALITIES}. */
export type Quality = (typeof QUALITIES)[number];

/** Bit rates offered for MP3, in kilobits a second. */
export const MP3_RATES = [320, 192, 128] as const;

/** One of {@link MP3_RATES}. */
export type Mp3Rate = (typeof MP3_RATES)[number];

/** Wish for the picture: one of the three buttons, or one exact track. */
export type PictureChoice =
  | { readonly kind: 'quality'; readonly quality: Quality }
  | { readonly kind: 'track'; readonly trackId: string };

/** Wish for the sound: the original voice, a language (BCP 47), or one exact track. */
export type SoundChoice =
  | { readonly kind: 'original' }
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'track'; readonly trackId: string };

/** Part of the item, in seconds from its start. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number };

/**
 * One wish. `itemId: null` means the item that the link points at, else the first. MP4 holds picture and sound; `mp3`
 * is made from the sound; `sound` is the sound as it is, without coding it again; `photo` is a picture as it is.
 */
export type Choice = { readonly itemId: string | null; readonly span: Span | null } & (
  | { readonly container: 'mp4'; readonly picture: PictureChoice; readonly sound: SoundChoice }
  | { readonly container: 'mp3'; readonly sound: SoundChoice; readonly kilobitsPerSecond: Mp3Rate }
  | { readonly container: 'sound'; readonly sound: SoundChoice }
  | { readonly container: 'photo' }
);

/** The spec's two fields. Quality counts for MP4 only; MP3 has 320 kbps for high, 192 for medium and 128 for low. */
export function choiceOf(
  format: 'mp4' | 'mp3',
  quality: Quality,
  itemId: string | null = null,
): Choice {
  const whole = { itemId, span: null, sound: { kind: 'original' } } as const;
  if (format === 'mp4')
    return { ...whole, container: 'mp4', picture: { kind: 'quality', quality } };
  const rates = { high: 320, medium: 192, low: 128 } as const;
  return { ...whole, container: 'mp3', kilobitsPerSecond: rates[quality] };
}
