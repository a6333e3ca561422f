// Reads the links of notices and operators, and the subjects by which the block list knows them.
import { AppError } from '../../shared/errors.ts';
import { canonicalKey, withScheme } from '../../shared/link.ts';
import type { Link, ShortLink } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';
import type { ShortLinks } from '../inspecting/ports.ts';
import type { TrendingVideos } from '../trending/ports.ts';
import type { NoticeLink } from './takedown.ts';

const MAX_VIDEOS = 10_000;
const TRENDING_PAGE = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/trending\/?$/i;
const TRENDING_FILE = /^\/trending-files\/([\w.-]{1,100})$/;
const ID = /^[\w-]{1,64}$/;

/** Reads links to platforms and to trending videos of this site. */
export type NoticeLinks = {
  /** Reads pasted links; null for one that is neither of a supported platform nor a trending video of this site, whose address is `ownAddress`. */
  readonly read: (
    texts: readonly string[],
    ownAddress: string,
  ) => Promise<readonly (NoticeLink | null)[]>;
  /** Follows a short link to find its subject. Throws what following it throws. */
  readonly settle: (
    link: NoticeLink,
    signal: AbortSignal,
  ) => Promise<NoticeLink & { readonly subject: string }>;
};

/** Creates the reader. Only `settle` makes requests to platforms. */
export function createNoticeLinks(needs: {
  readonly shortLinks: ShortLinks;
  readonly videos: Pick<TrendingVideos, 'list' | 'get'>;
}): NoticeLinks {
  const { shortLinks, videos } = needs;

  const ownVideo = async (
    text: string,
    ownAddress: string,
    listed: () => ReturnType<TrendingVideos['list']>,
  ): Promise<NoticeLink | null> => {
    const own = new URL(ownAddress);
    const url = parse(text, ownAddress);
    const basePath = own.pathname.replace(/\/$/, '');
    if (url?.host !== own.host || !url.pathname.startsWith(`${basePath}/`)) return null;
    const path = url.pathname.slice(basePath.length);
    const name = TRENDING_FILE.exec(path)?.[1];
    if (name !== undefined) {
      const found = (await listed()).find(
        ({ film, thumbnail }) => film === name || thumbnail === name,
      );
      return found ? { address: `/trending-files/${name}`, subject: trendingKey(found.id) } : null;
    }
    const id = url.hash.slice(1);
    if (!TRENDING_PAGE.test(path) || !ID.test(id)) return null;
    return (await videos.get(id)) && { address: `/trending#${id}`, subject: trendingKey(id) };
  };

  return {
    async read(texts, ownAddress) {
      let list: ReturnType<TrendingVideos['list']> | undefined;
      // Read at most once for all links, and only if one needs it.
      const listed = () => {
        list ??= videos.list(MAX_VIDEOS);
        return list;
      };
      return Promise.all(
        texts.map((text) => linkOfPlatform(text) ?? ownVideo(text, ownAddress, listed)),
      );
    },
    async settle(link, signal) {
      if (link.subject !== null) return { ...link, subject: link.subject };
      const reading = readAnyLink(link.address);
      if (reading.kind !== 'short') throw new TypeError('Only short links have no subject');
      return { ...link, subject: canonicalKey(await followed(reading.short, shortLinks, signal)) };
    },
  };
}

function linkOfPlatform(text: string): NoticeLink | null {
  const reading = readAnyLink(withScheme(text) ?? text);
  if (reading.kind === 'link')
    return { address: reading.link.address, subject: canonicalKey(reading.link) };
  return reading.kind === 'short' ? { address: reading.short.address, subject: null } : null;
}

/** The subject of a trending video. */
export function trendingKey(id: string): string {
  return `trending:${id}`;
}

async function followed(
  short: ShortLink,
  shortLinks: ShortLinks,
  signal: AbortSignal,
): Promise<Link> {
  const reading = readAnyLink(await shortLinks.follow(short, signal));
  if (reading.kind === 'link' && reading.link.platform === short.platform) return reading.link;
  throw new AppError('unsupported_url');
}

function parse(text: string, base: string): URL | null {
  if (!/^(?:https?:\/)?\//i.test(text)) return null;
  try {
    return new URL(text, base);
  } catch {
    // The constructor throws for anything that is not an address.
    return null;
  }
}
