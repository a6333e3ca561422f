// The service behind every download: tickets, joined works, progress, cancelling, links to finished files.
import type { Choice } from '../choosing/choice.ts';
import type { ByteRange, StoredFile } from '../files/stored-file.ts';
import type { Progress } from '../jobs/progress.ts';
import type { Download } from './download.ts';

/** A download as its visitor may see it: the ticket, how far its work is, and the file once there is one. */
export type DownloadView = {
  readonly download: Download;
  readonly progress: Progress;
  readonly file: StoredFile | null;
  /** Path of the file, `/files/<token>/<name>`; null until it is ready. */
  readonly filePath: string | null;
  readonly sharePath: string | null;
};

/** What a visitor asks for. `text` is what was pasted; `address` is the rate key of the network it came from. */
export type DownloadWish = {
  readonly visitor: string;
  readonly address: string;
  readonly text: string;
  /** Made from the inspection's offers later, or at once from the spec's two fields. */
  readonly choice: Choice;
};

/** What an open link leads to. */
export type OpenedFile = {
  readonly file: StoredFile;
  readonly name: string;
  readonly read: (range: ByteRange | null) => Promise<AsyncIterable<Uint8Array>>;
};

/** Which downloads a listener hears of: one, all of a visitor, or the newest and the next. */
export type Watched = { readonly id: string } | 'all' | 'newest';

/**
 * Every method is scoped to a visitor: somebody else's download does not exist (`job_not_found`). Throws AppError.
 */
export type Downloading = {
  /** Starts a download, or gives the open one of the same visitor with the same wish. */
  readonly start: (wish: DownloadWish, signal: AbortSignal) => Promise<DownloadView>;
  readonly get: (visitor: string, id: string) => Promise<DownloadView>;
  readonly list: (visitor: string) => Promise<readonly DownloadView[]>;
  /** Fulfilled with the end of a download, whichever it is; rejected with the signal's reason. */
  readonly ended: (visitor: string, id: string, signal: AbortSignal) => Promise<DownloadView>;
  /** Cancels one, or the newest open one; false when there was none, or it had ended. */
  readonly cancel: (visitor: string, id: string | null) => Promise<boolean>;
  /** Forgets a download that ended, and removes its file unless somebody else holds it. */
  readonly remove: (visitor: string, id: string) => Promise<void>;
  readonly share: (visitor: string, id: string) => Promise<DownloadView>;
  readonly unshare: (visitor: string, id: string) => Promise<DownloadView>;
  /**
   * Tells `listener` at once how matters stand and then of every change, the last state only when it is slow. A listened
   * work is not abandoned. The returned function ends it.
   */
  readonly watch: (
    visitor: string,
    watched: Watched,
    listener: (view: DownloadView) => void,
  ) => Promise<() => void>;
  /**
   * The file behind a token, for a reader in `network` (its rate key). Throws `job_not_found`, or `expired` for the owner
   * of a file that is gone.
   */
  readonly openFile: (
    token: string,
    visitor: string | null,
    network: string,
  ) => Promise<OpenedFile>;
  /** True once no new download is taken (the server is about to end). */
  readonly isStopping: () => boolean;
};
