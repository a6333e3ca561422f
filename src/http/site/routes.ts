// Registers the other routes of the site: ratings, page views, the status of platforms, the search and the feed.
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import type { Services } from '../services.ts';
import { feed } from './feed.ts';
import { keys } from './keys.ts';
import { pageViews } from './page-views.ts';
import { ratings } from './ratings.ts';
import { search } from './search.ts';
import { status } from './status.ts';
import { createSearchYoutube, foundThumbnails } from './youtube-search.ts';

/** Registers the routes. */
export function siteRoutes(
  app: FastifyInstance,
  services: Services,
  { limit, networkOf, visitor, options, siteMap, isPage }: RouteContext,
): void {
  const { trendingVideos, countPageView } = services;
  keys(app, { apiKeys: services.apiKeys, networkOf, limit, visitor });
  ratings(app, { ratings: services.ratings, networkOf, limit, visitor });
  pageViews(app, {
    countPageView,
    // Views of operators' pages are not counted.
    isPage: (path) => isPage(path) && !/^\/admin(\/|$)/.test(path),
    limit,
  });
  status(app, { siteStatus: services.siteStatus, limit });
  const forYoutube = {
    videoSearch: services.videoSearch,
    thumbnails: services.thumbnails,
    networkOf,
    limit,
  };
  search(app, {
    searching: services.searching,
    searchYoutube: createSearchYoutube(forYoutube),
    languages: siteMap.languages,
    limit,
  });
  foundThumbnails(app, forYoutube);
  feed(app, {
    trendingVideos,
    articles: siteMap.articles,
    limit,
    siteName: options.site.name,
    publicUrl: options.publicUrl,
  });
}
