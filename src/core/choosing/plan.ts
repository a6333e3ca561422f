// A plan: the sources of a file, how to make it of them, and what it must hold.
import type { FileFormat, Mp3Rate } from '../../shared/formats.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** What a source contributes to the file. */
export type SourceRole = 'picture' | 'sound' | 'both';

/** A source by its kind. `track`: a track of the inspected item; ids are stable, so a later inspection finds it again. */
export type PlannedSource = {
  readonly kind: 'track';
  readonly trackId: string;
  readonly role: SourceRole;
};

/** What to do with the sources: `copy` changes nothing but the index, `mux` joins video and audio, `encode` re-encodes. */
export type Recipe =
  | { readonly kind: 'copy'; readonly container: FileFormat }
  | { readonly kind: 'mux'; readonly container: FileFormat }
  | { readonly kind: 'encode'; readonly container: 'mp3'; readonly kilobitsPerSecond: Mp3Rate };

/** What the finished file must hold; null where the platform states nothing. */
export type Expectation = {
  readonly picture: {
    readonly codec: VideoCodec;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
  readonly sound: { readonly codec: AudioCodec } | 'unknown' | null;
  readonly durationSeconds: number | null;
};

/** The expected size. `bytes: null` is unknown; `exact: false` is shown with "≈". */
export type Estimate = { readonly bytes: number | null; readonly exact: boolean };

/** One way to make the chosen file. */
export type PlanOption = {
  readonly sources: readonly PlannedSource[];
  readonly recipe: Recipe;
  readonly expect: Expectation;
  readonly estimate: Estimate;
};

/**
 * The best option for a choice, and others to try if its file fails the check. Choices with the same first option of the same
 * item have the same `key`, however they were requested.
 */
export type Plan = PlanOption & {
  readonly key: string;
  readonly media: { readonly platform: PlatformId; readonly id: string };
  readonly itemId: string;
  readonly alternatives: readonly PlanOption[];
};

/** A plan, or what the item lacks for the choice. */
export type Planned =
  | { readonly plan: Plan }
  | { readonly unavailable: 'item' | 'picture' | 'sound' | 'photo' | 'span' };
