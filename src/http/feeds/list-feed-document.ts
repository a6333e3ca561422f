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

/** The text of the feed; `readAt` is when the list was read, in epoch milliseconds. */
export function writeListFeed(list: FeedOf, format: FeedFormat, readAt: number): string {
  return format === 'json' ? writeJson(list) : writeRss(list, readAt);
}

function writeJson({ link, title, author, entries }: FeedOf): string {
  const authors = (name: string | null) => (name ? { authors: [{ name: cleaned(name) }] } : {});
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: cleaned(title ?? link.id),
    home_page_url: link.address,
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

function writeRss({ link, title, author, entries }: FeedOf, readAt: number): string {
  const name = cleaned(title ?? link.id);
  const feed = new Feed({
    title: name,
    description: author ? `${name} · ${cleaned(author)}` : name,
    link: link.address,
    updated: new Date(readAt),
    generator: false,
  });
  for (const entry of entries) {
    const { address } = entry.link;
    const item: Omit<Item, 'date'> = { title: titleOf(entry), id: address, link: address };
    // The list has no dates, and the library writes none for an item without.
    feed.addItem(item as Item);
  }
  return feed.rss2();
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
