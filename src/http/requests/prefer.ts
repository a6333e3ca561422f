// Reads the request header `Prefer` (RFC 7240) as far as this interface knows it.

const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:=\s*)?(?:[,;]|$)/i;

/** Whether `respond-async` is among the preferences; names are case-insensitive, values may be quoted. */
export function prefersAsync(header: string | readonly string[] | undefined): boolean {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return RESPOND_ASYNC.test(withoutQuoted(text));
}

/** What stands in quotes is a value, also where it looks like a preference. */
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
