// How many downloads may be open: for everybody together, and for one network.
import { AppError } from '../../shared/errors.ts';
import { networksAround } from '../limits/networks.ts';
import { SHARED_RESOURCES } from '../limits/shared-resources.ts';
import type { Download } from './download.ts';
import type { LiveDownload } from './live-downloads.ts';

const { openDownloads, openJobs } = SHARED_RESOURCES;

/** What a download asks for, as a text: downloads with the same wish end in the same file. */
export function wishOf({
  link,
  pointsAt,
  choice,
}: Pick<Download, 'link' | 'pointsAt' | 'choice'>): string {
  return JSON.stringify([link, pointsAt, choice]);
}

/** Throws AppError `too_many_jobs` when the network has its share already, `server_busy` when everybody together has. */
export function refuseTooManyOpen(
  open: readonly Pick<LiveDownload, 'address' | 'download'>[],
  asked: { readonly address: string; readonly wish: string },
): void {
  const networks = networksAround(asked.address);
  const held = networks.map((network) => ({ ...network, downloads: 0, wishes: new Set<string>() }));
  for (const { address, download } of open) {
    const keys = new Set(networksAround(address).map(({ key }) => key));
    for (const network of held) {
      if (!keys.has(network.key)) continue;
      network.downloads += 1;
      network.wishes.add(wishOf(download));
    }
  }
  const isBeyond = held.some(
    ({ width, downloads, wishes }) =>
      downloads >= openDownloads.perNetwork[width] ||
      (wishes.size >= openJobs.perNetwork[width] && !wishes.has(asked.wish)),
  );
  if (isBeyond) {
    const { beyond, retryAfterSeconds } = openDownloads;
    throw new AppError(beyond, { params: { retryAfterSeconds } });
  }
  if (open.length >= openDownloads.total)
    throw new AppError('server_busy', { params: { retryAfterSeconds: 30 } });
}
