// Ports of downloads: their store, and the tokens that open files.
import type { Download } from './download.ts';

/** The fields of a download that may change. */
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
 * The visitors' downloads. Servers may share the store; each owns the downloads that it added or took over, and their files.
 */
export type Downloads = {
  readonly add: (download: Download) => Promise<void>;
  /** Adds it unless an open one was added in this way for the same request of the visitor; returns whether it did. */
  readonly addOnce: (download: Download) => Promise<boolean>;
  readonly get: (id: string) => Promise<Download | null>;
  /** Those of `ids` that exist, in no order. */
  readonly getMany: (ids: readonly string[]) => Promise<readonly Download[]>;
  /** How many of `ids` are ready. */
  readonly countReady: (ids: readonly string[]) => Promise<number>;
  /** A visitor's downloads, newest first, at most 50. */
  readonly ofVisitor: (visitor: string) => Promise<readonly Download[]>;
  /** A visitor's open downloads, newest first. */
  readonly openOf: (visitor: string) => Promise<readonly Download[]>;
  /** This server's open downloads, oldest first. */
  readonly open: () => Promise<readonly Download[]>;
  /** The open downloads of all servers, oldest first, at most so many. */
  readonly openAnywhere: (most: number) => Promise<readonly Download[]>;
  /** This server's downloads with a file, oldest first. */
  readonly ready: () => Promise<readonly Download[]>;
  /** Whether another download than `exceptId` still holds this file. */
  readonly isFileHeld: (fileId: string, exceptId: string) => Promise<boolean>;
  /** Changes a download if it is still in state `from`, and an open one only if it is this server's; returns whether it did. */
  readonly change: (
    id: string,
    from: Download['state'],
    change: DownloadChange,
  ) => Promise<boolean>;
  /** Ends an open download of any server; false when it has ended already. */
  readonly endAny: (id: string, change: DownloadChange) => Promise<boolean>;
  readonly remove: (id: string) => Promise<void>;
  /** Deletes those that ended and expired before `nowMs`; returns how many. */
  readonly forgetExpired: (nowMs: number) => Promise<number>;
};

/** What a token opens, and for whom: its own visitor, everyone until it is revoked, or everyone until a time (epoch milliseconds). */
export type ReadToken = { readonly downloadId: string } & (
  | { readonly kind: 'own' }
  | { readonly kind: 'shared'; readonly shareVersion: number }
  | { readonly kind: 'program'; readonly expiresAt: number }
);

/** Capabilities derived from the server's secret; none is stored. */
export type Tokens = {
  /** Opens the file of a download that has this ETag, for its own visitor. */
  readonly fileToken: (downloadId: string, etag: string) => string;
  /** Opens the file of a download for everyone who holds it, until it is revoked. */
  readonly shareToken: (downloadId: string, shareVersion: number) => string;
  /** Opens the file of a download that has this ETag for everyone who holds it, until a time in whole seconds. */
  readonly programToken: (downloadId: string, etag: string, expiresAt: number) => string;
  /** What a token opens; null for an invalid one. Compares in constant time. */
  readonly read: (token: string) => ReadToken | null;
  /** A name for a plan's key that does not reveal the media. */
  readonly workKey: (planKey: string) => string;
};
