// Logs one line per request: method, route template, status and milliseconds; never an address, a link or a cookie.
import type { FastifyInstance } from 'fastify';

/** Not logged: monitors request them every few seconds. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Registers the log line. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = PROBES.has(request.url) ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
