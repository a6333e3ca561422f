// One log line per request: method, route template, status and milliseconds; never an address, a link or a cookie.
import type { FastifyInstance } from 'fastify';

/** Registers the log line. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
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
