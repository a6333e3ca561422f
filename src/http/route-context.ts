// What all routes share: the services, rate limits, cookies, the body pacer, the site map and the options.
import type { FastifyInstance } from 'fastify';
import { type AdminGate, adminCookie } from './requests/admin-session.ts';
import { createKeyUse, type KeyUse } from './requests/key-use.ts';
import { networkWithKeys } from './requests/request-key.ts';
import type { SiteCookie } from './requests/site-cookie.ts';
import { visitorCookie } from './requests/visitor.ts';
import { type AllowedMethods, watchMethods } from './server/allowed-methods.ts';
import { type PaceBody, paceBodies } from './server/body-pace.ts';
import { type LimitRate, limitRate, type NetworkOf } from './server/limit-rate.ts';
import type { HttpOptions, Services, TakedownServices } from './services.ts';
import { readSiteMap, type SiteMap } from './site/site-map.ts';

/** The services, and the shared parts. */
export type RouteContext = Omit<Services, 'networkOf' | 'takedowns'> &
  TakedownServices & {
    readonly options: HttpOptions;
    /** Empty for a site with a host name of its own. */
    readonly basePath: string;
    readonly limit: LimitRate;
    readonly networkOf: NetworkOf;
    readonly keyUse: KeyUse;
    readonly visitorCookie: SiteCookie;
    readonly admin: AdminGate;
    readonly paceBody: PaceBody;
    readonly siteMap: SiteMap;
    /** The methods of the routes that are registered from now on. */
    readonly allowedMethods: AllowedMethods;
    /** Whether a path is one of the site's own pages. */
    readonly isPage: (path: string) => boolean;
  };

/** Creates the shared parts. Call it once per server: it takes over the `clientError` event. */
export function createRouteContext(
  app: FastifyInstance,
  services: Services,
  options: HttpOptions,
): RouteContext {
  const { limiter, signingIn, clock, apiKeys, takedowns } = services;
  const networkOf = networkWithKeys(services.networkOf);
  const limit = limitRate(limiter, networkOf);
  const siteMap = readSiteMap(options.webDir);
  const { publicUrl, basePath = '' } = options;
  return {
    ...services,
    ...takedowns,
    options,
    basePath,
    limit,
    networkOf,
    keyUse: createKeyUse(apiKeys),
    visitorCookie: visitorCookie(publicUrl, basePath),
    admin: { signingIn, cookie: adminCookie(publicUrl, basePath), limit },
    paceBody: paceBodies(app.server, clock),
    siteMap,
    allowedMethods: watchMethods(app),
    isPage: (path) => siteMap.paths.has(path),
  };
}
