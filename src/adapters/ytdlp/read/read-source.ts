// The source of a track: validated addresses, headers, cookies and fragments.
import type { Fragment, Source } from '../../../core/inspecting/inspection.ts';
import { MAX_SOURCE_ADDRESS_LENGTH } from '../../../shared/limits.ts';
import type { Delivery } from '../../../shared/media/media.ts';
import { readCookies } from '../read-cookies.ts';
import type { RawFormat } from './info-shape.ts';

// Other protocols (rtmp, mhtml, ism, websocket, ffmpeg's own) are not fetched by this program.
const DELIVERIES: Readonly<Record<string, Delivery>> = {
  http: 'file',
  https: 'file',
  m3u8: 'hls',
  m3u8_native: 'hls',
  http_dash_segments: 'dash',
};

/**
 * The delivery of a format; undefined for a protocol that is not on the list. A missing one is taken from the address.
 */
export function deliveryOf(format: RawFormat): Delivery | undefined {
  if (format.protocol !== null)
    return Object.hasOwn(DELIVERIES, format.protocol) ? DELIVERIES[format.protocol] : undefined;
  if (format.fragments !== null) return 'dash';
  return /\.m3u8(?:$|[?#])/u.test(format.url) ? 'hls' : 'file';
}

/** The source of a format, or null when a part of it may not be fetched. */
export function readSource(format: RawFormat, delivery: Delivery): Source | null {
  const address = webAddress(format.url);
  if (address === null) return null;
  const fragments = delivery === 'dash' ? readFragments(format) : null;
  if (delivery === 'dash' && fragments === null) return null;
  const headers = readHeaders(format.http_headers);
  return { address, headers, cookies: readCookies(format.cookies), fragments };
}

/** The source of an image or a subtitle: an address with the headers of its item. */
export function plainSource(
  address: string,
  headers: Readonly<Record<string, unknown>>,
): Source | null {
  const checked = webAddress(address);
  if (checked === null) return null;
  return { address: checked, headers: readHeaders(headers), cookies: {}, fragments: null };
}

/** The normalized address: https or http, without credentials. Null for anything else. */
export function webAddress(value: string, base?: string): string | null {
  const url = URL.parse(value, base);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  url.hash = '';
  return url.href.length <= MAX_SOURCE_ADDRESS_LENGTH ? url.href : null;
}

const PASSED_HEADERS: Readonly<Record<string, string>> = {
  'user-agent': 'User-Agent',
  referer: 'Referer',
  origin: 'Origin',
  accept: 'Accept',
  'accept-language': 'Accept-Language',
};

/**
 * The headers that may be sent, under their usual names. `Accept-Encoding` is not among them: media must arrive with
 * the announced length.
 */
export function readHeaders(
  headers: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const known = PASSED_HEADERS[name.toLowerCase()];
    if (known === undefined || !Object.hasOwn(PASSED_HEADERS, name.toLowerCase())) continue;
    if (typeof value === 'string' && /^[\x20-\x7e]{1,2000}$/u.test(value)) passed[known] = value;
  }
  return passed;
}

function readFragments(format: RawFormat): readonly Fragment[] | null {
  if (format.fragments === null || format.fragments.length === 0) return null;
  const base = format.fragment_base_url ?? format.url;
  const fragments: Fragment[] = [];
  for (const { url, path, duration } of format.fragments) {
    const address = url === null ? path && webAddress(path, base) : webAddress(url);
    if (!address) return null;
    fragments.push({ address, durationSeconds: duration });
  }
  return fragments;
}
