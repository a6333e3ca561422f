// Registers the built site: assets, the source archive, the pages, and the handler for unknown paths.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import type { RouteContext } from '../route-context.ts';
import { assets } from './assets.ts';
import { createFilledFiles, type FilledFiles } from './filled-files.ts';
import { pageFacts } from './page-facts.ts';
import { pages, sendNotFound, wantsPage } from './pages.ts';
import { source } from './source.ts';

/** Registers the routes and the handler for paths and methods that no route takes. */
export async function pageRoutes(app: FastifyInstance, context: RouteContext): Promise<void> {
  const { options, siteMap, limit, allowedMethods } = context;
  await assets(app, options, limit);
  const sourceUrl = await source(app, context);
  const filled = fillerOf(app, context, sourceUrl);
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
}

/** Creates the filled files; the rating is left out if it cannot be read. */
function fillerOf(
  app: FastifyInstance,
  { options, siteMap, limits, clock, siteStatus }: RouteContext,
  sourceUrl: string | undefined,
): FilledFiles {
  const { site, webDir } = options;
  const readRating = async () => {
    try {
      return (await siteStatus()).rating;
    } catch (error) {
      app.log.warn({ err: error }, 'pages are sent without the rating');
      return null;
    }
  };
  return createFilledFiles(webDir, async (code, origin) => {
    const language = siteMap.languages.find((one) => one.code === code);
    if (!language) throw new TypeError(`no pages in ${code}`);
    const rating = await readRating();
    const known = { site, origin, limits, sourceUrl, rating, nowMs: clock.now() };
    return pageFacts(known, language);
  });
}
