// Finds out how long the addresses of an inspection are valid, from their signatures.
import { INSPECTION_TTL_MS } from '../../../shared/limits.ts';

// A download that starts with a cached answer still has to fetch: addresses are discarded this much earlier.
const MARGIN_MS = 60_000;
// No address was signed before 2001; a smaller number is another parameter of that name.
const EARLIEST_SECONDS = 1_000_000_000;

/**
 * When the inspection expires, in epoch milliseconds: a minute before the first of its addresses, at most five minutes
 * after `now`, and not before `now`.
 */
export function readExpiry(addresses: Iterable<string>, now: number): number {
  let earliest = now + INSPECTION_TTL_MS;
  for (const address of addresses) {
    const seconds = expirySeconds(address);
    if (seconds !== null) earliest = Math.min(earliest, seconds * 1000 - MARGIN_MS);
  }
  return Math.max(now, earliest);
}

/** When a signed address expires, in epoch seconds; null when it has no time. */
export function expirySeconds(address: string): number | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const found = [
    // YouTube and TikTok; CloudFront and S3 (X, Snapchat)
    ...['expire', 'x-expires', 'Expires'].map((name) => decimal(url.searchParams.get(name))),
    // Facebook, Instagram, Threads
    hexadecimal(url.searchParams.get('oe')),
    // YouTube's manifests carry their parameters in the path.
    decimal(/\/expire\/(\d+)(?:\/|$)/u.exec(url.pathname)?.[1] ?? null),
    amazon(url.searchParams),
  ].filter((seconds): seconds is number => seconds !== null && seconds >= EARLIEST_SECONDS);
  return found.length === 0 ? null : Math.min(...found);
}

function decimal(value: string | null): number | null {
  return value !== null && /^\d{10,11}$/u.test(value) ? Number(value) : null;
}

function hexadecimal(value: string | null): number | null {
  return value !== null && /^[0-9a-f]{8}$/iu.test(value) ? Number.parseInt(value, 16) : null;
}

function amazon(query: URLSearchParams): number | null {
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(query.get('X-Amz-Date') ?? '');
  const lifetime = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (date === null || !(lifetime > 0)) return null;
  const [year, month, day, hour, minute, second] = date.slice(1).map(Number);
  const start = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return Math.floor(start / 1000) + lifetime;
}
