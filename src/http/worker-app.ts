// Builds the HTTP application of a server that only works: liveness, readiness and metrics.
import type { FastifyInstance } from 'fastify';
import { answerErrors } from './answers/answer-errors.ts';
import { sharedEarly } from './downloads/shared-early.ts';
import { health } from './monitoring/health.ts';
import { metricsRoute } from './monitoring/metrics.ts';
import { closeConnections } from './server/close-connections.ts';
import { createServer } from './server/create-server.ts';
import { readForwardedFor } from './server/forwarded-for.ts';
import { limitRate } from './server/limit-rate.ts';
import { logRequests } from './server/log-requests.ts';
import { securityHeaders } from './server/security-headers.ts';
import type { HttpOptions, WorkerServices } from './services.ts';

/** Creates it. Close it with `close()`. */
export async function buildWorkerApp(
  services: WorkerServices,
  options: HttpOptions,
): Promise<FastifyInstance> {
  const app = createServer(services, options);
  readForwardedFor(app, options.trustedProxies);
  closeConnections(app);
  logRequests(app);
  answerErrors(app, services.words);
  await securityHeaders(app, options.publicUrl, options.site);
  const { limiter, networkOf, metrics } = services;
  metricsRoute(app, {
    // A session is none of its business.
    isOperator: async () => false,
    limit: limitRate(limiter, ({ ip }) => networkOf(ip)),
    token: options.metricsToken,
    text: () => metrics.text(),
  });
  sharedEarly(app, services.sharedEarly, services.clock);
  health(app, { ...services.ready, downloads: () => !services.isDraining() });
  return app;
}
