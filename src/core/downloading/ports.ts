// The store of downloads, and tokens that open files.
import type { Download } from './download.ts';
/** What may change in a download. */
export type DownloadChange = Partial<
  Pick<
    Download,
    | 'state'
    | 'title'
    | 'fileName'
    | 'fileId'
    | 'origin'
    | 'failure'
    | 'attempt'
    | 'shareVersion'
    | 'isShared'
    | 'expiresAt'
  >
>;

/**
 * The visitors' downloads. Several servers may share them: each carries out those that it added or took over, and has their
 * files.
 */
export type Downloads = {
  readonly add: (download: Download) => Promise<void>;
  readonly get: (id: string) => Promise<Download | null>;
  /** All of a visitor's, the newest first, at most 50. */
  readonly ofVisitor: (visitor: string) => Promise<readonly Download[]>;
  /** All of this server that are open, the oldest first. */
  readonly open: () => Promise<readonly Download[]>;
  /** All of this server that have a file, the oldest first. */
  readonly ready: () => Promise<readonly Download[]>;
  /** Whether another download than `exceptId` still holds this file. */
  readonly isFileHeld: (fileId: string, exceptId: string) => Promise<boolean>;
  /** Changes a download if it is still in state `from`, and an open one if it is still this server's; answers whether it was. */
  readonly change: (
    id: string,
    from: Download['state'],
    change: DownloadChange,
  ) => Promise<boolean>;
  readonly remove: (id: string) => Promise<void>;
  /** Forgets those that ended and expired before `nowMs`; answers how many. */
  readonly forgetExpired: (nowMs: number) => Promise<number>;
};

/** Capabilities made from the server's secret: nothing of them is stored. */
export type Tokens = {
  /** Opens the file of a download, for its own visitor. */
  readonly fileToken: (downloadId: string) => string;
  /** Opens the file of a download for everyone who holds it, until it is revoked. */
  readonly shareToken: (downloadId: string, shareVersion: number) => string;
  /** What a token opens, or null when it is not one of ours. Compares in constant time. */
  readonly read: (
    token: string,
  ) => { readonly downloadId: string; readonly shareVersion: number | null } | null;
  /** A name for a plan's key that does not reveal the media. */
  readonly workKey: (planKey: string) => string;
};
