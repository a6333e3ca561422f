// A plan: the sources of a file, how to make it of them, and what it must hold.
import type { EncodedAudioCodec, EncodedVideoCodec } from '../../shared/media/edit-targets.ts';
import type { FileFormat } from '../../shared/media/formats.ts';
import type { Loudness } from '../../shared/media/loudness.ts';
import type { AudioCodec, Caveat, VideoCodec } from '../../shared/media/media.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Extras, Span } from './choice.ts';

/** What a source contributes to the file. */
export type SourceRole = 'picture' | 'sound' | 'both';

/**
 * A source by its kind. `track`: a track of the inspected item; ids are stable, so a later inspection finds it again.
 * `file`: a finished file or an upload, by its id in the store.
 */
export type PlannedSource = { readonly role: SourceRole } & (
  | { readonly kind: 'track'; readonly trackId: string }
  | { readonly kind: 'file'; readonly fileId: string }
);

/**
 * How video is encoded. `shortSide` scales it down to that many pixels; null keeps its size. `kilobitsPerSecond` is the average
 * to hit in two passes; null is constant quality. Above `mostFps`, frames are left out.
 */
export type VideoEncoding = {
  readonly codec: EncodedVideoCodec;
  readonly shortSide: number | null;
  readonly kilobitsPerSecond: number | null;
  readonly mostFps?: number;
};

/** How audio is encoded. `mixesAll`: of all sounds of the source together, where they belong together; else of the first. */
export type AudioEncoding = {
  readonly codec: EncodedAudioCodec;
  readonly kilobitsPerSecond: number;
  readonly mixesAll?: true;
};

/** What becomes of the sounds of a source that has several: all are mixed, or only the first is kept. */
export type SeveralSounds = { readonly count: number; readonly kept: 'all' | 'first' };

/**
 * A file that is encoded: `copy` takes a stream over unchanged, null leaves it out. `span` is the part to keep, to the frame; `cuts`, in order
 * and apart from each other, are left out of it, with all streams encoded.
 */
export type EncodeRecipe = {
  readonly kind: 'encode';
  readonly container: FileFormat;
  readonly picture: VideoEncoding | 'copy' | null;
  readonly sound: AudioEncoding | 'copy' | null;
  readonly span: Span | null;
  readonly cuts?: readonly Span[];
  /** The most bytes that the file may have; null without a bound. */
  readonly fitBytes: number | null;
  readonly loudness?: Loudness;
};

/** Pictures one after the other, each for so many seconds, with a sound if there is one. */
export type SlideshowRecipe = {
  readonly kind: 'slideshow';
  readonly container: 'mp4';
  readonly secondsPerPicture: number;
};

/** A part that is copied from the key frame at or before its start; with `isExact`, what is before the start is not shown. */
export type ClipRecipe = {
  readonly kind: 'clip';
  readonly container: FileFormat;
  readonly span: Span;
  readonly isExact?: true;
  readonly loudness?: Loudness;
};

/**
 * What to do with the sources: `copy` changes nothing but the index, `mux` joins video and audio, `clip` copies the part from the
 * key frame at or before the start of its span, `encode` re-encodes, `slideshow` shows pictures.
 */
export type Recipe =
  | {
      readonly kind: 'copy' | 'mux';
      readonly container: FileFormat;
      readonly loudness?: Loudness;
    }
  | ClipRecipe
  | EncodeRecipe
  | SlideshowRecipe;

/** What the finished file must hold; null where the platform states nothing. */
export type Expectation = {
  readonly picture: {
    readonly codec: VideoCodec;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
  readonly sound: { readonly codec: AudioCodec } | 'unknown' | null;
  readonly durationSeconds: number | null;
  /** How many tracks of subtitles it has; none by default. */
  readonly subtitles?: number;
};

/** The expected size. `bytes: null` is unknown; `exact: false` is shown with "≈". */
export type Estimate = { readonly bytes: number | null; readonly exact: boolean };

/** One way to make the chosen file. */
export type PlanOption = {
  readonly sources: readonly PlannedSource[];
  readonly recipe: Recipe;
  readonly expect: Expectation;
  readonly estimate: Estimate;
  /** What the platform says against its tracks. */
  readonly caveats?: readonly Caveat[];
  /** What becomes of the sounds of a source that has several. */
  readonly sounds?: SeveralSounds;
};

/**
 * The best option for a request, and others to try if its file fails the check. Requests that come to the same first option have
 * the same `key`.
 */
export type Plan = PlanOption & {
  readonly key: string;
  readonly alternatives: readonly PlanOption[];
};

/** The plan for a choice of a link's item. */
export type LinkPlan = Plan & {
  readonly media: { readonly platform: PlatformId; readonly id: string };
  /** The item, or the first picture of a slideshow. */
  readonly itemId: string;
  /** The length of its media, or of the wanted part; null if unknown. */
  readonly seconds: number | null;
  /** Of a part that is copied: the key of the whole file, of which it can be cut as well. */
  readonly wholeKey?: string;
  readonly extras: Partial<Extras>;
};

/** A plan, or what the item lacks for the choice. */
export type Planned =
  | { readonly plan: LinkPlan }
  | {
      readonly unavailable:
        | 'item'
        | 'picture'
        | 'sound'
        | 'photo'
        | 'span'
        | 'tags'
        | 'subtitles'
        | 'loudness'
        | 'marks';
    };

export function mp3Recipe(kilobitsPerSecond: number): EncodeRecipe {
  const sound = { codec: 'mp3', kilobitsPerSecond } as const;
  return { kind: 'encode', container: 'mp3', picture: null, sound, span: null, fitBytes: null };
}

/** The size of a file of encoded audio alone; null for any other, and for an unknown length. */
export function encodedBytes(recipe: Recipe, durationSeconds: number | null): number | null {
  const kilobits = encodedKilobits(recipe);
  if (kilobits === null || durationSeconds === null) return null;
  return recipe.kind === 'encode' && recipe.picture === null
    ? Math.round(kilobits * 125 * durationSeconds)
    : null;
}

/** Whether a recipe encodes nothing. */
export function onlyCopies({ kind }: Recipe): boolean {
  return kind === 'copy' || kind === 'mux' || kind === 'clip';
}

/** The part of its sources that a recipe keeps; null for all of them. */
export function spanOf(recipe: Recipe): Span | null {
  return 'span' in recipe ? recipe.span : null;
}

/** What a recipe leaves out of that part. */
export function cutsOf(recipe: Recipe): readonly Span[] {
  return (recipe.kind === 'encode' && recipe.cuts) || [];
}

/** What is done about the loudness of its sound; undefined for nothing. */
export function loudnessOf(recipe: Recipe): Loudness | undefined {
  return 'loudness' in recipe ? recipe.loudness : undefined;
}

/** The bit rate at which a recipe encodes audio, in kilobits per second; null when it does not. */
export function encodedKilobits(recipe: Recipe): number | null {
  const sound = recipe.kind === 'encode' ? recipe.sound : null;
  return sound === null || sound === 'copy' ? null : sound.kilobitsPerSecond;
}
