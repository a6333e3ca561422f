// Converts downloads to rows and back, with private columns encrypted.

import type { Origin } from '../../core/blocks/origin.ts';
import type { Download, DownloadTask } from '../../core/downloading/download.ts';
import type { DownloadChange } from '../../core/downloading/ports.ts';
import type { DownloadsTable } from './schema.ts';

/** Stands for the platform of an upload: the column must not be null. */
const NO_PLATFORM = '';

/**
 * Encrypts texts for a place and decrypts them; null for a text that was not sealed for that place by this server. `mark` is the
 * same for equal texts of a place.
 */
export type Seal = {
  readonly seal: (text: string, place: string) => string;
  readonly open: (sealed: string, place: string) => string | null;
  readonly mark: (text: string, place: string) => string;
};

/** The link and the task, as sealed. */
type SealedRequest = { readonly link: string | null } & DownloadTask;

/** The columns that are not the download's own. */
type Around = 'server' | 'only_open';

/** The columns of a download. Listed one by one, so that nothing else in an object is ever stored. */
export function toRow(download: Download, seal: Seal): Omit<DownloadsTable, Around> {
  const { id, link, task } = download;
  return {
    id,
    visitor: download.visitor,
    platform: download.platform ?? NO_PLATFORM,
    request: sealed(seal, { link, ...task }, id, 'request'),
    created_at: download.createdAt,
    state: download.state,
    title: sealedOrNull(seal, download.title, id, 'title'),
    file_name: sealedOrNull(seal, download.fileName, id, 'file_name'),
    file_id: download.fileId,
    origin: sealedOrNull(seal, download.origin, id, 'origin'),
    failure: download.failure && JSON.stringify(download.failure),
    attempt: download.attempt,
    share_version: download.shareVersion,
    is_shared: download.isShared ? 1 : 0,
    expires_at: download.expiresAt,
  };
}

/** The columns that a change affects. */
export function toChangedRow(
  id: string,
  change: DownloadChange,
  seal: Seal,
): Partial<DownloadsTable> {
  const { state, title, fileName, fileId, origin, failure } = change;
  const { attempt, shareVersion, isShared, expiresAt } = change;
  return {
    ...(state !== undefined && { state }),
    ...(title !== undefined && { title: sealedOrNull(seal, title, id, 'title') }),
    ...(fileName !== undefined && { file_name: sealedOrNull(seal, fileName, id, 'file_name') }),
    ...(fileId !== undefined && { file_id: fileId }),
    ...(origin !== undefined && { origin: sealedOrNull(seal, origin, id, 'origin') }),
    ...(failure !== undefined && { failure: failure && JSON.stringify(failure) }),
    ...(attempt !== undefined && { attempt }),
    ...(shareVersion !== undefined && { share_version: shareVersion }),
    ...(isShared !== undefined && { is_shared: isShared ? 1 : 0 }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
}

/** The download of a row, or null when it was sealed with another secret, tampered with or is corrupt. */
export function fromRow(row: DownloadsTable, seal: Seal): Download | null {
  const { id } = row;
  try {
    const { link, ...task }: SealedRequest = openSealed(seal, row.request, id, 'request');
    return {
      id,
      visitor: row.visitor,
      state: row.state,
      link,
      platform: row.platform === NO_PLATFORM ? null : row.platform,
      task,
      title: row.title === null ? null : openSealed(seal, row.title, id, 'title'),
      fileName: row.file_name === null ? null : openSealed(seal, row.file_name, id, 'file_name'),
      fileId: row.file_id,
      origin: row.origin === null ? null : openSealed(seal, row.origin, id, 'origin'),
      failure: row.failure === null ? null : JSON.parse(row.failure),
      attempt: row.attempt,
      shareVersion: row.share_version,
      isShared: row.is_shared === 1,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** As JSON, which also keeps lone surrogates. */
function sealed(
  seal: Seal,
  value: SealedRequest | Origin | string,
  id: string,
  column: string,
): string {
  return seal.seal(JSON.stringify(value), `${id}/${column}`);
}

function sealedOrNull(
  seal: Seal,
  value: Origin | string | null,
  id: string,
  column: string,
): string | null {
  return value === null ? null : sealed(seal, value, id, column);
}

/** A text that does not decrypt becomes an empty one, which is not JSON and throws SyntaxError. */
function openSealed<Value>(seal: Seal, text: string, id: string, column: string): Value {
  return JSON.parse(seal.open(text, `${id}/${column}`) ?? '');
}
