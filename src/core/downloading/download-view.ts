// A download as its visitor may see it.
import type { StoredFile } from '../files/stored-file.ts';
import type { Progress } from '../jobs/progress.ts';
import type { DownloadUpdate } from './active-downloads.ts';
import type { Download } from './download.ts';
import type { Tokens } from './ports.ts';
import { fileOf, type RetentionNeeds } from './retention.ts';

/** A download, how far it is, and its file once there is one. */
export type DownloadView = {
  readonly download: Download;
  readonly progress: Progress;
  readonly file: StoredFile | null;
  /** Path of the file, `/files/<token>/<name>`; null until it is ready. */
  readonly filePath: string | null;
  /** Path for others, `/files/<token>/file.<extension>`; null unless it is shared. */
  readonly sharePath: string | null;
};

/** What views are made with. */
export type ViewNeeds = Pick<RetentionNeeds, 'clock' | 'files'> & {
  readonly tokens: Pick<Tokens, 'fileToken' | 'shareToken'>;
};

/** The view of a download, with its file if it has one. */
export async function viewOf(needs: ViewNeeds, update: DownloadUpdate): Promise<DownloadView> {
  return viewWith(needs, update, await fileOf(needs, update.download));
}

/** The view of a download whose file, if any, is known. */
export function viewWith(
  { tokens }: Pick<ViewNeeds, 'tokens'>,
  { download, progress }: DownloadUpdate,
  file: StoredFile | null,
): DownloadView {
  if (!file) return { download, progress, file, filePath: null, sharePath: null };
  const { id, shareVersion } = download;
  const name = encodeURIComponent(download.fileName ?? '');
  return {
    download,
    progress: { ...progress, bytes: file.bytes, totalBytes: file.bytes },
    file,
    filePath: `/files/${tokens.fileToken(id)}/${name}`,
    // Short, for a QR code, and without the title, for a link that is passed on.
    sharePath: download.isShared
      ? `/files/${tokens.shareToken(id, shareVersion)}/file.${file.receipt.extension}`
      : null,
  };
}
