// Ends open downloads and removes ready files whose link, media or uploader was put on the block list; used by the service of downloads.
import { AppError } from '../../shared/errors.ts';
import type { Carrying, CarryingNeeds } from './carry-out.ts';
import type { Download } from './download.ts';

type Needs = Pick<CarryingNeeds, 'blockList' | 'downloads' | 'files'>;

/** What their visitors are told. */
const FAILURE = { code: 'taken_down', params: {} } as const;

/** Goes through all downloads of this server. Takes as long as they are many; nobody waits for it. */
export async function takeDownBlocked(
  { blockList, downloads, files }: Needs,
  { lives, fail }: Pick<Carrying, 'lives' | 'fail'>,
): Promise<void> {
  for (const live of lives.all())
    if (isBlocked(blockList, live.download)) await fail(live, new AppError('taken_down'));
  for (const download of await downloads.ready()) {
    if (!isBlocked(blockList, download)) continue;
    if (download.fileId !== null) await files.remove(download.fileId);
    await downloads.change(download.id, 'ready', {
      state: 'failed',
      failure: FAILURE,
      fileId: null,
    });
  }
}

/** Throws `taken_down` for a download that is blocked, and sees to it that its file is no more. */
export async function refuseTakenDown(
  { blockList, files }: Pick<Needs, 'blockList' | 'files'>,
  download: Download,
): Promise<void> {
  const { fileId, failure } = download;
  if (failure?.code !== 'taken_down' && !isBlocked(blockList, download)) return;
  if (fileId !== null) await files.remove(fileId);
  throw new AppError('taken_down');
}

function isBlocked(blockList: Needs['blockList'], { link, platform, origin }: Download): boolean {
  return blockList.hasAddress(link) || (origin !== null && blockList.hasOrigin(platform, origin));
}
