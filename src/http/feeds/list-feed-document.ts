// Writes the entries of a list as a feed: JSON Feed 1.1 or RSS 2.0.
import { Feed, type Item } from 'feed';
import type { VideoList } from '../../core/inspecting/list.ts';

/** The formats, with their media types. */
export const FEED_TYPES = {
  json: 'application/feed+json; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
} as const;

type FeedFormat = keyof typeof FEED_TYPES;

/** What of a list is written. */
type FeedOf = Pick<VideoList, 'link' | 'title' | 'author' | 'entries'>;

/** Its address, and that of its next page, null for the last one. */
type Addresses = { readonly own: string; readonly next: string | null };

/** The text of the feed; `readAt` is when the list was read, in epoch milliseconds. */
export function writeListFeed(
  list: FeedOf,
  format: FeedFormat,
  addresses: Addresses,
  readAt: number,
): string {
  return format === 'json' ? writeJson(list, addresses) : writeRss(list, addresses, readAt);
}

function writeJson({ link, title, author, entries }: FeedOf, { own, next }: Addresses): string {
  const authors = (name: string | null) => (name ? { authors: [{ name: cleaned(name) }] } : {});
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: cleaned(title ?? link.id),
    home_page_url: link.address,
    feed_url: own,
    ...(next && { next_url: next }),
    ...authors(author),
    items: entries.map((entry) => ({
      id: entry.link.address,
      url: entry.link.address,
      title: titleOf(entry),
      // The format wants a content.
      content_text: titleOf(entry),
      ...authors(entry.author),
    })),
  });
}

function writeRss(
  { link, title, author, entries }: FeedOf,
  { own, next }: Addresses,
  readAt: number,
): string {
  const name = cleaned(title ?? link.id);
  const feed = new Feed({
    title: name,
    description: author ? `${name} · ${cleaned(author)}` : name,
    link: link.address,
    updated: new Date(readAt),
    generator: false,
    feedLinks: { rss: own },
  });
  for (const entry of entries) {
    const { address } = entry.link;
    const item: Omit<Item, 'date'> = { title: titleOf(entry), id: address, link: address };
    // The list has no dates, and the library writes none for an item without.
    feed.addItem(item as Item);
  }
  const text = feed.rss2();
  if (!next) return text;
  // RFC 5005; the library writes nothing but the address of the feed itself.
  const more = `<atom:link href="${next.replaceAll('&', '&amp;')}" rel="next"/>`;
  return text.replace('<atom:link', (first) => `${more}${first}`);
}

function titleOf({ title, link }: FeedOf['entries'][number]): string {
  return cleaned(title ?? link.id);
}

/** Returns the text as one line without characters that XML 1.0 does not allow. */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ')
    .trim();
}
