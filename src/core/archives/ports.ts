// What an archive is made of, and the port that turns it into an address.
import type { ErrorCode, ErrorParams } from '../../shared/errors.ts';

/** A file that is missing in an archive: the link it was for, or a title, and why. */
export type ArchiveFailure = {
  readonly about: string;
  readonly code: ErrorCode;
  readonly params: ErrorParams;
};

/**
 * An archive: ids of downloads in their order, and what is missing. `numbers` are their places in a list, null for an archive that is no
 * album; `language` is that of its report. Times are epoch milliseconds.
 */
export type ArchiveContents = {
  readonly visitor: string;
  readonly fileName: string;
  readonly downloads: readonly string[];
  readonly numbers: readonly number[] | null;
  readonly failures: readonly ArchiveFailure[];
  readonly language: string;
  readonly createdAt: number;
};

/** Tokens that hold the contents of an archive, unreadable and unforgeable, so that nothing is stored. */
export type ArchiveTokens = {
  readonly seal: (contents: ArchiveContents) => string;
  /** Null for a token that {@link seal} did not make. */
  readonly open: (token: string) => ArchiveContents | null;
};

/** Returns the message of an error in a language, or in English where the site does not have that language. */
export type ExplainFailure = (
  language: string,
) => Promise<(code: ErrorCode, params: ErrorParams) => string>;
