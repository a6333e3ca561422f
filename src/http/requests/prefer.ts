// Reads `respond-async` from the request header `Prefer` (RFC 7240).

/** A quoted string is a value, even if it looks like a preference; one that is not closed lasts to the end. */
const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"?/gs;
const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:=\s*)?(?:[,;]|$)/i;

/** Returns whether the preferences include `respond-async`; names are case-insensitive, values may be quoted. */
export function prefersAsync(header: string | readonly string[] | undefined): boolean {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return RESPOND_ASYNC.test(text.replace(QUOTED, ''));
}
