// Builds the HTTP application from its services. It does not listen: tests inject requests.
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { answerErrors } from './answers/answer-errors.ts';
import { downloadRoutes } from './downloads/routes.ts';
import { sharedEarly } from './downloads/shared-early.ts';
import { health } from './monitoring/health.ts';
import { metricsRoute, operatorBySession } from './monitoring/metrics.ts';
import { redirectToDashboard } from './operators/redirect-to-dashboard.ts';
import { operatorRoutes } from './operators/routes.ts';
import { watchKeyPaths } from './requests/cross-origin.ts';
import { recognizeKeys } from './requests/recognize-keys.ts';
import { refuseCrossSite } from './requests/same-site.ts';
import { createRouteContext } from './route-context.ts';
import { redirectToBasePath } from './server/base-path.ts';
import { closeConnections } from './server/close-connections.ts';
import { createServer } from './server/create-server.ts';
import { readForwardedFor } from './server/forwarded-for.ts';
import { logRequests } from './server/log-requests.ts';
import { measureRequests } from './server/measure-requests.ts';
import { securityHeaders } from './server/security-headers.ts';
import type { HttpOptions, Services } from './services.ts';
import { apiDocs } from './site/api-docs.ts';
import { pageRoutes } from './site/page-routes.ts';
import { siteRoutes } from './site/routes.ts';
import { takedowns } from './takedowns/takedowns.ts';
import { transparency } from './takedowns/transparency.ts';
import { trending } from './trending/trending.ts';
import { trendingFiles } from './trending/trending-files.ts';
import { trendingViews } from './trending/trending-views.ts';

/** Creates the application with all routes. Close it with `close()`. */
export async function buildApp(services: Services, options: HttpOptions): Promise<FastifyInstance> {
  const app = createServer(services, options);
  const context = createRouteContext(app, services, options);
  const { limit, admin, isPage, metrics } = context;

  const keyPaths = watchKeyPaths(app, limit);
  readForwardedFor(app, options.trustedProxies);
  closeConnections(app);
  logRequests(app);
  answerErrors(app, services.words);
  await securityHeaders(app, options.publicUrl, options.site);
  redirectToBasePath(app, context.basePath);
  await app.register(cookie);
  recognizeKeys(app, {
    apiKeys: services.apiKeys,
    publicUrl: options.publicUrl,
    networkOf: services.networkOf,
    paths: keyPaths,
  });
  refuseCrossSite(app, options.publicUrl);
  await apiDocs(app, context);
  measureRequests(app, () => services.metrics, isPage);
  redirectToDashboard(app, context);

  downloadRoutes(app, context);
  trending(app, context);
  trendingFiles(app, context);
  trendingViews(app, context);
  siteRoutes(app, context);
  operatorRoutes(app, context);
  metricsRoute(app, {
    ...admin,
    isOperator: operatorBySession(admin),
    token: options.metricsToken,
    text: () => metrics.text(),
  });
  sharedEarly(app, services.sharedEarly, services.clock);
  takedowns(app, context);
  transparency(app, context);
  health(app, { ...services.ready, downloads: () => !services.downloading.isStopping() });
  await pageRoutes(app, context);
  return app;
}
