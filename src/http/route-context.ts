// What all routes share: rate limits, cookies, the body pacer, the site map and the options.
import type { FastifyInstance } from 'fastify';
import { type AdminGate, adminCookie } from './requests/admin-session.ts';
import { type VisitorCookie, visitorCookie } from './requests/visitor.ts';
import { type PaceBody, paceBodies } from './server/body-pace.ts';
import { type LimitRate, limitRate } from './server/limit-rate.ts';
import type { HttpOptions, Services } from './services.ts';
import { readSiteMap, type SiteMap } from './site/site-map.ts';

/** The shared parts. */
export type RouteContext = {
  readonly options: HttpOptions;
  readonly limit: LimitRate;
  readonly visitor: VisitorCookie;
  readonly admin: AdminGate;
  readonly paceBody: PaceBody;
  readonly siteMap: SiteMap;
  /** Whether a path is one of the site's own pages. */
  readonly isPage: (path: string) => boolean;
};

/** Creates the shared parts. Call it once per server: it takes over the `clientError` event. */
export function createRouteContext(
  app: FastifyInstance,
  { limiter, signingIn, clock }: Services,
  options: HttpOptions,
): RouteContext {
  const limit = limitRate(limiter);
  const siteMap = readSiteMap(options.webDir);
  return {
    options,
    limit,
    visitor: visitorCookie(options.publicUrl),
    admin: { signingIn, cookie: adminCookie(options.publicUrl), limit },
    paceBody: paceBodies(app.server, clock),
    siteMap,
    isPage: (path) => siteMap.paths.has(path),
  };
}
