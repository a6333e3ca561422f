// From a visitor's request to trim or convert a file to an open download.
import { AppError } from '../../shared/errors.ts';
import type { Edit } from '../choosing/edits/edit.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { settleEdit } from '../jobs/settle-plan.ts';
import { findUpload, type UploadNeeds } from '../uploads/receive-upload.ts';
import type { DownloadView } from './download-view.ts';
import { getDownload } from './own-downloads.ts';
import { expiryFromNow, refuseTakenDown } from './retention.ts';
import { type DownloadSubject, openDownload, type StartNeeds } from './start-download.ts';

/** What to edit: the file of the visitor's own download, or an earlier upload of theirs. `title` names the file of an upload. */
export type EditSource =
  | { readonly kind: 'download'; readonly id: string }
  | { readonly kind: 'upload'; readonly id: string; readonly title: string };

/** A visitor's request. `network` is the rate key of the network it came from. */
export type EditRequest = {
  readonly visitor: string;
  readonly network: string;
  /** How many open downloads the visitor may have; by default twelve. */
  readonly maxOpen?: number | undefined;
  readonly source: EditSource;
  readonly edit: Edit;
};

/**
 * Starts an edit, or finds the visitor's open one for the same. Throws AppError `job_not_found`, `expired`, `taken_down`, what
 * `settleEdit` throws, and the limits of downloads.
 */
export async function startEdit(
  needs: StartNeeds & Pick<UploadNeeds, 'tokens'>,
  { visitor, network, maxOpen, source, edit }: EditRequest,
): Promise<DownloadView> {
  const { file, ...origin } = await findSource(needs, visitor, source);
  // Refused here already, so that the visitor does not wait for it.
  settleEdit(file, edit, needs.limits);
  // The job may have to wait. An upload, and what was made of it, expire a while after they came, however often they are edited.
  if (origin.link && !(await needs.files.touch(file.id, expiryFromNow(needs))))
    throw new AppError('expired');
  const task = {
    kind: 'edit',
    fileId: file.id,
    uploadId: source.kind === 'upload' ? source.id : null,
    edit,
  } as const;
  return openDownload(needs, { visitor, network, maxOpen }, { ...origin, task }, null);
}

type Source = Omit<DownloadSubject, 'task'> & { readonly file: StoredFile };

async function findSource(needs: StartNeeds, visitor: string, source: EditSource): Promise<Source> {
  if (source.kind === 'upload') {
    const file = await findUpload(needs, visitor, source.id);
    return { file, link: null, platform: null, origin: null, title: source.title };
  }
  const { download, file } = await getDownload(needs, visitor, source.id);
  if (download.state === 'open')
    throw new AppError('invalid_request', { params: { field: 'job' }, detail: 'still open' });
  await refuseTakenDown(needs, download);
  if (!file) throw new AppError('expired');
  const { link, platform, origin, title } = download;
  return { file, link, platform, origin, title };
}
