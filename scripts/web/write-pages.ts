// Writes the drawn pages and what belongs to them: pictures, manifests, the list that the server goes by, sitemap, robots.txt.
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '../../src/shared/languages.ts';
import type { SitePages } from '../../src/shared/site-pages.ts';
import type { DrawnPage } from '../../src/web/render/prerenderer.ts';
import { pictureName, THEMES } from '../../src/web/ui/pictures/step-picture-size.ts';
import { readColours } from './colours.ts';
import { manifestOf } from './manifest.ts';
import { drawSitemap } from './sitemap.ts';
import { PICTURES, readTaken } from './taken-pictures.ts';

const robotsOf = (basePath: string) => `User-agent: *
Disallow: ${basePath}/api/
Disallow: ${basePath}/files/
Disallow: ${basePath}/admin
Sitemap: {{public_url}}${basePath}/sitemap.xml
`;

const CONTENT = path.resolve(import.meta.dirname, '../../content');
const SITE_NAME = '{{site_name}}';

/** Everything into the built folder. */
export async function writePages(
  folder: string,
  pages: readonly DrawnPage[],
  languages: readonly Language[],
  basePath: string,
): Promise<void> {
  for (const { file, html } of pages) await write(path.join(folder, file), html);
  await write(path.join(folder, 'sitemap.xml'), drawSitemap(pages, languages, basePath));
  await write(path.join(folder, 'robots.txt'), robotsOf(basePath));
  const list: SitePages = { basePath, ...listOf(pages, languages) };
  await write(path.join(folder, 'pages.json'), JSON.stringify(list));
  await writeManifests(folder, pages, languages, basePath);
  await writePictures(path.join(folder, 'pictures'), languages);
  await writeCards(path.join(folder, 'share'), languages);
  await cp(path.join(CONTENT, 'icons'), path.join(folder, 'icons'), { recursive: true });
}

/** A new language has the English card until it has its own. */
async function writeCards(folder: string, languages: readonly Language[]): Promise<void> {
  for (const { code } of languages) {
    const own = path.join(CONTENT, 'share', `${code}.png`);
    const english = path.join(CONTENT, 'share/en.png');
    await cp(existsSync(own) ? own : english, path.join(folder, `${code}.png`));
  }
}

/** A new language has the English pictures of the product until it has its own. */
async function writePictures(folder: string, languages: readonly Language[]): Promise<void> {
  await mkdir(folder);
  if (!existsSync(PICTURES)) return;
  await cp(PICTURES, folder, { recursive: true });
  const fileOf = (...name: Parameters<typeof pictureName>) =>
    path.join(folder, `${pictureName(...name)}.webp`);
  const images = Object.keys(await readTaken());
  for (const { code } of languages)
    for (const image of images)
      for (const theme of THEMES) {
        const file = fileOf(image, code, theme);
        if (!existsSync(file)) await cp(fileOf(image, 'en', theme), file);
      }
}

/** One manifest per language, beside its pages. */
async function writeManifests(
  folder: string,
  pages: readonly DrawnPage[],
  languages: readonly Language[],
  basePath: string,
): Promise<void> {
  const colours = await readColours();
  for (const language of languages) {
    const home = pages.find((page) => page.language === language.code && page.paths[0] === '/');
    if (!home) throw new Error(`${language.code} has no home page`);
    const words = { name: SITE_NAME, shortName: SITE_NAME, description: home.description };
    const file = path.join(folder, 'pages', language.code, 'manifest.webmanifest');
    await write(file, manifestOf(language, words, colours, basePath));
  }
}

function listOf(
  pages: readonly DrawnPage[],
  languages: readonly Language[],
): Omit<SitePages, 'basePath'> {
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
