// Lists of videos that a link names, beside its video or alone. Only the server reads them; its answers carry their address.
import { readLink } from '../link.ts';
import type { PlatformId } from './platform.ts';
import { isYoutubeAlbum, youtubeList, youtubeListAddress } from './youtube/lists.ts';

/** A list that was understood. `address` is rebuilt from `id`, and all that may leave this process. */
export type ListLink = {
  readonly platform: PlatformId;
  readonly id: string;
  readonly address: string;
};

/** The list that a pasted link names, or null. */
export function readListLink(text: string): ListLink | null {
  const reading = readLink(text);
  const platform = reading.kind === 'link' ? reading.link.platform : platformOfList(reading);
  if (platform !== 'youtube') return null;
  // `readLink` has parsed this address, and knows its host.
  const id = youtubeList(new URL(text.trim().replaceAll('&amp;', '&')));
  return id ? { platform, id, address: youtubeListAddress(id) } : null;
}

/** Whether a list is an album, whose songs its platform has put in their order. */
export const isAlbum = ({ id }: ListLink) => isYoutubeAlbum(id);

function platformOfList(reading: ReturnType<typeof readLink>): PlatformId | null {
  return reading.kind === 'refused' && reading.reason === 'playlist_only' ? reading.platform : null;
}
