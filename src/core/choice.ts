// What a visitor asks for, in one shape, however it was asked.

/** The three buttons of the form. */
export type Quality = 'high' | 'medium' | 'low';

/** Wish for the picture: one of the three buttons, one exact track, or none at all. */
export type PictureChoice =
  | { readonly kind: 'quality'; readonly quality: Quality }
  | { readonly kind: 'track'; readonly trackId: string };

/** Wish for the sound: the original voice, a language (BCP 47), or one exact track. */
export type SoundChoice =
  | { readonly kind: 'original' }
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'track'; readonly trackId: string };

/** The kind of file wanted. `original` keeps the source's container and codec. */
export type Container = 'mp4' | 'mp3' | 'original';

/** Part of the item, in seconds from its start. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** One wish. `itemId: null` means the item that the link points at. `bitsPerSecond` is for MP3 only. */
export type Choice = {
  readonly itemId: string | null;
  readonly container: Container;
  readonly picture: PictureChoice | null;
  readonly sound: SoundChoice | null;
  readonly mp3KilobitsPerSecond: 320 | 192 | 128;
  readonly span: Span | null;
};
