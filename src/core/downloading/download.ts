// A download: a visitor's request for one file, and its result.
import type { ErrorCode, ErrorParams } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Choice } from '../choosing/choice.ts';

/** `open` until it ends in one of the others; an end is final. */
export type DownloadState = 'open' | 'ready' | 'failed' | 'cancelled';

/**
 * A download. It belongs to one visitor (hex SHA-256 of the cookie); many may share one job and one file. Times are
 * epoch milliseconds. `link`, `choice`, `pointsAt`, `title`, `fileName` and `origin` are private: a store keeps them sealed.
 */
export type Download = {
  readonly id: string;
  readonly visitor: string;
  readonly state: DownloadState;
  /** The rebuilt address of the post, never the visitor's text. */
  readonly link: string;
  readonly platform: PlatformId;
  readonly choice: Choice;
  /** Which item of the post the link points at, from 1; null for a link to the post itself. */
  readonly pointsAt: number | null;
  /** Null until the link was inspected. */
  readonly title: string | null;
  /** Null until the file is ready. */
  readonly fileName: string | null;
  readonly fileId: string | null;
  /** Where the media of its file come from, for the block list; null until the file is ready. */
  readonly origin: Origin | null;
  /** Why it failed. */
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
