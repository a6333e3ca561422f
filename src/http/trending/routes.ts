// Registers the routes of trending videos: the list, their files and thumbnails, and the view counter.
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import type { Services } from '../services.ts';
import { trending } from './trending.ts';
import { trendingFiles } from './trending-files.ts';
import { trendingViews } from './trending-views.ts';

/** Registers the routes. */
export function trendingRoutes(
  app: FastifyInstance,
  services: Services,
  { limit, networkOf, visitor }: RouteContext,
): void {
  const { clock } = services;
  trending(app, { trendingVideos: services.trendingVideos, limit });
  trendingFiles(app, { trendingFiles: services.trendingFiles, clock, limit });
  trendingViews(app, { trendingViews: services.trendingViews, limit, visitor, networkOf });
}
