// Serves the pages in the visitor's language, the files for search engines, and the operator's own script.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inLanguage } from '../../shared/routes.ts';
import { publicOrigin, requirePublicOrigin } from '../requests/public-origin.ts';
import type { LimitRate } from '../server/limit-rate.ts';
import { codingFor, type FilledFiles } from './filled-files.ts';
import type { Answer, LanguagePreferences, SiteMap } from './site-map.ts';

/** The locations of the files. `customScript` is the operator's own script, which may be missing. */
export type PageFiles = {
  readonly siteMap: SiteMap;
  readonly filled: FilledFiles;
  readonly publicUrl: string | undefined;
  readonly basePath?: string | undefined;
  readonly limit: LimitRate;
  readonly publicDir: string;
  readonly customScript?: string | undefined;
};

/** The filled files that are not pages: path to media type. */
const TEXTS = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
} as const;
const ADMIN = /^(?:\/[a-z-]+)?\/admin(?:\/|$)/i;
const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Serves every path of the site map, `/robots.txt`, `/sitemap.xml`, the manifests, the icon, the offline worker and
 * `/js/custom.js`. All but the icon are revalidated on each request.
 */
export function pages(app: FastifyInstance, files: PageFiles): void {
  const { siteMap, filled, basePath = '' } = files;
  const options = { onRequest: files.limit('page'), schema: { hide: true } };
  for (const [pathname, answerTo] of siteMap.paths) {
    app.get(pathname, options, async (request, reply) => {
      // Operators' pages are never cached, not even their empty shell.
      if (ADMIN.test(pathname)) reply.header('Cache-Control', 'no-store');
      const chosen = chosenLanguage(request, siteMap);
      if (!chosen) return sendPage(request, reply, files, answerTo(languagePreferencesOf(request)));
      rememberLanguage(reply, chosen, files);
      return reply.redirect(basePath + pathname, 303);
    });
  }
  for (const [pathname, type] of Object.entries(TEXTS)) {
    app.get(pathname, options, async (request, reply) => {
      const code = siteMap.languages[0]?.code ?? '';
      const origin = requirePublicOrigin(request, files.publicUrl);
      return send(request, reply.type(type), filled, { file: pathname.slice(1), code, origin });
    });
  }
  for (const { code, prefix } of siteMap.languages) {
    const address = inLanguage(prefix, '/manifest.webmanifest');
    app.get(address, { schema: { hide: true } }, async (request, reply) => {
      reply.type('application/manifest+json; charset=utf-8');
      const file = `pages/${code}/manifest.webmanifest`;
      return send(request, reply, filled, { file, code, origin: null });
    });
  }
  app.get('/offline-worker.js', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache');
    return reply.sendFile('offline-worker.js', files.publicDir, { cacheControl: false });
  });
  app.get('/icon.svg', { schema: { hide: true } }, async (_request, reply) =>
    reply.sendFile('icon.svg', files.publicDir, { immutable: false, maxAge: '1d' }),
  );
  app.get('/js/custom.js', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8');
    return reply.serializer(String).send(await readCustomScript(files.customScript));
  });
}

/** Sends the "not found" page. */
export function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Pick<PageFiles, 'siteMap' | 'filled' | 'publicUrl'>,
): Promise<FastifyReply> {
  const pathname = request.url.split('?', 1)[0] ?? '/';
  return sendPage(
    request,
    reply,
    files,
    files.siteMap.notFound(pathname, languagePreferencesOf(request)),
  );
}

/** Returns whether a request prefers HTML. */
export function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && (request.headers.accept ?? '').includes('text/html');
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { filled, publicUrl }: Pick<PageFiles, 'filled' | 'publicUrl'>,
  { file, status, language }: Answer,
): Promise<FastifyReply> {
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('Content-Language', language.tag)
    .header('Vary', 'Accept-Encoding, Accept-Language, Cookie');
  const origin = publicOrigin(request, publicUrl);
  return send(request, reply, filled, { file, code: language.code, origin });
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  filled: FilledFiles,
  { file, code, origin }: { file: string; code: string; origin: string | null },
): Promise<FastifyReply> {
  const coding = codingFor(request.headers['accept-encoding']);
  const { body, etag } = await filled(file, code, coding, origin);
  reply.header('ETag', etag);
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-cache');
  if (!reply.hasHeader('Vary')) reply.header('Vary', 'Accept-Encoding');
  if (reply.statusCode === 200 && isSame(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  if (coding !== 'identity') reply.header('Content-Encoding', coding);
  return reply.send(body);
}

function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

function languagePreferencesOf(request: FastifyRequest): LanguagePreferences {
  return {
    cookie: request.cookies['language'],
    acceptLanguage: request.headers['accept-language'],
  };
}

/** Reads `?language=de`, which chooses a language without scripts. */
function chosenLanguage(request: FastifyRequest, { languages }: SiteMap): string | undefined {
  const { language } = request.query as { readonly language?: unknown };
  return languages.find(({ code }) => code === language)?.code;
}

function rememberLanguage(
  reply: FastifyReply,
  code: string,
  { publicUrl, basePath }: Pick<PageFiles, 'publicUrl' | 'basePath'>,
): void {
  reply.setCookie('language', code, {
    path: basePath || '/',
    maxAge: YEAR_SECONDS,
    sameSite: 'lax',
    secure: publicUrl?.startsWith('https:') ?? false,
  });
}

/** Reads the operator's script; empty if it is missing. */
async function readCustomScript(file: string | undefined): Promise<string> {
  if (file === undefined) return '';
  return readFile(path.resolve(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}
