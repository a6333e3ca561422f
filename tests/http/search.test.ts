import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SearchItem, searchAnswer } from '../../src/shared/api/search.ts';
import { QUERIES } from '../fixtures/search/queries.ts';
import { strictPages } from '../support/browser/built-pages.ts';
import { aVideo, type SiteFixture, startSiteFixture } from '../support/http/site-fixture.ts';

let fixture: SiteFixture;
beforeAll(async () => {
  fixture = await startSiteFixture({ webDir: await strictPages() });
  await fixture.videos.add(
    aVideo('cats', { title: 'Die Katze & der <Hund>: القطة 🐈', platform: 'tiktok' }),
  );
  await fixture.videos.add(aVideo('boat', { title: 'A boat on the lake', platform: 'youtube' }));
});
afterAll(() => fixture.close());

const ask = (query: Record<string, string>) => {
  // A second per query, so that none meets the limit.
  fixture.clock.advance(1000);
  return fetch(`${fixture.origin}/api/search?${new URLSearchParams(query)}`);
};
const search = async (query: Record<string, string>): Promise<readonly SearchItem[]> => {
  const response = await ask(query);
  expect(response.status).toBe(200);
  return searchAnswer.strict().parse(await response.json()).results;
};
const marked = (text: string, marks: readonly (readonly number[])[]) =>
  marks.map(([start, end]) => text.slice(start, end));

it.each(QUERIES)('finds $first for "$query" in $language', async ({ language, query, first }) => {
  const [hit] = await search({ q: query, language });
  const prefix = /^\/(?:de|fr|es|it|la|ar|zh-CN)(?=\/|$)/;
  expect(hit?.url.replace(prefix, '')).toBe(first);
  expect(prefix.test(hit?.url ?? '')).toBe(language !== 'en');
});

it('marks the words of a result in its title and in a part of its text', async () => {
  const [hit] = await search({ q: 'subtitels srt' });
  if (hit?.kind !== 'blog') throw new TypeError('not an article');
  expect(marked(hit.title, hit.titleMarks)).toContain('Subtitles');
  expect(hit.excerpt.length).toBeLessThanOrEqual(210);
  const words = marked(hit.excerpt, hit.excerptMarks).map((word) => word.toLowerCase());
  expect(words).toContain('subtitles');
  expect(words).toContain('srt');
});

it('marks whole words of Arabic, and pairs of Chinese characters as one', async () => {
  const [arabic] = await search({ q: 'خصوصيه', language: 'ar' });
  expect(marked(arabic?.title ?? '', arabic?.titleMarks ?? [])).toEqual(['الخصوصية']);
  const [chinese] = await search({ q: '苹果手机', language: 'zh-CN' });
  if (chinese?.kind !== 'blog') throw new TypeError('not an article');
  expect(marked(chinese.excerpt, chinese.excerptMarks).join('')).toMatch(/[苹果手机]/);
});

it('leaves no place in a text that only a running server could fill', async () => {
  for (const q of ['file size limit', 'how long', 'operator', 'Keepreel'])
    for (const hit of await search({ q }))
      expect(JSON.stringify(hit)).not.toMatch(/\{\{|&amp;|&lt;|<[a-z]/);
});

it('finds trending videos by their titles and platform, with typing mistakes', async () => {
  const [cat] = await search({ q: 'kazte hund', source: 'trending' });
  expect(cat).toMatchObject({
    kind: 'trending',
    id: 'cats',
    url: '/trending#cats',
    platform: 'tiktok',
  });
  expect(marked(cat?.title ?? '', cat?.titleMarks ?? [])).toEqual(['Katze', 'Hund']);
  expect(await search({ q: 'قطه', source: 'trending' })).toMatchObject([{ id: 'cats' }]);
  const [boat] = await search({ q: 'boat', language: 'fr' });
  expect(boat).toMatchObject({ id: 'boat', url: '/fr/trending#boat' });
  expect(await search({ q: 'boat', source: 'blog' })).toEqual([]);
});

it('searches the sources that are asked for', async () => {
  const kinds = async (source: string) => [
    ...new Set((await search({ q: 'download video', source })).map(({ kind }) => kind)),
  ];
  expect(await kinds('guide')).toEqual(['guide']);
  expect(await kinds('blog')).toEqual(['blog']);
  expect(await kinds('page')).toEqual(['page']);
});

it('answers at most 30 results, and none for what nobody wrote', async () => {
  expect((await search({ q: 'video' })).length).toBeLessThanOrEqual(30);
  for (const q of ['xyzzyplugh', '🐙', '…', '%', '\u202e', 'hasOwnProperty', 'constructor'])
    expect(await search({ q })).toEqual([]);
});

it.each([
  [{}, 'q'],
  [{ q: '   ' }, 'q'],
  [{ q: 'x'.repeat(101) }, 'q'],
  [{ q: 'video', source: 'everything' }, 'source'],
  [{ q: 'video', language: 'xx' }, 'language'],
  [{ q: 'video', language: '../../etc/passwd' }, 'language'],
  [{ q: 'video', page: '2' }, 'page'],
])('refuses %j', async (query, field) => {
  const response = await ask(query);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'invalid_request', params: { field } });
});

it('is not cached, sets no cookie, and is limited for each network', async () => {
  const response = await ask({ q: 'video' });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('set-cookie')).toBeNull();
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => fetch(`${fixture.origin}/api/search?q=video`)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused[0]?.headers.get('retry-after')).toBeTruthy();
});
