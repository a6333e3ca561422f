// The limits on open downloads: in total, and per network.
import { AppError } from '../../shared/errors.ts';
import { networksAround } from '../limits/networks.ts';
import { SHARED_RESOURCES } from '../limits/shared-resources.ts';
import type { ActiveDownload } from './active-downloads.ts';
import type { Download } from './download.ts';

const { openDownloads, openJobs } = SHARED_RESOURCES;

/** The key of a request: downloads with the same key get the same file. */
export function requestKey({ link, task }: Pick<Download, 'link' | 'task'>): string {
  return JSON.stringify([link, task]);
}

/** Throws AppError `too_many_jobs` when the network has its share of open downloads, `server_busy` at the server's total. */
export function refuseTooManyOpen(
  open: readonly Pick<ActiveDownload, 'network' | 'download'>[],
  asked: { readonly network: string; readonly key: string },
): void {
  const networks = networksAround(asked.network);
  const held = networks.map((network) => ({ ...network, downloads: 0, keys: new Set<string>() }));
  for (const { network, download } of open) {
    const around = new Set(networksAround(network).map(({ key }) => key));
    for (const one of held) {
      if (!around.has(one.key)) continue;
      one.downloads += 1;
      one.keys.add(requestKey(download));
    }
  }
  const isBeyond = held.some(
    ({ width, downloads, keys }) =>
      downloads >= openDownloads.perNetwork[width] ||
      (keys.size >= openJobs.perNetwork[width] && !keys.has(asked.key)),
  );
  if (isBeyond) {
    const { beyond, retryAfterSeconds } = openDownloads;
    throw new AppError(beyond, { params: { retryAfterSeconds } });
  }
  if (open.length >= openDownloads.total)
    throw new AppError('server_busy', { params: { retryAfterSeconds: 30 } });
}
