// Renders the RSS feed: trending videos and articles, newest first. The same content always gives the same text.
import { Feed } from 'feed';
import type { TrendingVideo } from '../../core/trending/trending.ts';
import type { SiteArticle } from '../../shared/site-pages.ts';
import { cleaned } from '../feeds/list-feed-document.ts';

const MAX_ENTRIES = 100;

/** The content of the feed. `address` is that of the site, without a trailing slash. */
export type FeedContent = {
  readonly siteName: string;
  readonly address: string;
  readonly videos: readonly TrendingVideo[];
  readonly articles: readonly SiteArticle[];
};

type Entry = {
  /** Independent of the address of the site. */
  readonly guid: string;
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly date: Date;
};

/** Renders the feed as RSS 2.0, without unavailable videos and articles in languages other than English. */
export function renderFeed({ siteName, address, videos, articles }: FeedContent): string {
  const entries = [
    ...videos.filter(({ isAvailable }) => isAvailable).map((video) => videoEntry(address, video)),
    ...articles
      .filter(({ language }) => language === 'en')
      .map((one) => articleEntry(address, one)),
  ]
    .sort((one, other) => other.date.getTime() - one.date.getTime())
    .slice(0, MAX_ENTRIES);
  const feed = new Feed({
    title: cleaned(siteName),
    description: `Trending videos and articles of ${cleaned(siteName)}`,
    id: `${address}/`,
    link: `${address}/`,
    language: 'en',
    copyright: '',
    // The library's default is the current time, which would change the text each time.
    updated: entries[0]?.date ?? new Date(0),
    generator: cleaned(siteName),
    feedLinks: { rss: `${address}/feed.xml` },
  });
  for (const entry of entries) feed.addItem({ ...entry, id: entry.guid });
  return feed.rss2();
}

function videoEntry(address: string, video: TrendingVideo): Entry {
  return {
    guid: `trending:${video.id}`,
    title: cleaned(video.title),
    description: cleaned(video.description ?? ''),
    link: `${address}/trending#${encodeURIComponent(video.id)}`,
    date: new Date(video.createdAt),
  };
}

function articleEntry(
  address: string,
  { title, description, path, published }: SiteArticle,
): Entry {
  return {
    guid: `article:${path}`,
    title: cleaned(title),
    description: cleaned(description),
    link: address + path,
    date: new Date(published),
  };
}
