// What of the site's texts can be searched: listed pages, the guide and the articles. The server reads the files; no browser can.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteDocument } from '../../src/core/site/search/ports.ts';
import type { Language } from '../../src/shared/languages.ts';
import { articlePath, inLanguage, pathOf, ROUTE_IDS, routeOf } from '../../src/shared/routes.ts';
import type { Content, LanguageContent, PageText } from '../../src/web/parts/content.ts';

type Section = { readonly heading: string; readonly text: string };

const HEADING = /<h[2-6][^>]*>([\s\S]*?)<\/h[2-6]>/;
/** Says nothing without the rows below it. */
const TABLE_HEAD = /<thead[\s\S]*?<\/thead>/g;
/** The end of every cell but the last of its row. */
const CELL_END = /<\/(?:td|th)>\s*(?=<t[dh])/g;
/** Tags that end a line of text. */
const BLOCK_END = /<\/(?:p|li|td|th|tr|pre|blockquote|figcaption)>|<br\s*\/?>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
/** What only a running server knows, except for its name. */
const FACT = /\{\{(?!site_name\}\})/;

/** Writes the documents of each language into the folder. */
export async function writeSearch(
  folder: string,
  languages: readonly Language[],
  content: Content,
): Promise<void> {
  await mkdir(folder);
  for (const language of languages) {
    const texts = content[language.code];
    if (!texts) throw new TypeError(`${language.code} has no texts`);
    const documents = JSON.stringify(documentsOf(language, texts));
    await writeFile(path.join(folder, `${language.code}.json`), documents);
  }
}

function documentsOf(language: Language, { pages, articles }: LanguageContent): SiteDocument[] {
  const found = ROUTE_IDS.filter((route) => routeOf(route).isListed).map((route) =>
    documentOf(pages[route], route === 'guide' ? 'guide' : 'page', pathOf(route), language),
  );
  const posts = articles.map((article) =>
    documentOf(article, 'blog', articlePath(article.slug), language),
  );
  return [...found, ...posts];
}

function documentOf(
  text: PageText,
  kind: SiteDocument['kind'],
  ownPath: string,
  { prefix }: Language,
): SiteDocument {
  const { steps, faq, works, limits, features, benefits } = text;
  const sections: Section[] = [
    { heading: '', text: text.lead },
    ...steps.map(({ name, text: says }) => ({ heading: name, text: says })),
    ...sectionsOf(text.html),
    ...[...features, ...benefits].map(({ title, text: says }) => ({ heading: title, text: says })),
    ...[...works, ...limits].map((sentence) => ({ heading: '', text: sentence })),
    ...faq.map(({ question, answer }) => ({ heading: question, text: answer })),
  ]
    .map(withoutFacts)
    .filter(({ heading, text: says }) => heading || says);
  return {
    kind,
    path: inLanguage(prefix, ownPath),
    title: text.heading,
    description: text.description,
    keywords: text.keywords ?? '',
    headings: sections.map(({ heading }) => heading).join('\n'),
    text: sections.map(joinHeading).join('\n'),
  };
}

function joinHeading({ heading, text }: Section): string {
  const end = heading === '' || text === '' ? '' : /\p{P}$/u.test(heading) ? ' ' : '. ';
  return heading + end + text;
}

/** Our own HTML, whose headings and paragraphs do not nest. */
function sectionsOf(html: string): Section[] {
  const [before = '', ...rest] = html.split(HEADING);
  const sections: Section[] = [{ heading: '', text: plainText(before) }];
  for (let at = 0; at + 1 < rest.length; at += 2)
    sections.push({ heading: plainText(rest[at] ?? ''), text: plainText(rest[at + 1] ?? '') });
  return sections;
}

/** The text of our own HTML, a line for each paragraph or row. */
export function plainText(html: string): string {
  return html
    .replaceAll(TABLE_HEAD, '')
    .replaceAll(CELL_END, ' · ')
    .replaceAll(BLOCK_END, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .trim();
}

/** Leaves out the lines that a server would have to fill in. */
function withoutFacts({ heading, text }: Section): Section {
  const kept = text.split('\n').filter((line) => !FACT.test(line));
  return { heading: FACT.test(heading) ? '' : heading, text: kept.join('\n') };
}
