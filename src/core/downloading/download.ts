// A download: a visitor's request for one file, and its result.
import type { ErrorCode, ErrorParams } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Choice } from '../choosing/choice.ts';
import type { Edit } from '../choosing/edits/edit.ts';

/** `open` until it ends in one of the others; an end is final. */
export type DownloadState = 'open' | 'ready' | 'failed' | 'cancelled';

/**
 * What a download makes. `link`: a choice of a link's item; `pointsAt` is the item of the post that the link points at, from 1,
 * null for a link to the post itself. `edit`: an edit of a stored file, a finished one or an upload.
 */
export type DownloadTask =
  | { readonly kind: 'link'; readonly choice: Choice; readonly pointsAt: number | null }
  | {
      readonly kind: 'edit';
      readonly fileId: string;
      /** Under which the visitor may edit the upload again; null for a finished file. */
      readonly uploadId: string | null;
      readonly edit: Edit;
    };

/**
 * A download. It belongs to one visitor (hex SHA-256 of the cookie); many may share one job and one file. Times are
 * epoch milliseconds. `link`, `task`, `title`, `fileName` and `origin` are private: a store keeps them sealed.
 */
export type Download = {
  readonly id: string;
  readonly visitor: string;
  readonly state: DownloadState;
  /** The rebuilt address of the post that its media come from, never the visitor's text; null for an upload. */
  readonly link: string | null;
  readonly platform: PlatformId | null;
  readonly task: DownloadTask;
  /** Null until the link was inspected. */
  readonly title: string | null;
  /** Null until the file is ready. */
  readonly fileName: string | null;
  readonly fileId: string | null;
  /** Where the media of its file come from, for the block list; null until the file is ready. */
  readonly origin: Origin | null;
  readonly failure: { readonly code: ErrorCode; readonly params: ErrorParams } | null;
  /** 1, or 2 when it was resumed after a restart. */
  readonly attempt: number;
  /** Counts revocations: a share token of an older version is invalid. */
  readonly shareVersion: number;
  readonly isShared: boolean;
  readonly createdAt: number;
  /** When the file goes, or when an ended download is forgotten; null while it is open. */
  readonly expiresAt: number | null;
};
