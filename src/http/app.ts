// Builds the HTTP application from its services; it does not listen, so that tests can inject requests.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from '../shared/errors.ts';
import { watchMethods } from './allowed-methods.ts';
import { answerErrors, answerRouterErrors } from './answer-errors.ts';
import { apiDocs } from './api-docs.ts';
import { closeConnections } from './close-connections.ts';
import { createDownloadViews } from './download-view.ts';
import { takeEmptyJson } from './empty-json.ts';
import { type LimitRate, limitRate } from './limit-rate.ts';
import { logLines } from './log-lines.ts';
import { logRequests } from './log-requests.ts';
import { cancelDownload } from './routes/cancel-download.ts';
import { detectPlatform } from './routes/detect-platform.ts';
import { download } from './routes/download.ts';
import { downloadProgress } from './routes/download-progress.ts';
import { files } from './routes/files.ts';
import { health } from './routes/health.ts';
import { inspect } from './routes/inspect.ts';
import { jobs } from './routes/jobs.ts';
import { limits } from './routes/limits.ts';
import { pages } from './routes/pages.ts';
import { thumbnails } from './routes/thumbnails.ts';
import { refuseCrossSite } from './same-site.ts';
import { securityHeaders } from './security-headers.ts';
import type { HttpOptions, Services } from './services.ts';
import { type VisitorCookie, visitorCookie } from './visitor.ts';

const MAX_BODY_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 5000;
/** The longest name of a file has 200 bytes, each of which may be written as three characters. */
const MAX_PARAM_LENGTH = 600;

/** The application with every route; `close()` ends it. */
export async function buildApp(services: Services, options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger:
      options.logLevel === 'silent'
        ? false
        : { level: options.logLevel, base: null, stream: logLines() },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    frameworkErrors: answerRouterErrors(services.words),
    forceCloseConnections: 'idle',
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  takeEmptyJson(app);
  const allowedMethods = watchMethods(app);

  closeConnections(app);
  logRequests(app);
  answerErrors(app, services.words);
  await securityHeaders(app, options.publicUrl);
  await app.register(cookie);
  refuseCrossSite(app, options.publicUrl);
  await apiDocs(app, options.publicDir);

  const limit = limitRate(services.limiter);
  const visitor = visitorCookie(options.publicUrl);
  detectPlatform(app, { inspecting: services.inspecting, words: services.words, limit, visitor });
  inspect(app, { inspecting: services.inspecting, limit, visitor });
  thumbnails(app, { inspecting: services.inspecting, thumbnails: services.thumbnails, limit });
  registerDownloads(app, services, { limit, visitor, publicUrl: options.publicUrl });
  health(app, { ...services.ready, downloads: () => !services.downloading.isStopping() });
  await pages(app, options);

  app.setNotFoundHandler({ preHandler: limit('notFound') }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = allowedMethods(path);
    if (allowed.length === 0 || allowed.includes(request.method))
      throw new AppError('not_found_page');
    reply.header('Allow', allowed.join(', '));
    throw new AppError('method_not_allowed');
  });
  return app;
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
  files(app, { downloading, clock, limit, visitor });
  limits(app, { limits: services.limits, limit });
}
