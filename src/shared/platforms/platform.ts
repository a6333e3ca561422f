// The types of a platform: its links, its hosts, and its upstream.

/** The platforms that every server has, in the order in which screens show them. */
export const MAIN_PLATFORM_IDS = [
  'youtube',
  'tiktok',
  'instagram',
  'facebook',
  'twitter',
  'snapchat',
  'pinterest',
  'threads',
] as const;

/** The sites that an operator may switch on besides them (`EXTRA_SITES`); see `src/shared/sites/`. */
export const EXTRA_SITE_IDS = ['bluesky', 'reddit', 'soundcloud', 'streamable', 'twitch'] as const;

/** One of {@link MAIN_PLATFORM_IDS}. */
export type MainPlatformId = (typeof MAIN_PLATFORM_IDS)[number];

/** One of {@link EXTRA_SITE_IDS}. */
export type ExtraSiteId = (typeof EXTRA_SITE_IDS)[number];

/** A platform or an extra site. */
export type PlatformId = MainPlatformId | ExtraSiteId;

/** All platforms that a link may belong to; a server has the main ones and those extra sites that are on. */
export const PLATFORM_IDS: readonly PlatformId[] = /* @__PURE__ */ [
  MAIN_PLATFORM_IDS,
  EXTRA_SITE_IDS,
].flat();

/** What a link points at, as far as its URL shows. */
export type LinkKind = 'video' | 'short' | 'post' | 'story' | 'clip' | 'live';

/** What a link states beyond its item. Times are seconds from the start of the item, `index` counts from 1. */
export type LinkHints = {
  readonly startSeconds?: number;
  readonly endSeconds?: number;
  /** Canonical id of the list that the link also names; never followed. */
  readonly list?: string;
  /** Which item of a multi-item post the link points at. */
  readonly index?: number;
};

/**
 * A link that was understood. `address` is all that may leave this process: it is rebuilt from `id` and, for the few
 * pages that are found through their owner only (Facebook posts, Instagram stories), the owner's checked name.
 */
export type Link = {
  readonly platform: PlatformId;
  readonly kind: LinkKind;
  /** The platform's own id of the item; the same for every way of writing its link. */
  readonly id: string;
  readonly address: string;
  readonly hints: LinkHints;
};

/** A link that only its platform can resolve; `address` is rebuilt from a checked token. */
export type ShortLink = { readonly platform: PlatformId; readonly address: string };

/**
 * Why an address of a known platform is none of its items. `channel` and `profile` are a user's page, `live_page` is
 * "whatever they broadcast now", `playlist_only` a list, board or collection without one of its items, `redirector` a
 * page that only leads elsewhere, `broken_id` the address of an item whose id was cut or mistyped.
 */
export type PageRefusal =
  | 'profile'
  | 'channel'
  | 'live_page'
  | 'playlist_only'
  | 'search'
  | 'redirector'
  | 'photo_page'
  | 'story'
  | 'broken_id'
  | 'not_an_item';

/** What a platform's record makes of an address on one of its hosts. */
export type PlatformReading =
  | {
      readonly id: string;
      readonly kind: LinkKind;
      readonly address: string;
      readonly hints?: LinkHints;
    }
  | { readonly short: string }
  | { readonly refused: PageRefusal };

/** A platform as pages and server know it: its name, its hosts and its links. Pure data and pure functions. */
export type Platform = {
  readonly id: PlatformId;
  /** Its name as people write it. */
  readonly label: string;
  /** Exact hosts, lower case, whose addresses `read` understands. Some are third-party mirrors: never connect to them. */
  readonly hosts: readonly string[];
  /** Reads a https address whose host is one of `hosts`, without a port, userinfo or a dot at the host's end. */
  readonly read: (url: URL) => PlatformReading;
};

/** The part of a platform that only the server needs; browsers do not load it. */
export type PlatformUpstream = {
  /** Exact hosts that a short link may pass through while it is resolved; a subset of the hosts that jobs may connect to. */
  readonly shortHosts: readonly string[];
  /**
   * Suffixes of the hosts that serve its pages and media: the egress proxy's allow-list for its jobs. `.x.com` means `x.com`
   * and everything below it; see `isUpstreamHost`.
   */
  readonly cdnSuffixes: readonly string[];
  /**
   * The only extractors of yt-dlp that may answer, by their `extractor_key`. Never `Generic` (it fetches any address), and
   * none that only redirects (`TikTokVM`, `FacebookRedirectURL`, `TwitterShortener`): an open redirect may lead anywhere.
   */
  readonly extractors: readonly string[];
  /** Those that read its lists, where there are any; see `lists.ts`. */
  readonly listExtractors?: readonly string[];
  /** Those that search it, where that is offered; see `video-search.ts`. */
  readonly searchExtractors?: readonly string[];
  /** Paths of uploaders' pages, as far as yt-dlp reports the same name; the first group that matched is the name. */
  readonly uploaderPage: RegExp;
  /** Whether yt-dlp's field `channel` is the name in the address of a page; elsewhere it is a display name. */
  readonly channelIsName?: true;
  /** Whether the ids of yt-dlp's items are unique for their uploader only; those of links are `uploader/id`. */
  readonly idsAreOfUploaders?: true;
};
