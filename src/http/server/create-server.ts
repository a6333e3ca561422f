// Creates the server without routes: timeouts, size limits, logging, body parsing and validation.
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { answerRouterErrors } from '../answers/answer-errors.ts';
import type { HttpOptions, Services } from '../services.ts';
import { takeOffBasePath } from './base-path.ts';
import { boundConnections } from './bound-connections.ts';
import { readJsonBodies } from './json-bodies.ts';
import { loggedError } from './log-errors.ts';
import { logLines } from './log-lines.ts';

const MAX_BODY_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Keep-alive timeouts. A browser quickly opens a new connection; a proxy reuses its connections for long, and would run into
 * one that was just closed.
 */
const KEEP_ALIVE_MS = { direct: 10_000, behindProxy: 72_000 } as const;
/** A file name has at most 200 bytes, each of which may be percent-encoded. */
const MAX_PARAM_LENGTH = 600;

/** Creates the server, without routes; it does not listen. */
export function createServer(
  services: Pick<Services, 'networkOf' | 'words'>,
  options: HttpOptions,
): FastifyInstance {
  const rewriteUrl = takeOffBasePath(options.basePath ?? '');
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
    ...(rewriteUrl && { rewriteUrl }),
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
  return app;
}
