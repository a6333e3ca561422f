// Serves a built folder of pages as the product does, with its policy and its caching, and nothing behind it.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { securityHeaders } from '../../../src/http/server/security-headers.ts';
import type { SiteFacts } from '../../../src/http/services.ts';
import { assets } from '../../../src/http/site/assets.ts';
import { createFilledFiles } from '../../../src/http/site/filled-files.ts';
import { pageFacts, type Rating } from '../../../src/http/site/page-facts.ts';
import { pages, sendNotFound } from '../../../src/http/site/pages.ts';
import { readSiteMap } from '../../../src/http/site/site-map.ts';

/** The running server. `origin` has no slash at its end. */
export type PageServer = { readonly origin: string; readonly close: () => Promise<void> };

/** The operator's facts, and the visitors' rating. */
export type PageServerOptions = {
  readonly site?: Partial<SiteFacts>;
  readonly rating?: Rating;
  /** Default: a free port. */
  readonly port?: number;
  /** Adds routes and hooks of the test's own. */
  readonly extend?: (app: FastifyInstance) => void;
};

const root = path.resolve(import.meta.dirname, '../../..');
const SITE: SiteFacts = {
  name: 'Keepreel',
  operatorName: undefined,
  operatorAddress: undefined,
  contactEmail: undefined,
  telegramUrl: undefined,
  gtmId: undefined,
  consentScriptUrl: undefined,
};
const SOURCE = '/source.tar.gz';
const LIMITS = {
  maxDurationMinutes: 240,
  maxFileGigabytes: 4,
  fileTtlMinutes: 60,
  maxUploadMegabytes: 500,
  maxEncodeMinutes: 60,
  programLinks: true,
  youtubeSearch: false,
};

/** Serves the product's own build, or the folder given. */
export async function servePages(
  webDir = path.join(root, 'dist/web'),
  { site = {}, rating, port = 0, extend }: PageServerOptions = {},
): Promise<PageServer> {
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  await securityHeaders(app, undefined, { ...SITE, ...site });
  extend?.(app);
  await app.register(cookie);
  await assets(app, { webDir, publicUrl: undefined }, () => async () => undefined);
  const siteMap = readSiteMap(webDir);
  const filled = createFilledFiles(webDir, async (code, origin) => {
    const language = siteMap.languages.find((one) => one.code === code);
    if (!language) throw new TypeError(`no language ${code}`);
    const known = {
      site: { ...SITE, ...site },
      origin,
      limits: LIMITS,
      sourceUrl: SOURCE,
      rating: rating ?? null,
      nowMs: Date.now(),
    };
    return pageFacts(known, language);
  });
  const shown = { siteMap, filled, publicUrl: undefined };
  const limit = () => async () => undefined;
  pages(app, { ...shown, limit, publicDir: path.join(root, 'public') });
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, shown));
  await app.listen({ port, host: '127.0.0.1' });
  const address = app.server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${address.port}`, close: () => app.close() };
}
