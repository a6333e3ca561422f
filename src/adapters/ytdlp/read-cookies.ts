// Parses the flattened Set-Cookie line that yt-dlp puts beside a format: names and values only.

const ATTRIBUTES = new Set([
  'domain',
  'path',
  'secure',
  'expires',
  'version',
  'max-age',
  'httponly',
  'samesite',
  'comment',
]);
const MAX_COOKIES = 50;
const MAX_VALUE_LENGTH = 4096;

/**
 * `a="v 1"; Domain=.tiktok.com; Path=/; Secure; b=2` → `{a: 'v 1', b: '2'}`. yt-dlp selected them for the format's own
 * address. Leaves out names and values that no Cookie header may carry; of two with one name it keeps the first, whose
 * path is more specific.
 */
export function readCookies(line: string | null): Readonly<Record<string, string>> {
  const cookies = new Map<string, string>();
  for (const part of (line ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    if (ATTRIBUTES.has(name.toLowerCase()) || !/^[\w!#$%&'*+.^`|~-]{1,200}$/u.test(name)) continue;
    const value = unquote(part.slice(equals + 1).trim());
    if (value.length > MAX_VALUE_LENGTH || !/^[\x20-\x3a\x3c-\x7e]*$/u.test(value)) continue;
    if (!cookies.has(name) && cookies.size < MAX_COOKIES) cookies.set(name, value);
  }
  return Object.fromEntries(cookies);
}

/** Undoes the quoting of Python's http.cookies: `\"`, `\\` and three octal digits. */
function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value
    .slice(1, -1)
    .replace(/\\(?:([0-3][0-7]{2})|(.))/gu, (_, octal: string | undefined, char: string) =>
      octal === undefined ? char : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}
