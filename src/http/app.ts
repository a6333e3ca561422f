// Builds the HTTP application from its services; it does not listen, so that tests can inject requests.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from '../shared/errors.ts';
import { answerErrors, answerRouterErrors } from './answers/answer-errors.ts';
import { cancelDownload } from './downloads/cancel-download.ts';
import { detectPlatform } from './downloads/detect-platform.ts';
import { download } from './downloads/download.ts';
import { downloadProgress } from './downloads/download-progress.ts';
import { createDownloadViews } from './downloads/download-view.ts';
import { files } from './downloads/files.ts';
import { inspect } from './downloads/inspect.ts';
import { jobs } from './downloads/jobs.ts';
import { limits } from './downloads/limits.ts';
import { thumbnails } from './downloads/thumbnails.ts';
import { health } from './monitoring/health.ts';
import { metricsRoute } from './monitoring/metrics.ts';
import { adminAudit } from './operators/admin-audit.ts';
import { adminCockpit } from './operators/admin-cockpit.ts';
import { adminEngine } from './operators/admin-engine.ts';
import { adminFilms } from './operators/admin-films.ts';
import { adminPageViews } from './operators/admin-page-views.ts';
import { adminSignIn } from './operators/admin-sign-in.ts';
import { adminTrending } from './operators/admin-trending.ts';
import { adminTrendingTools } from './operators/admin-trending-tools.ts';
import { adminWorthFeaturing } from './operators/admin-worth-featuring.ts';
import { leadToDashboard } from './operators/redirect-to-dashboard.ts';
import { adminCookie } from './requests/admin-session.ts';
import { refuseCrossSite } from './requests/same-site.ts';
import { type VisitorCookie, visitorCookie } from './requests/visitor.ts';
import { watchMethods } from './server/allowed-methods.ts';
import { paceBodies } from './server/body-pace.ts';
import { boundConnections } from './server/bound-connections.ts';
import { closeConnections } from './server/close-connections.ts';
import { readForwardedFor } from './server/forwarded-for.ts';
import { readJsonBodies } from './server/json-bodies.ts';
import { type LimitRate, limitRate } from './server/limit-rate.ts';
import { loggedError } from './server/log-errors.ts';
import { logLines } from './server/log-lines.ts';
import { logRequests } from './server/log-requests.ts';
import { measureRequests } from './server/measure-requests.ts';
import { securityHeaders } from './server/security-headers.ts';
import type { HttpOptions, Services } from './services.ts';
import { apiDocs } from './site/api-docs.ts';
import { assets } from './site/assets.ts';
import { feed } from './site/feed.ts';
import { createFilledFiles, type FilledFiles } from './site/filled-files.ts';
import { pageFacts } from './site/page-facts.ts';
import { pageViews } from './site/page-views.ts';
import { pages, sendNotFound, wantsPage } from './site/pages.ts';
import { ratings } from './site/ratings.ts';
import { readSiteMap, type SiteMap } from './site/site-map.ts';
import { source } from './site/source.ts';
import { status } from './site/status.ts';
import { takedownRoutes } from './takedowns/routes.ts';
import { trending } from './trending/trending.ts';
import { trendingFiles } from './trending/trending-files.ts';
import { trendingViews } from './trending/trending-views.ts';

const MAX_BODY_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * How long a connection is kept for its next request. A browser opens a new one in a moment; a proxy reuses its own for
 * long, and would meet one that was just closed.
 */
const KEEP_ALIVE_MS = { direct: 10_000, behindProxy: 72_000 } as const;
/** The longest name of a file has 200 bytes, each of which may be written as three characters. */
const MAX_PARAM_LENGTH = 600;

/** The application with every route; `close()` ends it. */
export async function buildApp(services: Services, options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger:
      options.logLevel === 'silent'
        ? false
        : {
            level: options.logLevel,
            base: null,
            stream: logLines(),
            serializers: { err: loggedError },
          },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout:
      options.trustedProxies.length > 0 ? KEEP_ALIVE_MS.behindProxy : KEEP_ALIVE_MS.direct,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    frameworkErrors: answerRouterErrors(services.words),
    forceCloseConnections: 'idle',
  });
  boundConnections(app, { ...options, networkOf: services.networkOf });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  const allowedMethods = watchMethods(app);

  readForwardedFor(app, options.trustedProxies);
  closeConnections(app);
  logRequests(app);
  answerErrors(app, services.words);
  await securityHeaders(app, options.publicUrl, options.site);
  await app.register(cookie);
  refuseCrossSite(app, options.publicUrl);
  const limit = limitRate(services.limiter);
  await apiDocs(app, { publicDir: options.publicDir, limit });

  const siteMap = readSiteMap(options.webDir);
  measureRequests(
    app,
    () => services.metrics,
    (path) => siteMap.paths.has(path),
  );
  leadToDashboard(app, { isPage: (path) => siteMap.paths.has(path), allowedMethods });
  const visitor = visitorCookie(options.publicUrl);
  detectPlatform(app, { inspecting: services.inspecting, words: services.words, limit, visitor });
  const { networkOf } = services;
  inspect(app, { inspecting: services.inspecting, networkOf, limit, visitor });
  const { inspecting } = services;
  thumbnails(app, { inspecting, thumbnails: services.thumbnails, networkOf, limit });
  registerDownloads(app, services, { limit, visitor, publicUrl: options.publicUrl });
  registerSite(app, services, { limit, visitor, options, siteMap });
  registerOperators(app, services, { limit, publicUrl: options.publicUrl });
  metricsRoute(app, {
    limit,
    signingIn: services.signingIn,
    token: options.metricsToken,
    cookie: adminCookie(options.publicUrl),
    text: () => services.metrics.text(),
  });
  takedownRoutes(app, services.takedowns, {
    limit,
    publicUrl: options.publicUrl,
    signingIn: services.signingIn,
    cookie: adminCookie(options.publicUrl),
  });
  health(app, { ...services.ready, downloads: () => !services.downloading.isStopping() });
  await assets(app, options.webDir);
  const sourceUrl = await source(app, { offer: options.source, clock: services.clock, limit });
  const filled = fillerOf(app, siteMap, services, { ...options, sourceUrl });
  const shown = { siteMap, filled, publicUrl: options.publicUrl };
  pages(app, { ...shown, ...options, limit });

  app.setNotFoundHandler({ preHandler: limit('notFound') }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = allowedMethods(path);
    if (allowed.length === 0 && wantsPage(request)) return sendNotFound(request, reply, shown);
    if (allowed.length === 0 || allowed.includes(request.method))
      throw new AppError('not_found_page');
    reply.header('Allow', allowed.join(', '));
    throw new AppError('method_not_allowed');
  });
  return app;
}

