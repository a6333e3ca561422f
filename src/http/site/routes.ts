// Registers the other routes of the site: ratings, page views, the status of platforms and the feed.
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import type { Services } from '../services.ts';
import { feed } from './feed.ts';
import { pageViews } from './page-views.ts';
import { ratings } from './ratings.ts';
import { status } from './status.ts';

/** Registers the routes. */
export function siteRoutes(
  app: FastifyInstance,
  services: Services,
  { limit, visitor, options, siteMap, isPage }: RouteContext,
): void {
  const { trendingVideos, countPageView, networkOf } = services;
  ratings(app, { ratings: services.ratings, networkOf, limit, visitor });
  pageViews(app, {
    countPageView,
    // Views of operators' pages are not counted.
    isPage: (path) => isPage(path) && !/^\/admin(\/|$)/.test(path),
    limit,
  });
  status(app, { siteStatus: services.siteStatus, limit });
  feed(app, {
    trendingVideos,
    articles: siteMap.articles,
    limit,
    siteName: options.site.name,
    publicUrl: options.publicUrl,
  });
}
