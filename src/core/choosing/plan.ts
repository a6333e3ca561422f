// A choice that was settled: which tracks to fetch, what to make of them, and what must come out.
import type { FileFormat, Mp3Rate } from '../../shared/formats.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** Which track to fetch. Found again after a new inspection, for its id is stable. */
export type PlannedSource = {
  readonly trackId: string;
  readonly role: 'picture' | 'sound' | 'both';
};

/** What to do with what was fetched. `copy` changes nothing but the index; `mux` joins picture and sound; only `encode` codes anew. */
export type Recipe =
  | { readonly kind: 'copy' | 'mux'; readonly container: FileFormat }
  | { readonly kind: 'encode'; readonly container: 'mp3'; readonly kilobitsPerSecond: Mp3Rate };

/** What the finished file must hold; null where the platform did not say. */
export type Expectation = {
  readonly picture: {
    readonly codec: VideoCodec;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
  readonly sound: { readonly codec: AudioCodec } | 'unknown' | null;
  readonly durationSeconds: number | null;
};

/** How big the file will be. `bytes: null` when there is no ground for a guess; `exact: false` is shown with "≈". */
export type Estimate = { readonly bytes: number | null; readonly exact: boolean };

/** One way to carry out a choice. */
export type PlanOption = {
  readonly sources: readonly PlannedSource[];
  readonly recipe: Recipe;
  readonly expect: Expectation;
  readonly estimate: Estimate;
};

/**
 * The way to carry out a choice, and those to try once should its file fail the check. Two choices that come to the
 * same first option of the same item have the same `key`, whatever words they were asked in.
 */
export type Plan = PlanOption & {
  readonly key: string;
  readonly media: { readonly platform: PlatformId; readonly id: string };
  readonly itemId: string;
  readonly alternatives: readonly PlanOption[];
};

/** A choice that cannot be carried out is an answer, not a failure. */
export type Planned =
  | { readonly plan: Plan }
  | { readonly unavailable: 'item' | 'picture' | 'sound' | 'photo' | 'span' };
