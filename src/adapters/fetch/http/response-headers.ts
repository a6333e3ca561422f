// Parses what a response's headers say about its body; validate-response.ts checks it.

/** What must be the same in all responses of one resource; null where a response does not say. */
export type ResponseFacts = {
  /** Length of the whole resource in bytes. */
  readonly total: number | null;
  /** A strong ETag; weak ones say nothing about bytes. */
  readonly etag: string | null;
  readonly lastModified: string | null;
};

/** The parsed headers. `range.end` is excluded; `length` is that of this body. */
export type ResponseHeaders = ResponseFacts & {
  readonly status: number;
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly length: number | null;
  /** Media type without parameters, in lower case. */
  readonly type: string;
  readonly encoding: string;
  /** How long the origin asks to wait, in milliseconds, an hour at most; a date in the past is 0. */
  readonly retryAfterMs: number | null;
};

/** Visitors wait no longer, and an origin may send any number. */
const LONGEST_WAIT_MS = 3_600_000;

type Headers = Readonly<Record<string, string>>;

/** Parses status and headers. `nowMs` is epoch milliseconds, for dates. */
export function readResponseHeaders(
  status: number,
  headers: Headers,
  nowMs: number,
): ResponseHeaders {
  const length = readNumber(headers['content-length']);
  const placed = readContentRange(headers['content-range']);
  const etag = headers['etag'] ?? '';
  return {
    status,
    range: placed?.range ?? null,
    total: status === 200 ? length : (placed?.total ?? null),
    length,
    etag: /^"[^"]*"$/.test(etag) ? etag : null,
    lastModified: headers['last-modified'] ?? null,
    type: (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    encoding: (headers['content-encoding'] ?? '').trim().toLowerCase(),
    retryAfterMs: readRetryAfter(headers['retry-after'], nowMs),
  };
}

function readContentRange(text = '') {
  const [, first, last, total = ''] =
    /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i.exec(text.trim()) ?? [];
  if (total === '') return null;
  const start = readNumber(first);
  const end = readNumber(last);
  const range = start !== null && end !== null && end >= start ? { start, end: end + 1 } : null;
  return { range, total: readNumber(total) };
}

function readRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const seconds = readNumber(text.trim());
  if (seconds !== null) return Math.min(LONGEST_WAIT_MS, seconds * 1000);
  // Date.parse would read `-1` as a year.
  const dateMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.min(LONGEST_WAIT_MS, Math.max(0, dateMs - nowMs));
}

function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
