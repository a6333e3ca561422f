// The pages in the language of their visitor, what search engines read, and the operator's own script.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inLanguage } from '../../shared/routes.ts';
import { certainOrigin, ownOrigin } from '../requests/public-origin.ts';
import type { LimitRate } from '../server/limit-rate.ts';
import { codingFor, type FilledFiles } from './filled-files.ts';
import type { Answer, LanguagePreferences, SiteMap } from './site-map.ts';

/** Where the files lie. `customScript` is the operator's own script, which need not be there. */
export type PageFiles = {
  readonly siteMap: SiteMap;
  readonly filled: FilledFiles;
  readonly publicUrl: string | undefined;
  readonly limit: LimitRate;
  readonly publicDir: string;
  readonly customScript?: string | undefined;
};

/** What the server fills in and is no page: path to type. */
const TEXTS = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
} as const;
const ADMIN = /^(?:\/[a-z-]+)?\/admin(?:\/|$)/i;
const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Serves every path of the site map, `/robots.txt`, `/sitemap.xml`, the manifests, the icon, the offline worker and
 * `/js/custom.js`. All but the icon are asked for again each time.
 */
export function pages(app: FastifyInstance, files: PageFiles): void {
  const { siteMap, filled } = files;
  const options = { onRequest: files.limit('page'), schema: { hide: true } };
  for (const [pathname, answerTo] of siteMap.paths) {
    app.get(pathname, options, async (request, reply) => {
      // What operators see is kept by no cache, not even the empty frame of it.
      if (ADMIN.test(pathname)) reply.header('Cache-Control', 'no-store');
      const chosen = chosenLanguage(request, siteMap);
      if (!chosen) return sendPage(request, reply, files, answerTo(languagePreferencesOf(request)));
      rememberLanguage(reply, chosen, files.publicUrl);
      return reply.redirect(pathname, 303);
    });
  }
  for (const [pathname, type] of Object.entries(TEXTS)) {
    app.get(pathname, options, async (request, reply) => {
      const code = siteMap.languages[0]?.code ?? '';
      const origin = certainOrigin(request, files.publicUrl);
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

/** Answers with the page for what is not there. */
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

/** Whether a request would rather have a page than data. */
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
  const origin = ownOrigin(request, publicUrl);
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

/** `?language=de`: how a language is chosen without scripts. */
function chosenLanguage(request: FastifyRequest, { languages }: SiteMap): string | undefined {
  const { language } = request.query as { readonly language?: unknown };
  return languages.find(({ code }) => code === language)?.code;
}

function rememberLanguage(reply: FastifyReply, code: string, publicUrl: string | undefined): void {
  reply.setCookie('language', code, {
    path: '/',
    maxAge: YEAR_SECONDS,
    sameSite: 'lax',
    secure: publicUrl?.startsWith('https:') ?? false,
  });
}

/** The operator's script; empty where there is none. */
async function readCustomScript(file: string | undefined): Promise<string> {
  if (file === undefined) return '';
  return readFile(path.resolve(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}
