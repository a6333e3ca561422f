// Where a visitor stands between a pasted link and a saved file, as one value; and how it changes.
import type {
  DetectAnswer,
  DownloadResult,
  InspectAnswer,
  ProgressEvent,
} from '../../../../shared/api.ts';
import type { Quality } from '../../../../shared/formats.ts';
import type { PlatformId } from '../../../../shared/platforms/platform.ts';
import type { Failure } from '../failure/failure.ts';

/** The two formats of the home page. */
export const FORMATS = ['mp4', 'mp3'] as const;
/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** What the visitor wants of the post. An `offerId` names one exact row and then stands for format and quality. */
export type Choice = {
  readonly format: Format;
  readonly quality: Quality;
  readonly itemId: string | null;
  readonly offerId: string | null;
};

/** Why a link was not taken: our own sentence, or the server's. */
export type LinkProblem =
  | { readonly kind: 'format'; readonly suggestion: string | null }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'refused';
      /** Why, where the server gave a code; else its own sentence, if it gave one. */
      readonly failure: Failure | null;
      readonly said: string | null;
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
    }
  | { readonly kind: 'error'; readonly problem: LinkProblem };

/** What is known of the post behind the link. */
export type Look =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'seen'; readonly answer: InspectAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** How far a running download is; null before the server has said anything. */
export type ShownProgress = Omit<ProgressEvent, 'job'> | null;

/** The download itself. `isPressed` tells one that was started on this very page from one that was found again. */
export type Work =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      readonly job: string | null;
      readonly title: string | null;
      readonly progress: ShownProgress;
      readonly percent: number;
      readonly isPressed: boolean;
    }
  | {
      readonly kind: 'ready';
      readonly job: string;
      readonly title: string | null;
      readonly result: DownloadResult;
      readonly isPressed: boolean;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'gone'; readonly why: 'expired' | 'deleted' };

/** Everything the flow shows. `text` is what stands in the box. */
export type FlowState = {
  readonly text: string;
  readonly check: UrlCheck;
  readonly look: Look;
  readonly wish: Choice;
  readonly work: Work;
};

/** What can happen to it. */
export type FlowEvent =
  | { readonly kind: 'edited'; readonly text: string }
  | { readonly kind: 'checking'; readonly url: string; readonly platform: PlatformId | null }
  | { readonly kind: 'accepted'; readonly url: string; readonly answer: DetectAnswer }
  | { readonly kind: 'refused'; readonly problem: LinkProblem }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'seen'; readonly answer: InspectAnswer }
  | { readonly kind: 'unseen'; readonly failure: Failure }
  | { readonly kind: 'wished'; readonly wish: Partial<Choice> }
  | { readonly kind: 'started' }
  | { readonly kind: 'queued'; readonly job: string }
  | { readonly kind: 'progressed'; readonly progress: Omit<ProgressEvent, 'job'> }
  | {
      readonly kind: 'finished';
      readonly job: string;
      readonly title: string | null;
      readonly result: DownloadResult;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'went'; readonly why: 'expired' | 'deleted' }
  | {
      readonly kind: 'found';
      readonly text: string;
      readonly platform: PlatformId;
      readonly wish: Choice;
      readonly job: string;
      readonly title: string | null;
    }
  | { readonly kind: 'stepped back' }
  | { readonly kind: 'reset' };

/** The default choice. */
export const DEFAULT_CHOICE: Choice = {
  format: 'mp4',
  quality: 'high',
  itemId: null,
  offerId: null,
};

/** The empty page. */
export const EMPTY_FLOW: FlowState = {
  text: '',
  check: { kind: 'idle' },
  look: { kind: 'none' },
  wish: DEFAULT_CHOICE,
  work: { kind: 'none' },
};
