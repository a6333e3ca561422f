import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { TrendingVideo } from '../../core/trending/trending.ts';
import { type FeedContent, renderFeed } from './feed-document.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const video = (over: Partial<TrendingVideo> = {}): TrendingVideo => ({
  id: 'a1',
  title: 'A video',
  description: null,
  videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
  film: null,
  thumbnail: null,
  platform: 'youtube',
  featured: false,
  viewCount: 0,
  createdAt: NOW,
  isAvailable: true,
  position: null,
  ...over,
});
const article = (over = {}) => ({
  language: 'en',
  path: '/blog/one',
  title: 'One',
  description: 'About one.',
  published: '2026-11-20',
  ...over,
});

function read(content: Partial<FeedContent>) {
  const text = renderFeed({
    siteName: 'Keepreel',
    address: 'https://video.example',
    videos: [],
    articles: [],
    ...content,
  });
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'item' });
  const { rss } = parser.parse(text);
  return { text, rss, channel: rss.channel, items: rss.channel.item ?? [] };
}

describe('the feed', () => {
  it('is RSS 2.0 and says whose it is, also with nothing in it', () => {
    const { rss, channel, items } = read({ siteName: 'Save & <keep>' });
    expect(rss['@_version']).toBe('2.0');
    expect(channel).toMatchObject({
      title: 'Save & <keep>',
      link: 'https://video.example/',
      language: 'en',
      'atom:link': { '@_href': 'https://video.example/feed.xml', '@_rel': 'self' },
    });
    expect(channel.description).toContain('Trending videos and articles');
    expect(items).toEqual([]);
  });

  it('has videos and English articles, the newest first', () => {
    const { items } = read({
      videos: [video({ id: 'new' }), video({ id: 'old', createdAt: NOW - 9 * 86_400_000 })],
      articles: [article(), article({ language: 'fr', path: '/fr/blog/un' })],
    });
    expect(items.map((item: { link: string }) => item.link)).toEqual([
      'https://video.example/trending#new',
      'https://video.example/blog/one',
      'https://video.example/trending#old',
    ]);
    expect(items[0]).toMatchObject({
      title: 'A video',
      pubDate: 'Sat, 21 Nov 2026 12:00:00 GMT',
      guid: { '#text': 'trending:new', '@_isPermaLink': 'false' },
    });
  });

  it('leaves out videos that are gone', () => {
    expect(read({ videos: [video({ isAvailable: false })] }).items).toEqual([]);
  });

  it('says the same of the same content, at any time', () => {
    expect(read({}).text).toBe(read({}).text);
    expect(read({ videos: [video()] }).channel.lastBuildDate).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
  });

  it.each([
    ['marks', 'a < b & c > d "e" \'f\'', 'a < b & c > d "e" \'f\''],
    ['the end of a section', 'x ]]> y <script>', 'x ]]> y <script>'],
    ['entities', '&lt;b&gt; &#0; &nbsp;', '&lt;b&gt; &#0; &nbsp;'],
    ['control characters', 'a\u0000b\u0007\u001bc\nd\u0085e', 'a b c d e'],
    ['what is no character', 'a\ufffeb\uffffc', 'a b c'],
    ['half of an emoji', 'a\ud83d b', 'a\ufffd b'],
    ['other scripts', 'فيديو 视频 \u{1f3ac}', 'فيديو 视频 \u{1f3ac}'],
  ])('carries %s unharmed', (_name, title, shown) => {
    const { items } = read({ videos: [video({ title, description: title })] });
    expect([items[0].title, items[0].description]).toEqual([shown, shown]);
  });

  it('has at most a hundred entries', () => {
    const videos = Array.from({ length: 150 }, (_, n) => video({ id: `v${n}` }));
    expect(read({ videos }).items).toHaveLength(100);
  });
});
