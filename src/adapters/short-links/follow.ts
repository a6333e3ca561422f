// Resolves short links hop by hop, within the hosts of their platform. Used through core's `ShortLinks`.

import type { ShortLinks } from '../../core/inspecting/ports.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { MAX_REDIRECTS } from '../../shared/limits.ts';
import type { Platform } from '../../shared/platforms/platform.ts';
import { UPSTREAMS } from '../../shared/platforms/upstreams.ts';
import { platformOfAnyHost, readAnyLink, recordOf } from '../../shared/sites/index.ts';
import { findPageTargets } from './page-targets.ts';

/** The response to one GET. `location` is the header as sent; `body` is needed for a 200 only. */
export type HopAnswer = {
  readonly status: number;
  readonly location: string | null;
  readonly body: AsyncIterable<Uint8Array> | null;
};

/**
 * One GET through the egress proxy that does not follow redirects. It owns its response: a `body` that is not read to
 * its end is closed when the iteration ends, and an unread one costs nothing.
 */
export type HopRequest = (address: string, signal: AbortSignal) => Promise<HopAnswer>;

const MAX_PAGE_BYTES = 512 * 1024;
const MAX_LOCATION_LENGTH = 8192;

/** Shorteners that redirect to any site: allowed for the first hop only. */
const OPEN_SHORTENERS: ReadonlySet<string> = new Set(['t.co']);
/** The parameter in which login pages name the requested page. */
const RETURN_PARAMETERS = ['next', 'redirect_url', 'redirect_after_login'];

const CODE_BY_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'blocked'],
  [403, 'blocked'],
  [404, 'not_found'],
  [410, 'not_found'],
  [429, 'rate_limited'],
]);
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A validated target: the link that was looked for, or the next address. */
type Step = { readonly link: string } | { readonly next: string };

/**
 * Creates the resolver. `follow` requests at most MAX_REDIRECTS addresses and throws AppError `not_found`,
 * `login_required`, `unsupported_url` (no item, a loop, too many hops), `blocked_target` (another site), `blocked`,
 * `rate_limited`, `upstream_error`, and what `request` throws.
 */
export function createShortLinks(request: HopRequest): ShortLinks {
  return {
    follow: async (short, signal) => {
      const platform = recordOf(short.platform);
      const asked = new Set<string>();
      let address = short.address;
      for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
        signal.throwIfAborted();
        if (asked.has(address)) throw failure('unsupported_url', platform, 'a loop');
        asked.add(address);
        const step = await readAnswer(await request(address, signal), address, platform, signal);
        if ('link' in step) return step.link;
        address = step.next;
      }
      throw failure('unsupported_url', platform, 'too many redirects');
    },
  };
}

async function readAnswer(
  { status, location, body }: HopAnswer,
  from: string,
  platform: Platform,
  signal: AbortSignal,
): Promise<Step> {
  if (REDIRECT_STATUSES.has(status) && location !== null) return judge(location, from, platform);
  if (status === 200 && body !== null) {
    return readPage(await readText(body, signal), from, platform);
  }
  throw failure(CODE_BY_STATUS.get(status) ?? 'upstream_error', platform, `status ${status}`);
}

/** The target of a redirect. Throws if it is not allowed or not useful. */
function judge(target: string, from: string, platform: Platform): Step {
  const url = target.length > MAX_LOCATION_LENGTH ? null : URL.parse(target, from);
  if (!url) throw failure('upstream_error', platform, 'an unreadable redirect');
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.port !== '' || url.username !== '' || url.password !== '') {
    throw failure('blocked_target', platform, 'a redirect to no web page');
  }
  if (platformOfAnyHost(url.hostname) !== platform || OPEN_SHORTENERS.has(url.hostname)) {
    throw failure('blocked_target', platform, 'a redirect to another site');
  }
  const reading = readAnyLink(url.href);
  if (reading.kind === 'link') return { link: url.href };
  if (reading.kind === 'short') return { next: reading.short.address };
  if (url.pathname === '/') throw failure('not_found', platform, 'sent to the start page');
  if (reading.reason === 'redirector') return { link: readReturn(url, platform) };
  const mayAsk =
    UPSTREAMS[platform.id].shortHosts.includes(url.hostname) &&
    !OPEN_SHORTENERS.has(new URL(from).hostname) &&
    (reading.reason === 'not_an_item' || reading.reason === 'too_long');
  if (!mayAsk) throw failure('unsupported_url', platform, reading.reason);
  return { next: `https://${url.hostname}${url.pathname}${url.search}` };
}

/** The item behind a login page, which the engine may still be able to see. */
function readReturn(url: URL, platform: Platform): string {
  for (const name of RETURN_PARAMETERS) {
    const link = readOwnItem(url.searchParams.get(name), url.href, platform);
    if (link) return link;
  }
  const isLogin = /\/login\b/.test(url.pathname);
  throw failure(isLogin ? 'login_required' : 'unsupported_url', platform, 'a page that leads on');
}

function readPage(html: string, from: string, platform: Platform): Step {
  const { canonical, openGraph, refresh } = findPageTargets(html);
  for (const target of [canonical, openGraph]) {
    const link = readOwnItem(target, from, platform);
    if (link) return { link };
  }
  if (refresh === null) throw failure('unsupported_url', platform, 'a page without an item');
  return judge(refresh.replaceAll('&amp;', '&'), from, platform);
}

/** The target as an absolute address when it is an item of this platform, else null. */
function readOwnItem(target: string | null, from: string, platform: Platform): string | null {
  const url = target === null ? null : URL.parse(target.replaceAll('&amp;', '&'), from);
  if (!url) return null;
  const reading = readAnyLink(url.href);
  return reading.kind === 'link' && reading.link.platform === platform.id ? url.href : null;
}

async function readText(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    text += decoder.decode(chunk.subarray(0, MAX_PAGE_BYTES - bytes), { stream: true });
    bytes += chunk.byteLength;
    if (bytes >= MAX_PAGE_BYTES) break;
  }
  return text;
}

function failure(code: ErrorCode, platform: Platform, detail: string): AppError {
  return new AppError(code, { params: { platform: platform.label }, detail });
}
