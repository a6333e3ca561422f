// Writes the drawn pages and what belongs to them: the list that the server goes by, sitemap, robots.txt, articles.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '../../src/shared/languages.ts';
import type { SitePages } from '../../src/shared/site-pages.ts';
import type { DrawnPage } from '../../src/web/prerenderer.ts';
import { drawSitemap } from './sitemap.ts';

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /files/
Disallow: /admin
Sitemap: {{public_url}}/sitemap.xml
`;

/** Everything into the built folder. */
export async function writePages(
  folder: string,
  pages: readonly DrawnPage[],
  languages: readonly Language[],
): Promise<void> {
  for (const { file, html } of pages) await write(path.join(folder, file), html);
  await write(path.join(folder, 'sitemap.xml'), drawSitemap(pages, languages));
  await write(path.join(folder, 'robots.txt'), ROBOTS);
  await write(path.join(folder, 'pages.json'), JSON.stringify(listOf(pages, languages)));
}

function listOf(pages: readonly DrawnPage[], languages: readonly Language[]): SitePages {
  const byPath = Map.groupBy(pages, ({ paths }) => paths[0] ?? '/');
  return {
    languages,
    pages: [...byPath.values()].map((drawn) => ({
      paths: drawn[0]?.paths ?? [],
      status: drawn[0]?.status ?? 200,
      files: Object.fromEntries(drawn.map(({ language, file }) => [language, file])),
    })),
    articles: pages.flatMap(({ article }) => (article ? [article] : [])),
  };
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
