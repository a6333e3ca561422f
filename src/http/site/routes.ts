// Registers the other routes of the site: ratings, page views, the status of platforms, the search and the feed.
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import { feed } from './feed.ts';
import { keys } from './keys.ts';
import { pageViews } from './page-views.ts';
import { ratings } from './ratings.ts';
import { search } from './search.ts';
import { status } from './status.ts';
import { foundThumbnails } from './youtube-search.ts';

/** Registers the routes. */
export function siteRoutes(app: FastifyInstance, context: RouteContext): void {
  keys(app, context);
  ratings(app, context);
  pageViews(app, context);
  status(app, context);
  search(app, context);
  foundThumbnails(app, context);
  feed(app, context);
}
