// What a job makes its file of: where its sources come from, and what is known about them beforehand.
import type { Chapter, Delivery } from '../../../shared/media/media.ts';
import type { PlannedSource, PlanOption } from '../../choosing/plan.ts';
import type { Fetching, FetchProgress, ReadSubtitles, Tags } from '../ports.ts';

/** One attempt at a plan. `report` receives the progress of a source by its place in the option. */
export type OpenTask = {
  readonly option: PlanOption;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly report: (index: number, progress: FetchProgress) => void;
  /** Tracks that an attempt before has fetched, by their ids. */
  readonly arrived?: ReadonlyMap<string, Fetching>;
};

/** The sources of an attempt, in the order of its option. `close` ends all connections. */
export type OpenedSources = {
  readonly fetchings: readonly Fetching[];
  readonly close: () => Promise<void>;
};

/** What is known of a source before it comes: its size, whether that is exact, and how it comes; null for a stored file. */
export type SourceFacts = {
  readonly bytes: number | null;
  readonly isExact: boolean;
  readonly delivery: Delivery | null;
};

/** The material of a job. */
export type Material = {
  /** The length of the file to make; null if unknown. */
  readonly durationSeconds: number | null;
  readonly factsOf: (source: PlannedSource) => SourceFacts;
  /** The chapters of the sources. */
  readonly chapters: readonly Chapter[];
  /** The tags of the file; null for a file without tags. */
  readonly tags: (option: PlanOption, signal: AbortSignal) => Tags | null;
  /** The subtitles to put into the file. Rejects with an AppError for those that the item does not have. */
  readonly subtitles: (option: PlanOption, signal: AbortSignal) => Promise<ReadSubtitles>;
  /** Starts to fetch all sources of an option. Throws AppError. */
  readonly open: (task: OpenTask) => OpenedSources;
};
