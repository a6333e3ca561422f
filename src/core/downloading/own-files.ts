// What visitors do with the files of their downloads: open one by its token, or several at once; share and remove them.
import { AppError } from '../../shared/errors.ts';
import type { EarlyFile } from '../files/early-files.ts';
import type { ByteRange, StoredFile } from '../files/stored-file.ts';
import type { DownloadUpdate, DownloadView } from './active-downloads.ts';
import type { Download } from './download.ts';
import { getDownload, watchDownload } from './follow-and-cancel.ts';
import { namesOf } from './names-of.ts';
import type { ReadToken } from './ports.ts';
import {
  fileOf,
  filesOf,
  isTakenDown,
  refuseTakenDown,
  removeDownload,
  removeIfTakenDown,
} from './retention.ts';
import type { Running } from './run-download.ts';

/** How long a request for the file of an open download waits for it to be laid out: after a restart, its job begins again. */
const EARLY_MS = 60_000;

/** A file that was opened for a reader. */
export type OpenedFile<File = StoredFile> = {
  readonly file: File;
  /** The name to save it under. */
  readonly name: string;
  /** What it may be called where no other letters are known: `YouTube dQw4w9WgXcQ`. */
  readonly plainName: string;
  readonly read: (range: ByteRange | null) => Promise<AsyncIterable<Uint8Array>>;
};

/** What is known of a file that may still arrive. */
export type EarlyOrStored = Pick<StoredFile, 'id' | 'bytes' | 'etag' | 'receipt'>;

/** A visitor's own download with its file, or with why it has none (any more, or yet). */
export type OwnFile = {
  readonly download: Download;
  readonly opened: OpenedFile | 'expired' | 'taken_down';
};

/**
 * The file that a token opens, for a reader in `network`. Throws `job_not_found`, `taken_down`, or `expired` when the link has expired, and
 * for the owner's or a program's when its file is gone, or another one took its place: who has a part of it must not get the rest of the
 * other.
 */
export async function openFile(
  running: Running,
  token: string,
  visitor: string | null,
  network: string,
): Promise<OpenedFile<EarlyOrStored>> {
  const read = running.tokens.read(token);
  const download = read && (await running.downloads.get(read.downloadId));
  if (!read || !download) throw new AppError('job_not_found');
  if (!mayOpen(download, read, visitor)) throw new AppError('job_not_found');
  if (read.kind === 'program' && read.expiresAt <= running.clock.now())
    throw new AppError('expired', { detail: 'the link' });
  await refuseTakenDown(running, download);
  if (read.kind === 'shared') return openStored(running, download, network, 'job_not_found');
  const opened =
    download.state === 'open'
      ? await openEarly(running, download.id, network)
      : await openStored(running, download, network, 'expired');
  const { etag } = opened.file;
  const own =
    read.kind === 'own'
      ? running.tokens.fileToken(download.id, etag)
      : running.tokens.programToken(download.id, etag, read.expiresAt);
  if (own !== token) throw new AppError('expired', { detail: 'another file took its place' });
  return opened;
}

function mayOpen(download: Download, read: ReadToken, visitor: string | null): boolean {
  if (read.kind === 'own') return download.visitor === visitor;
  if (read.kind === 'shared')
    return download.isShared && download.shareVersion === read.shareVersion;
  return true;
}

async function openStored(
  running: Running,
  download: Download,
  network: string,
  ifNone: 'expired' | 'job_not_found',
): Promise<OpenedFile> {
  const file = await fileOf(running, download);
  if (!file) throw new AppError(ifNone);
  return openedFor(running, download, file, network);
}

/**
 * The file of an open download, once it may be saved. Its reader keeps it from being abandoned. Throws `expired` when it ends without a
 * file, and `interrupted` when that takes long. `exceptId` is an offer that is none any more.
 */
async function openEarly(
  running: Running,
  id: string,
  network: string,
  exceptId?: string,
): Promise<OpenedFile<EarlyOrStored>> {
  const { clock, early } = running;
  const { promise, resolve, reject } = Promise.withResolvers<DownloadUpdate | null>();
  const callOff = clock.after(EARLY_MS, () =>
    reject(new AppError('interrupted', { detail: 'its file is not laid out yet' })),
  );
  // What is offered no more is kept, or is about to be another one.
  const isOffered = (file?: EarlyFile) =>
    file && file.id !== exceptId && (file.at !== undefined || early?.includes(file.id));
  const isSettled = (update: DownloadUpdate | null) =>
    update?.download.state !== 'open' || isOffered(update.progress.early);
  const stop = watchDownload(running, id, (update) => isSettled(update) && resolve(update), reject);
  const update = await promise.finally(() => {
    callOff();
    stop();
  });
  const file = update?.progress.early;
  if (!update) throw new AppError('expired');
  if (update.download.state !== 'open' || !file)
    return openStored(running, update.download, network, 'expired');
  return {
    file,
    ...namesOf(update.download, file.receipt.extension),
    read: (range) => readEarly(running, id, file, range, network),
  };
}

