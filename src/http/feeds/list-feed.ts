// GET /api/feed: the newest videos of a list, for programs and feed readers; POST /api/feed: the addresses that feed readers open.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { VideoList } from '../../core/inspecting/list.ts';
import { takeToken } from '../../core/limits/rate-limit.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { feedLinksAnswer, feedQuery } from '../../shared/api/feed.ts';
import { linkRequest } from '../../shared/api/inspect.ts';
import { AppError } from '../../shared/errors.ts';
import { LIST_TTL_MS } from '../../shared/limits.ts';
import { type ListLink, readListLink } from '../../shared/platforms/lists.ts';
import { keepNothing } from '../answers/keep-nothing.ts';
import { isKnown } from '../downloads/file-headers.ts';
import { requirePublicOrigin } from '../requests/public-origin.ts';
import { keyOf, TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import { FEED_TYPES, writeListFeed } from './list-feed-document.ts';

const tags = ['feeds'];

/** Registers the routes. Neither is for visitors without a key. */
export function listFeed(app: FastifyInstance, context: RouteContext): void {
  const { lists, limit, limiter, networkOf, apiKeys, feedTokens, options, basePath } = context;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  const requireKey = async (request: FastifyRequest, link: ListLink, token?: string) => {
    if (keyOf(request)) return;
    const keyId = token === undefined ? null : feedTokens.read(token, link.address);
    if (keyId === null || !(await apiKeys.isActive(keyId))) throw new AppError('key_unknown');
  };
  const readList = async (request: FastifyRequest, text: string, signal: AbortSignal) => {
    const network = networkOf(request);
    // Polling a list that is kept costs no more than a page.
    const first = { text, page: 1 };
    if (!lists.isKept(first)) await takeToken(limiter, 'list', network);
    return lists.read(first, { network, canWait: false }, signal);
  };

  typed.get(
    '/api/feed',
    {
      onRequest: limit('site'),
      config: TAKES_KEY,
      schema: {
        summary: 'Follow a list',
        description:
          'Its first 50 videos as JSON Feed 1.1 or RSS 2.0, read anew after 15 minutes. With a key, or with the `token` of `POST /api/feed`.',
        tags,
        querystring: feedQuery,
      },
    },
    async (request, reply) => {
      const { url, format, token } = request.query;
      await requireKey(request, linkOf(url), token);
      const list = await readList(request, url, requestSignal(reply));
      const readAt = list.expiresAt - LIST_TTL_MS;
      const etag = `"${tagOf(list, format)}"`;
      reply
        .header('Cache-Control', 'private, no-cache')
        .header('ETag', `W/${etag}`)
        .header('Last-Modified', new Date(readAt).toUTCString())
        .header('Referrer-Policy', 'no-referrer')
        .header('X-Robots-Tag', 'noindex');
      if (isUnchanged(request, etag, readAt)) return reply.status(304).send();
      return reply.type(FEED_TYPES[format]).send(writeListFeed(list, format, readAt));
    },
  );

  typed.post(
    '/api/feed',
    {
      onRequest: [limit('job'), keepNothing],
      config: TAKES_KEY,
      schema: {
        summary: 'Make the addresses of a feed',
        description:
          'For feed readers, which send no key. Each opens this list alone, until the key is revoked or expires.',
        tags,
        body: linkRequest,
        response: { 200: feedLinksAnswer, default: errorAnswer },
      },
    },
    async (request) => {
      const link = linkOf(request.body.url);
      const key = keyOf(request);
      if (!key) throw new AppError('key_unknown');
      const origin = requirePublicOrigin(request, options.publicUrl);
      const addressOf = (format: keyof typeof FEED_TYPES) => {
        const token = feedTokens.make(key.id, link.address);
        const query = new URLSearchParams({ url: link.address, format, token });
        return `${origin}${basePath}/api/feed?${query}`;
      };
      return { success: true as const, json: addressOf('json'), rss: addressOf('rss') };
    },
  );
}

function linkOf(text: string): ListLink {
  const link = readListLink(text);
  if (!link) throw new AppError('not_a_list');
  return link;
}

/** The same for the same videos, whenever they were read. */
function tagOf({ title, entries }: VideoList, format: string): string {
  const shown = entries.map(({ link, title }) => [link.id, title]);
  const text = JSON.stringify([format, title, shown]);
  return createHash('sha256').update(text).digest('base64url');
}

/** The entity tag decides where both are there. */
function isUnchanged({ headers }: FastifyRequest, etag: string, readAt: number): boolean {
  if (headers['if-none-match'] !== undefined) return isKnown(headers['if-none-match'], etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(readAt / 1000) * 1000 <= since;
}
