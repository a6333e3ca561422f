// The expected downloads of the lab's Threads posts, item by item.
import type { ExpectedDownload } from '../../platform.ts';
import { mp3, onlyFile, photo, refused, soundAsIs } from '../expected-downloads.ts';
import { THREADS_CLIPS as CLIPS, type ThreadsPost } from './posts.ts';

/** The downloads of each item: it has one file, which every button gives. */
export function threadsDownloads({
  parts,
  expect,
}: ThreadsPost): readonly (readonly ExpectedDownload[])[] | undefined {
  if (expect && 'code' in expect) return undefined;
  return parts.map((part) => {
    if ('photo' in part) return [photo(part.photo, 1080, 1440)];
    const clip = CLIPS[part.video];
    if (part.hasAudio === false) return [...onlyFile(clip), refused('mp3', 'choice_unavailable')];
    return [...onlyFile(clip), mp3(clip), soundAsIs(clip)];
  });
}
