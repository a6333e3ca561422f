// When the file of a download is removed: when it expires, when its visitor removes it, or when it is taken down. The only
// place that removes finished files, besides the file store when it frees disk space.
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { BlockList } from '../blocks/block-list.ts';
import type { FileHolds } from '../files/file-holds.ts';
import type { FileStore } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Download } from './download.ts';
import type { Downloads } from './ports.ts';

export type RetentionNeeds = {
  readonly clock: Clock;
  readonly blockList: Pick<BlockList, 'hasAddress' | 'hasOrigin'>;
  readonly downloads: Downloads;
  readonly files: FileStore;
  readonly fileHolds: FileHolds;
  /** How long a file is kept for its download, in milliseconds. */
  readonly fileTtlMs: number;
};

/** How long an ended download is kept after its file expired, so that its visitor can see that it did. */
const REMEMBERED_MS = 3_600_000;
/** The failure of a download whose file is taken down. */
const TAKEN_DOWN = { code: 'taken_down', params: {} } as const;

/** When a download that ends now expires, with its file; epoch milliseconds. */
export function expiryFromNow({ clock, fileTtlMs }: Pick<RetentionNeeds, 'clock' | 'fileTtlMs'>) {
  return clock.now() + fileTtlMs;
}

/** The file of a download, or null. A file that other downloads keep for longer has expired for this one all the same. */
export async function fileOf(
  needs: Pick<RetentionNeeds, 'clock' | 'files'>,
  download: Download,
): Promise<StoredFile | null> {
  const id = unexpiredFileId(needs, download);
  return id === null ? null : needs.files.get(id);
}

/** The files of several downloads in their order, as {@link fileOf} finds them, with one question to the store. */
export async function filesOf(
  needs: Pick<RetentionNeeds, 'clock' | 'files'>,
  downloads: readonly Download[],
): Promise<readonly (StoredFile | null)[]> {
  const ids = downloads.map((download) => unexpiredFileId(needs, download));
  const found = await needs.files.getMany(ids.filter((id) => id !== null));
  return ids.map((id) => (id === null ? null : (found.get(id) ?? null)));
}

function unexpiredFileId(
  { clock }: Pick<RetentionNeeds, 'clock'>,
  { fileId, expiresAt }: Download,
): string | null {
  return expiresAt !== null && expiresAt <= clock.now() ? null : fileId;
}

/** Forgets an ended download, and removes its file unless another download has it or is about to get it. */
export async function removeDownload(needs: RetentionNeeds, download: Download): Promise<void> {
  const { downloads, files } = needs;
  const { id, fileId, task } = download;
  await downloads.remove(id);
  // An upload is kept for the edits of its visitor only.
  if (task.kind === 'edit' && task.uploadId !== null) await files.remove(task.fileId);
  if (fileId === null) return;
  await needs.fileHolds.removeUnlessHeld(
    fileId,
    () => downloads.isFileHeld(fileId, id),
    () => files.remove(fileId),
  );
}

/** Removes files and downloads that have expired. */
export async function removeExpired({ clock, downloads, files }: RetentionNeeds): Promise<void> {
  await files.sweep();
  await downloads.forgetExpired(clock.now() - REMEMBERED_MS);
}

/** Removes the finished files of this server that the block list now refuses. */
export async function removeTakenDown(needs: RetentionNeeds): Promise<void> {
  const { downloads, files } = needs;
  for (const download of await downloads.ready()) {
    if (!isTakenDown(needs, download)) continue;
    if (download.fileId !== null) await files.remove(download.fileId);
    const change = { state: 'failed', failure: TAKEN_DOWN, fileId: null } as const;
    await downloads.change(download.id, 'ready', change);
  }
}

/** Throws `taken_down` for a download that the block list refuses, and removes its file. */
export async function refuseTakenDown(
  needs: Pick<RetentionNeeds, 'blockList' | 'files'>,
  download: Download,
): Promise<void> {
  if (await removeIfTakenDown(needs, download)) throw new AppError('taken_down');
}

/** Removes the file of a download that the block list refuses; returns whether it does. */
export async function removeIfTakenDown(
  needs: Pick<RetentionNeeds, 'blockList' | 'files'>,
  download: Download,
): Promise<boolean> {
  const { fileId, failure } = download;
  if (failure?.code !== 'taken_down' && !isTakenDown(needs, download)) return false;
  if (fileId !== null) await needs.files.remove(fileId);
  return true;
}

/** Whether the block list refuses a download by its link or, once it is known, by the origin of its media. */
export function isTakenDown(
  { blockList }: Pick<RetentionNeeds, 'blockList'>,
  { link, platform, origin }: Pick<Download, 'link' | 'platform' | 'origin'>,
): boolean {
  if (link === null || platform === null) return false;
  return blockList.hasAddress(link) || (origin !== null && blockList.hasOrigin(platform, origin));
}