/** Built texts with the facts of this server; the rating is left out while it cannot be told. */
function fillerOf(
  app: FastifyInstance,
  siteMap: SiteMap,
  services: Services,
  options: HttpOptions & { readonly sourceUrl: string | undefined },
): FilledFiles {
  const { site, webDir, sourceUrl } = options;
  const readRating = async () => {
    try {
      return (await services.siteStatus()).rating;
    } catch (error) {
      app.log.warn({ err: error }, 'pages are sent without the rating');
      return null;
    }
  };
  return createFilledFiles(webDir, async (code, origin) => {
    const language = siteMap.languages.find((one) => one.code === code);
    if (!language) throw new TypeError(`there are no pages in ${code}`);
    const { limits } = services;
    const known = { site, origin, limits, sourceUrl, rating: await readRating() };
    return pageFacts(known, language);
  });
}

/** All that makes, shows and gives away files. */
function registerDownloads(
  app: FastifyInstance,
  services: Services,
  shared: { limit: LimitRate; visitor: VisitorCookie; publicUrl: string | undefined },
): void {
  const { downloading, clock, networkOf } = services;
  const { limit, visitor } = shared;
  const views = createDownloadViews(services.words, shared.publicUrl);
  download(app, { downloading, views, networkOf, limit, visitor });
  downloadProgress(app, { downloading, views, clock, networkOf, limit, visitor });
  cancelDownload(app, { downloading, limit, visitor });
  jobs(app, { downloading, views, limit, visitor });
  files(app, { downloading, clock, networkOf, limit, visitor });
  limits(app, { limits: services.limits, limit });
}

/** What operators do. */
function registerOperators(
  app: FastifyInstance,
  { signingIn, curating, auditLog, popular, cockpit, operating, ...services }: Services,
  { limit, publicUrl }: { limit: LimitRate; publicUrl: string | undefined },
): void {
  const shared = { signingIn, cookie: adminCookie(publicUrl), limit };
  adminSignIn(app, { ...shared, networkOf: services.networkOf });
  adminTrending(app, { ...shared, curating, publicUrl });
  const { ordering, inspecting, filming } = services;
  adminTrendingTools(app, { ...shared, curating, ordering, inspecting });
  adminFilms(app, {
    ...shared,
    filming,
    networkOf: services.networkOf,
    paceBody: paceBodies(app.server, services.clock),
  });
  adminWorthFeaturing(app, { ...shared, popular });
  adminPageViews(app, { ...shared, sumUpPageViews: services.sumUpPageViews });
  adminAudit(app, { ...shared, auditLog });
  adminCockpit(app, { ...shared, cockpit, operating });
  adminEngine(app, { ...shared, engine: services.engine });
}

/** What visitors see beyond downloading. */
function registerSite(
  app: FastifyInstance,
  services: Services,
  shared: { limit: LimitRate; visitor: VisitorCookie; options: HttpOptions; siteMap: SiteMap },
): void {
  const { trendingVideos, countPageView, clock } = services;
  const { limit, visitor, options, siteMap } = shared;
  trending(app, { trendingVideos, limit });
  trendingFiles(app, { trendingFiles: services.trendingFiles, clock, limit });
  const { networkOf } = services;
  trendingViews(app, { trendingViews: services.trendingViews, limit, visitor, networkOf });
  ratings(app, { ratings: services.ratings, networkOf, limit, visitor });
  // What operators do is no visit.
  const isPage = (path: string) => siteMap.paths.has(path) && !/^\/admin(\/|$)/.test(path);
  pageViews(app, { countPageView, isPage, limit });
  status(app, { siteStatus: services.siteStatus, limit });
  const { articles } = siteMap;
  feed(app, {
    trendingVideos,
    articles,
    limit,
    siteName: options.site.name,
    publicUrl: options.publicUrl,
  });
}
