// The table of pages, for router, build, sitemap, breadcrumbs, server and tests.
import { BASE_PATH } from './base-path.ts';
import type { MainPlatformId } from './platforms/platform.ts';

/** A page. The first of its paths is canonical; the others are aliases. */
type RouteShape = {
  readonly paths: readonly [string, ...string[]];
  /** Whether search engines may list it. */
  readonly isListed: boolean;
  /** The platform of the form on the page. */
  readonly platform?: MainPlatformId;
};

const listed = (...paths: [string, ...string[]]) => ({ paths, isListed: true });
const downloader = (platform: MainPlatformId, ...paths: [string, ...string[]]) => ({
  paths,
  isListed: true,
  platform,
});

/** All pages except articles, whose paths are below the blog. */
export const ROUTES = {
  home: listed('/'),
  trending: listed('/trending', '/trending-videos'),
  youtube: downloader('youtube', '/youtube-downloader-no-limits', '/youtube-video-downloader'),
  tiktok: downloader('tiktok', '/tiktok-downloader-no-watermark', '/tiktok-video-downloader'),
  instagram: downloader('instagram', '/instagram-video-downloader'),
  facebook: downloader('facebook', '/facebook-video-downloader'),
  twitter: downloader('twitter', '/twitter-video-downloader', '/x-video-downloader'),
  snapchat: downloader('snapchat', '/snapchat-video-downloader'),
  pinterest: downloader('pinterest', '/pinterest-video-downloader'),
  threads: downloader('threads', '/threads-video-downloader'),
  guide: listed('/guide', '/how-to-download-videos'),
  blog: listed('/blog'),
  trimmer: listed('/video-trimmer', '/trim', '/trimmer'),
  advanced: listed('/advanced-downloader'),
  batch: listed('/batch-downloader'),
  mobile: listed('/mobile'),
  extension: listed('/browser-extension', '/extension'),
  about: listed('/about', '/about-us'),
  status: listed('/status'),
  dmca: listed('/dmca'),
  transparency: listed('/transparency'),
  terms: listed('/terms'),
  privacy: listed('/privacy'),
  history: { paths: ['/history'], isListed: false },
  search: { paths: ['/search'], isListed: false },
  operators: {
    paths: [
      '/admin/login',
      '/admin',
      '/admin/dashboard',
      '/admin/takedowns',
      '/admin/cockpit',
      '/admin/keys',
      '/admin/log',
    ],
    isListed: false,
  },
  offline: { paths: ['/offline'], isListed: false },
  'not-found': { paths: ['/not-found'], isListed: false },
} as const satisfies Record<string, RouteShape> & Record<MainPlatformId, RouteShape>;

/** The name of a page. */
export type RouteId = keyof typeof ROUTES;

/** All of them, in the order of the table. */
export const ROUTE_IDS = Object.keys(ROUTES) as readonly RouteId[];

/** A page of the table. */
export function routeOf(route: RouteId): RouteShape {
  return ROUTES[route];
}

/** Returns the canonical path of a page, without language prefix. */
export function pathOf(route: RouteId): string {
  return ROUTES[route].paths[0];
}

/** The path of an article without a language. */
export function articlePath(slug: string): string {
  return `${pathOf('blog')}/${slug}`;
}

/**
 * A path in a language, from the language's prefix and a path without one: `/fr` and `/blog` make `/fr/blog`. In the built pages,
 * prefixes begin with the base path.
 */
export function inLanguage(prefix: string, path: string): string {
  if (path !== '/') return `${prefix}${path}`;
  // The home page of a site below a path ends in a slash, like the path of its offline worker's scope.
  return BASE_PATH && prefix === BASE_PATH ? `${BASE_PATH}/` : prefix || '/';
}
