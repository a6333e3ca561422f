// Finds the canonical address in a page that returned 200, for short links that do not redirect.

/** Addresses as written in the page (possibly relative, possibly with "&amp;"); null where there is none. */
export type PageTargets = {
  /** `<link rel="canonical">`. */
  readonly canonical: string | null;
  /** `<meta property="og:url">`. */
  readonly openGraph: string | null;
  /** `<meta http-equiv="refresh">`. */
  readonly refresh: string | null;
};

// Both end at the next "<", so that a hostile page costs linear time.
const TAG = /<(?:link|meta)\b([^<>]*)>/gi;
const ATTRIBUTE = /(?<![a-z:-])([a-z:-]{1,20})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const REFRESH = /^[\d.\s]*[;,]\s*url\s*=([\s\S]*)$/i;

/** Reads the first address of each kind. Linear in the page's length. */
export function findPageTargets(html: string): PageTargets {
  const found: { -readonly [Key in keyof PageTargets]: PageTargets[Key] } = {
    canonical: null,
    openGraph: null,
    refresh: null,
  };
  for (const [, text = ''] of html.matchAll(TAG)) {
    const tag = readAttributes(text);
    const content = tag.get('content') ?? null;
    if (tag.get('rel')?.toLowerCase() === 'canonical') found.canonical ??= tag.get('href') ?? null;
    if (tag.get('property')?.toLowerCase() === 'og:url') found.openGraph ??= content;
    if (tag.get('http-equiv')?.toLowerCase() === 'refresh') found.refresh ??= readRefresh(content);
  }
  return found;
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return attributes;
}

function readRefresh(content: string | null): string | null {
  const target = REFRESH.exec(content ?? '')?.[1]?.trim();
  return target?.replace(/^(['"])(.*)\1$/, '$2') ?? null;
}