/** Reads on from what the job ends with, or goes on with, where the file is no longer offered by the time it is read. */
async function readEarly(
  running: Running,
  id: string,
  file: EarlyFile,
  range: ByteRange | null,
  network: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { early, openElsewhere } = running;
  try {
    const pieces = early?.includes(file.id)
      ? early.open(file.id, range, network)
      : await openElsewhere?.(file, range);
    if (pieces) return followed(running, id, pieces);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const opened = await openEarly(running, id, network, file.id);
  if (opened.file.etag !== file.etag)
    throw new AppError('expired', { detail: 'another file took its place' });
  return opened.read(range);
}

/**
 * Follows a download for as long as its file is read, which ends where the download ends without it. A reader that leaves while it waits
 * for bytes follows it no longer: a generator would first wait for them.
 */
function followed(
  running: Running,
  id: string,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const source = pieces[Symbol.asyncIterator]();
      let leave: (reason: unknown) => void = () => undefined;
      let isOver = false;
      const stop = watchDownload(
        running,
        id,
        (update) => {
          const state = update?.download.state;
          isOver ||= state !== 'open' && state !== 'ready';
        },
        () => undefined,
      );
      const next = async () => {
        // No race: a promise for the end would keep every piece until then.
        const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Uint8Array>>();
        leave = reject;
        source.next().then(resolve, reject);
        const result = await promise;
        if (isOver && !result.done)
          throw new AppError('expired', { detail: 'its download ended without it' });
        if (result.done) stop();
        return result;
      };
      return {
        next: () =>
          next().catch((error: unknown) => {
            stop();
            throw error;
          }),
        async return() {
          stop();
          leave(new AppError('cancelled', { detail: 'its reader left' }));
          source.return?.().catch(() => undefined);
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** The files of a visitor's downloads, in the order of `ids`, with one query for all. Throws `job_not_found` if one is not the visitor's. */
export async function openOwnFiles(
  running: Running,
  visitor: string,
  ids: readonly string[],
  network: string,
): Promise<readonly OwnFile[]> {
  const stored = new Map((await running.downloads.getMany(ids)).map((one) => [one.id, one]));
  const downloads = ids.map((id) => {
    const download = stored.get(id);
    if (download?.visitor !== visitor) throw new AppError('job_not_found');
    return download;
  });
  const takenDown = await Promise.all(downloads.map((one) => removeIfTakenDown(running, one)));
  const files = await filesOf(running, downloads);
  return downloads.map((download, index) => {
    const file = files[index];
    if (takenDown[index]) return { download, opened: 'taken_down' };
    return { download, opened: file ? openedFor(running, download, file, network) : 'expired' };
  });
}

/** Whether downloads that were ready still are, with their files; cheaper than opening them again. */
export async function areStillReady(
  running: Running,
  downloads: readonly Download[],
): Promise<boolean> {
  const ready = await running.downloads.countReady(downloads.map(({ id }) => id));
  if (ready < downloads.length) return false;
  if (downloads.some((download) => isTakenDown(running, download))) return false;
  return !(await filesOf(running, downloads)).includes(null);
}

function openedFor(
  { files }: Running,
  download: Download,
  file: StoredFile,
  network: string,
): OpenedFile {
  return {
    file,
    ...namesOf(download, file.receipt.extension),
    read: (range) => files.open(file.id, range, network),
  };
}

/** Forgets an ended download, with its file unless another download has it. Throws `invalid_request` for an open one. */
export async function forgetDownload(running: Running, visitor: string, id: string): Promise<void> {
  const { download } = await getDownload(running, visitor, id);
  if (download.state === 'open') throw new AppError('invalid_request', { detail: 'still open' });
  await removeDownload(running, download);
}

/** Makes a link to the file that others can open. Throws `expired` when the file has gone. */
export async function shareDownload(
  running: Running,
  visitor: string,
  id: string,
): Promise<DownloadView> {
  const { download, file } = await getDownload(running, visitor, id);
  if (!file) throw new AppError('expired');
  if (!download.isShared) await running.downloads.change(id, 'ready', { isShared: true });
  return getDownload(running, visitor, id);
}

/** Revokes every link that {@link shareDownload} made. */
export async function unshareDownload(
  running: Running,
  visitor: string,
  id: string,
): Promise<DownloadView> {
  const { download } = await getDownload(running, visitor, id);
  if (download.isShared) {
    const shareVersion = download.shareVersion + 1;
    await running.downloads.change(id, 'ready', { isShared: false, shareVersion });
  }
  return getDownload(running, visitor, id);
}

/** How long a link for other programs opens a file. */
const PROGRAM_LINK_MS = 30 * 60_000;

/** A link by which other programs get the file of a download; until `expiresAt`, in epoch milliseconds. */
export type ProgramLink = { readonly path: string; readonly expiresAt: number };

/** Makes one, for a file that may still arrive. Throws `expired` where there is none. */
export async function linkForPrograms(
  running: Running,
  visitor: string,
  id: string,
): Promise<ProgramLink> {
  const { download, file, progress } = await getDownload(running, visitor, id);
  const found = file ?? progress.early;
  if (!found) throw new AppError('expired');
  const expiresAt = Math.ceil((running.clock.now() + PROGRAM_LINK_MS) / 1000) * 1000;
  const token = running.tokens.programToken(id, found.etag, expiresAt);
  const name = download.fileName ?? `file.${found.receipt.extension}`;
  return { path: `/files/${token}/${encodeURIComponent(name)}`, expiresAt };
}
