// YouTube: which of its links name a list that anyone can see, and its address.

/**
 * Playlists, old ones among them (EC), favourites, albums, the platform's own music lists, and lists that a link made for
 * a while (TL). Not the uploads of a channel (UU, PU), mixes that are made anew for everyone (RD, UL), or what only its
 * owner sees (WL, LL, LM).
 */
const OPEN_LIST = /^(?:PL|EC|FL|OLAK5uy_|RDCLAK5uy_|TL)[\w-]{10,62}$/;
const BROWSED = /^\/browse\/VL([\w-]+)\/?$/;

/** The id of the list that a link of YouTube names, or null. `url` is one that `youtube.read` has read or refused. */
export function youtubeList(url: URL): string | null {
  const id = BROWSED.exec(url.pathname)?.[1] ?? url.searchParams.get('list') ?? '';
  return OPEN_LIST.test(id) ? id : null;
}

/** Whether a list is an album. */
export const isYoutubeAlbum = (id: string) => id.startsWith('OLAK5uy_');

/** The address of a list. */
export function youtubeListAddress(id: string): string {
  return `https://www.youtube.com/playlist?list=${id}`;
}
