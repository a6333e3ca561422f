// Builds the HTTP application from its services; it does not listen, so that tests can inject requests.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from '../shared/errors.ts';
import { answerErrors } from './answer-errors.ts';
import { apiDocs } from './api-docs.ts';
import { limitRate } from './limit-rate.ts';
import { logRequests } from './log-requests.ts';
import { detectPlatform } from './routes/detect-platform.ts';
import { health } from './routes/health.ts';
import { inspect } from './routes/inspect.ts';
import { pages } from './routes/pages.ts';
import { thumbnails } from './routes/thumbnails.ts';
import { refuseCrossSite } from './same-site.ts';
import { securityHeaders } from './security-headers.ts';
import type { HttpOptions, Services } from './services.ts';
import { visitorCookie } from './visitor.ts';

const MAX_BODY_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 5000;

/** The application with every route; `close()` ends it. */
export async function buildApp(services: Services, options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel, base: null },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');

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
  health(app, services.ready);
  await pages(app, options.webDir);

  app.setNotFoundHandler({ preHandler: limit('notFound') }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter(
      (method) => method !== request.method && app.findRoute({ method, url: path }) !== null,
    );
    if (allowed.length === 0) throw new AppError('not_found_page');
    reply.header('Allow', allowed.join(', '));
    throw new AppError('method_not_allowed');
  });
  return app;
}
