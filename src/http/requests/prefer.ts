// Reads `respond-async` from the request header `Prefer` (RFC 7240).

const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:=\s*)?(?:[,;]|$)/i;

/** Returns whether the preferences include `respond-async`; names are case-insensitive, values may be quoted. */
export function prefersAsync(header: string | readonly string[] | undefined): boolean {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return RESPOND_ASYNC.test(withoutQuoted(text));
}

/** Removes quoted strings: they are values, even if they look like a preference. */
function withoutQuoted(text: string): string {
  let bare = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted && letter === '\\') at += 1;
    else if (!isQuoted) bare += letter;
  }
  return bare;
}
