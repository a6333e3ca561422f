// Builds the HTTP application from its services; it does not listen, so that tests can inject requests.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from '../shared/errors.ts';
import { adminCookie } from './admin-session.ts';
import { watchMethods } from './allowed-methods.ts';
import { answerErrors, answerRouterErrors } from './answer-errors.ts';
import { apiDocs } from './api-docs.ts';
import { paceBodies } from './body-pace.ts';
import { boundConnections } from './bound-connections.ts';
import { closeConnections } from './close-connections.ts';
import { createDownloadViews } from './download-view.ts';
import { createFilledFiles, type FilledFiles } from './filled-files.ts';
import { readForwardedFor } from './forwarded-for.ts';
import { readJsonBodies } from './json-bodies.ts';
import { leadToDashboard } from './lead-to-dashboard.ts';
import { type LimitRate, limitRate } from './limit-rate.ts';
import { loggedError } from './log-errors.ts';
import { logLines } from './log-lines.ts';
import { logRequests } from './log-requests.ts';
import { measureRequests } from './measure-requests.ts';
import { pageFacts } from './page-facts.ts';
import { adminAudit } from './routes/admin-audit.ts';
import { adminCockpit } from './routes/admin-cockpit.ts';
import { adminEngine } from './routes/admin-engine.ts';
import { adminFilms } from './routes/admin-films.ts';
import { adminPageViews } from './routes/admin-page-views.ts';
import { adminSignIn } from './routes/admin-sign-in.ts';
import { adminTrending } from './routes/admin-trending.ts';
import { adminTrendingTools } from './routes/admin-trending-tools.ts';
import { adminWorthFeaturing } from './routes/admin-worth-featuring.ts';
import { assets } from './routes/assets.ts';
import { cancelDownload } from './routes/cancel-download.ts';
import { detectPlatform } from './routes/detect-platform.ts';
import { download } from './routes/download.ts';
import { downloadProgress } from './routes/download-progress.ts';
import { feed } from './routes/feed.ts';
import { files } from './routes/files.ts';
import { health } from './routes/health.ts';
import { inspect } from './routes/inspect.ts';
import { jobs } from './routes/jobs.ts';
import { limits } from './routes/limits.ts';
import { metricsRoute } from './routes/metrics.ts';
import { pageViews } from './routes/page-views.ts';
import { pages, sendNotFound, wantsPage } from './routes/pages.ts';
import { ratings } from './routes/ratings.ts';
import { source } from './routes/source.ts';
import { status } from './routes/status.ts';
import { thumbnails } from './routes/thumbnails.ts';
import { trending } from './routes/trending.ts';
import { trendingFiles } from './routes/trending-files.ts';
import { trendingViews } from './routes/trending-views.ts';
import { refuseCrossSite } from './same-site.ts';
import { securityHeaders } from './security-headers.ts';
import type { HttpOptions, Services } from './services.ts';
import { readSiteMap, type SiteMap } from './site-map.ts';
import { takedownRoutes } from './takedown-routes.ts';
import { type VisitorCookie, visitorCookie } from './visitor.ts';

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
            ...{ level: options.logLevel, base: null, stream: logLines() },
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
    ...{ limit, signingIn: services.signingIn, token: options.metricsToken },
    ...{ cookie: adminCookie(options.publicUrl), text: () => services.metrics.text() },
  });
  takedownRoutes(app, services.takedowns, {
    ...{ limit, publicUrl: options.publicUrl },
    ...{ signingIn: services.signingIn, cookie: adminCookie(options.publicUrl) },
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
    ...{ ...shared, filming, networkOf: services.networkOf },
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
    ...{ trendingVideos, articles, limit },
    ...{ siteName: options.site.name, publicUrl: options.publicUrl },
  });
}
