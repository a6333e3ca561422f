// Where the download button of a trending video leads; used by the trending page and the search.
import type { TrendingItem } from '../../shared/api/site.ts';
import { isOwnFile } from '../../shared/trending.ts';
import { downloaderFor } from './link-targets.ts';
import { sendView } from './send-view.ts';

/** The link's attributes: an uploaded file is saved and counted, any other link is opened on the home page. */
export function downloadTarget(
  { id, videoUrl }: Pick<TrendingItem, 'id' | 'videoUrl'>,
  home: string,
) {
  return isOwnFile(videoUrl, location.origin)
    ? { href: videoUrl, download: '', onClick: () => void sendView(id, 'download') }
    : { href: downloaderFor(videoUrl, home) };
}
