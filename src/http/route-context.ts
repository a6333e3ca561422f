// What all routes share: rate limits, cookies, the body pacer, the site map and the options.
import type { FastifyInstance } from 'fastify';
import { type AdminGate, adminCookie } from './requests/admin-session.ts';
import { createKeyUse, type KeyUse } from './requests/key-use.ts';
import { networkWithKeys } from './requests/request-key.ts';
import { type VisitorCookie, visitorCookie } from './requests/visitor.ts';
import { type PaceBody, paceBodies } from './server/body-pace.ts';
import { type LimitRate, limitRate, type NetworkOf } from './server/limit-rate.ts';
import type { HttpOptions, Services } from './services.ts';
import { readSiteMap, type SiteMap } from './site/site-map.ts';

/** The shared parts. */
export type RouteContext = {
  readonly options: HttpOptions;
  readonly limit: LimitRate;
  readonly networkOf: NetworkOf;
  readonly keyUse: KeyUse;
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
  { limiter, signingIn, clock, networkOf: networkOfAddress, apiKeys }: Services,
  options: HttpOptions,
): RouteContext {
  const networkOf = networkWithKeys(networkOfAddress);
  const limit = limitRate(limiter, networkOf);
  const siteMap = readSiteMap(options.webDir);
  return {
    options,
    limit,
    networkOf,
    keyUse: createKeyUse(apiKeys),
    visitor: visitorCookie(options.publicUrl),
    admin: { signingIn, cookie: adminCookie(options.publicUrl), limit },
    paceBody: paceBodies(app.server, clock),
    siteMap,
    isPage: (path) => siteMap.paths.has(path),
  };
}
