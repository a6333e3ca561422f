// The state of the download flow, from a pasted link to a saved file, and its events.

import type { DownloadRequest, DownloadResult, ProgressEvent } from '../../shared/api/download.ts';
import type { DetectAnswer, InspectAnswer } from '../../shared/api/inspect.ts';
import type { Quality } from '../../shared/media/qualities.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Failure } from './failure.ts';

/** The two formats of the home page. */
export const FORMATS = ['mp4', 'mp3'] as const;
/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** What the advanced page adds to a choice, and whether what viewers marked is left out. */
export type Details = Pick<
  DownloadRequest,
  | 'container'
  | 'sound'
  | 'kilobitsPerSecond'
  | 'loudness'
  | 'subtitles'
  | 'tags'
  | 'name'
  | 'withoutMarked'
>;

/** Only a part of the video, as the request names it: times in seconds, or a chapter from 1 on. */
export type Part = Pick<DownloadRequest, 'from' | 'to' | 'chapter' | 'cut'>;

/** What the visitor chose. An `offerId` selects one exact offer and replaces format and quality. */
export type Choice = {
  readonly format: Format;
  readonly quality: Quality;
  readonly itemId: string | null;
  readonly offerId: string | null;
  readonly details?: Details | undefined;
  /** Left out for all of the video. */
  readonly part?: Part | undefined;
  /** The items that were ticked in a post of several, none for all; until a first tick there is no list. */
  readonly tickedIds?: readonly string[];
};

/** A list that links were picked of, and their places in it by their addresses. */
export type PickedList = {
  readonly title: string;
  readonly isAlbum: boolean;
  /** What was chosen for its videos beside it, or is expected of it. */
  readonly format?: Format;
  readonly numbers: Readonly<Record<string, number>>;
};

/** Why a link was refused, by this page or by the server. */
export type LinkProblem =
  | { readonly kind: 'format'; readonly suggestion: string | null }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'refused';
      /** The failure if the server sent a code; else there may be a message only. */
      readonly failure: Failure | null;
      readonly serverMessage: string | null;
    };

/** The URL check of the form. */
export type UrlCheck =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly url: string; readonly platform: PlatformId | null }
  | {
      readonly kind: 'valid';
      readonly url: string;
      readonly platform: PlatformId | null;
      readonly platformName: string | null;
      /** The list that the link names beside its video. */
      readonly listUrl: string | null;
    }
  /** The link names a list alone. */
  | { readonly kind: 'list'; readonly listUrl: string }
  | { readonly kind: 'error'; readonly problem: LinkProblem };

/** The state of the inspection of the post. */
export type InspectionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'inspected'; readonly answer: InspectAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The progress of a running download; null before the first event. */
export type ShownProgress = Omit<ProgressEvent, 'job'> | null;

/**
 * The state of the download. `isPressed` is true if it was started on this page and not restored; `savedEtag` is that of the file that
 * this page began to save while it arrived.
 */
export type DownloadState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      readonly job: string | null;
      readonly title: string | null;
      readonly progress: ShownProgress;
      readonly percent: number;
      readonly isPressed: boolean;
      readonly savedEtag: string | null;
    }
  | {
      readonly kind: 'ready';
      readonly job: string;
      readonly title: string | null;
      readonly result: DownloadResult;
      readonly isPressed: boolean;
      readonly savedEtag: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'gone'; readonly why: 'expired' | 'deleted' };

/** The whole state. `text` is the value of the link input; `list` the text with several links that it was taken from. */
export type FlowState = {
  readonly text: string;
  readonly list: string | null;
  readonly check: UrlCheck;
  readonly inspection: InspectionState;
  readonly choice: Choice;
  readonly download: DownloadState;
};

/** The events that change the state. */
export type FlowEvent =
  | { readonly kind: 'edited'; readonly text: string }
  | {
      readonly kind: 'checking';
      readonly url: string;
      readonly platform: PlatformId | null;
      readonly list: string | null;
    }
  | { readonly kind: 'accepted'; readonly url: string; readonly answer: DetectAnswer }
  | { readonly kind: 'listed'; readonly listUrl: string }
  | { readonly kind: 'refused'; readonly problem: LinkProblem }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'inspecting' }
  | { readonly kind: 'inspected'; readonly answer: InspectAnswer }
  | { readonly kind: 'inspectionFailed'; readonly failure: Failure }
  | { readonly kind: 'chosen'; readonly choice: Partial<Choice> }
  | { readonly kind: 'started' }
  | { readonly kind: 'queued'; readonly job: string }
  | { readonly kind: 'progressed'; readonly progress: Omit<ProgressEvent, 'job'> }
  | { readonly kind: 'saved'; readonly etag: string }
  | {
      readonly kind: 'finished';
      readonly job: string;
      readonly title: string | null;
      readonly result: DownloadResult;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'gone'; readonly why: 'expired' | 'deleted' }
  | {
      readonly kind: 'found';
      readonly text: string;
      readonly platform: PlatformId;
      readonly choice: Choice;
      readonly job: string;
      readonly title: string | null;
    }
  | { readonly kind: 'steppedBack' }
  | { readonly kind: 'reset' };

/** The default choice. */
export const DEFAULT_CHOICE: Choice = {
  format: 'mp4',
  quality: 'high',
  itemId: null,
  offerId: null,
};

/** The initial state. */
export const EMPTY_FLOW: FlowState = {
  text: '',
  list: null,
  check: { kind: 'idle' },
  inspection: { kind: 'none' },
  choice: DEFAULT_CHOICE,
  download: { kind: 'none' },
};
