// Reads all long texts: pages and articles of each language, with their Markdown turned into HTML.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../src/shared/languages.ts';
import { ROUTE_IDS, type RouteId } from '../../src/shared/routes.ts';
import type { Article, Content, LanguageContent, PageText } from '../../src/web/parts/content.ts';
import { addressesIn } from './addresses.ts';
import { type DrawMarkdown, markdownFor } from './draw-markdown.ts';
import { folderOf } from './languages.ts';
import { COMMON_NAMES, type FileText, readFileText } from './page-text.ts';
import { readingMinutes } from './reading-minutes.ts';

/** Everything below content/locales. Throws an Error that names the file with the mistake. */
export function readContent(
  locales: string,
  languages: readonly Language[],
  basePath = '',
): Content {
  const slugs = Object.fromEntries(
    languages.map(({ code }) => [
      code,
      slugsOf(path.join(locales, folderOf({ code }), 'articles')),
    ]),
  );
  return Object.fromEntries(
    languages.map((language) => {
      const draw = markdownFor(addressesIn(language, slugs, basePath));
      return [language.code, readLanguage(path.join(locales, folderOf(language)), language, draw)];
    }),
  );
}

function readLanguage(folder: string, language: Language, draw: DrawMarkdown): LanguageContent {
  const pages = Object.fromEntries(
    ROUTE_IDS.map((route) => [
      route,
      pageText(readFileText(path.join(folder, 'pages', `${route}.md`)), draw),
    ]),
  ) as Record<RouteId, PageText>;
  const articles = slugsOf(path.join(folder, 'articles')).map((slug): Article => {
    const file = readFileText(path.join(folder, 'articles', `${slug}.md`));
    const { published, topic } = file.matter;
    if (!published || !topic) throw new Error(`article ${slug}: published and topic are missing`);
    const minutes = readingMinutes(file.markdown, language.intl);
    return { ...pageText(file, draw), slug, published, topic, readingMinutes: minutes };
  });
  const byDay = (one: Article, other: Article) =>
    other.published.localeCompare(one.published) || one.slug.localeCompare(other.slug);
  return { pages, articles: articles.sort(byDay) };
}

function pageText({ matter, markdown }: FileText, draw: DrawMarkdown): PageText {
  const own = Object.entries(matter).filter(([name]) => !COMMON_NAMES.has(name));
  const { published: _published, topic: _topic, ...text } = matter;
  return {
    ...text,
    steps: matter.steps.map(({ name, text: says, image, alt }) => ({
      name,
      text: says,
      ...(image ? { image } : {}),
      ...(alt ? { alt } : {}),
    })),
    platforms: matter.platforms as PageText['platforms'],
    html: draw(markdown),
    words: Object.fromEntries(own) as Record<string, string>,
  };
}

/** The articles of a language, which may have none. */
function slugsOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.basename(file, '.md'));
}
