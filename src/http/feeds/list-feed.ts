// GET /api/feed: the newest videos of a list, for programs and feed readers; POST /api/feed: the addresses that feed readers open.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { VideoList } from '../../core/inspecting/list.ts';
import type { PageOfList } from '../../core/inspecting/lists.ts';
import { takeToken } from '../../core/limits/rate-limit.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { type FeedQuery, feedLinksAnswer, feedQuery } from '../../shared/api/feed.ts';
import { linkRequest } from '../../shared/api/inspect.ts';
import { AppError } from '../../shared/errors.ts';
import { LIST_TTL_MS, MAX_LIST_ENTRIES, MAX_LIST_PAGES } from '../../shared/limits.ts';
import { type ListLink, readListLink } from '../../shared/platforms/lists.ts';
import { keepNothing } from '../answers/keep-nothing.ts';
import { isKnown } from '../downloads/file-headers.ts';
import { tokensOf } from '../downloads/lists.ts';
import { requirePublicOrigin } from '../requests/public-origin.ts';
import { keyOf, TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import { FEED_TYPES, writeListFeed } from './list-feed-document.ts';

const tags = ['feeds'];

/** Registers the routes. Neither is for visitors without a key. */
export function listFeed(app: FastifyInstance, context: RouteContext): void {
  const { limit, apiKeys, feedTokens, options, basePath } = context;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  const requireKey = async (request: FastifyRequest, link: ListLink, token?: string) => {
    if (keyOf(request)) return;
    if (token === undefined) throw new AppError('key_missing');
    const keyId = feedTokens.read(token, link.address);
    if (keyId === null || !(await apiKeys.isActive(keyId))) throw new AppError('key_unknown');
  };
  const readList = createReader(context);
  const feedAddress = (
    request: FastifyRequest,
    link: ListLink,
    { page = 1, ...rest }: { readonly format: string; page?: number | string; token?: string },
  ) => {
    const query = new URLSearchParams({ url: link.address, ...rest });
    if (page !== 1) query.set('page', String(page));
    return `${requirePublicOrigin(request, options.publicUrl)}${basePath}/api/feed?${query}`;
  };

  typed.get(
    '/api/feed',
    {
      onRequest: limit('site'),
      config: TAKES_KEY,
      schema: {
        summary: 'Follow a list',
        description:
          'A page of 50 videos as JSON Feed 1.1 or RSS 2.0, read anew after 15 minutes. With a key, or with the `token` of `POST /api/feed`.',
        tags,
        querystring: feedQuery,
      },
    },
    async (request, reply) => {
      const { url, format, page, token } = request.query;
      const link = linkOf(url);
      await requireKey(request, link, token);
      const list = await readList(request, { url, page }, requestSignal(reply));
      const addressOf = (page: number | string) =>
        feedAddress(request, link, { format, page, ...(token && { token }) });
      const addresses = {
        own: addressOf(page),
        next: list.nextPage === null ? null : addressOf(list.nextPage),
      };
      const readAt = list.expiresAt - LIST_TTL_MS;
      const etag = `"${tagOf(list, format)}"`;
      reply
        .header('Cache-Control', 'private, no-cache')
        .header('ETag', `W/${etag}`)
        .header('Last-Modified', new Date(readAt).toUTCString())
        .header('Referrer-Policy', 'no-referrer')
        .header('X-Robots-Tag', 'noindex');
      if (isUnchanged(request, etag, readAt)) return reply.status(304).send();
      return reply.type(FEED_TYPES[format]).send(writeListFeed(list, format, addresses, readAt));
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
      if (!key) throw new AppError('key_missing');
      const token = feedTokens.make(key.id, link.address);
      const addressOf = (format: keyof typeof FEED_TYPES) =>
        feedAddress(request, link, { format, token });
      return { success: true as const, json: addressOf('json'), rss: addressOf('rss') };
    },
  );
}

/** Reads a page of a list, or its end. */
function createReader({ lists, limiter, networkOf }: RouteContext) {
  const readPage = async (request: FastifyRequest, asked: PageOfList, signal: AbortSignal) => {
    const network = networkOf(request);
    // Polling a list that is kept costs no more than a page.
    if (!lists.isKept(asked)) await takeToken(limiter, 'list', network, tokensOf(asked.page));
    return lists.read(asked, { network, canWait: false }, signal);
  };
  return async (
    request: FastifyRequest,
    { url, page }: Pick<FeedQuery, 'url' | 'page'>,
    signal: AbortSignal,
  ): Promise<VideoList> => {
    if (page !== 'last') return readPage(request, { text: url, page }, signal);
    const first = await readPage(request, { text: url, page: 1 }, signal);
    const pages = 1 + Math.ceil((first.omitted ?? 0) / MAX_LIST_ENTRIES);
    const last =
      pages > 1
        ? await readPage(request, { text: url, page: Math.min(pages, MAX_LIST_PAGES) }, signal)
        : first;
    return { ...last, entries: last.entries.toReversed(), nextPage: null };
  };
}

function linkOf(text: string): ListLink {
  const link = readListLink(text);
  if (!link) throw new AppError('not_a_list');
  return link;
}

/** The same for the same videos, whenever they were read. */
function tagOf({ title, entries, nextPage }: VideoList, format: string): string {
  const shown = entries.map(({ link, title }) => [link.id, title]);
  const text = JSON.stringify([format, title, shown, nextPage]);
  return createHash('sha256').update(text).digest('base64url');
}

/** The entity tag decides where both are there. */
function isUnchanged({ headers }: FastifyRequest, etag: string, readAt: number): boolean {
  if (headers['if-none-match'] !== undefined) return isKnown(headers['if-none-match'], etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(readAt / 1000) * 1000 <= since;
}
