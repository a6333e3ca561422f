// Records every response in the metrics: route template, method, status class, seconds.
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../core/outcomes/metrics.ts';

/** Pages of the site in all languages are counted as one route. */
const PAGE = '(page)';
/** The label for paths without a route. */
const NONE = '(none)';

/** Registers the hook. `isPage` returns whether a path is one of the site's own pages. */
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
