// Counts every answered request for the monitor: route template, method, class of status, seconds.
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../core/outcomes/metrics.ts';

/** Pages of the site in all languages are counted as one route. */
const PAGE = '(page)';
/** What no route takes. */
const NONE = '(none)';

/** Registers it. `isPage` tells the site's own pages by their path. */
export function measureRequests(
  app: FastifyInstance,
  metrics: () => Pick<Metrics, 'requestEnded'>,
  isPage: (path: string) => boolean,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const template = request.routeOptions.url;
    const route = template === undefined ? NONE : isPage(template) ? PAGE : template;
    metrics().requestEnded({
      route,
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
