// The eight platform pages of each language have distinct texts of a bounded length.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { MAIN_PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platform.ts';

const LOCALES = path.resolve(import.meta.dirname, '../../content/locales');
const SHINGLE_WORDS = 5;
const MOST_SHARED = 0.15;
/** Fewest and most words of a page. Chinese is counted in the words that its characters make. */
const WORDS: Readonly<Record<string, readonly [number, number]>> = {
  en: [300, 500],
  'zh-CN': [300, 900],
  other: [300, 620],
};

const matterShape = z.object({
  lead: z.string(),
  steps: z.array(z.object({ name: z.string(), text: z.string() })),
  works: z.array(z.string()),
  limits: z.array(z.string()),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
});

/** What a reader sees of a page below its heading, without the addresses of links and the facts that the server fills in. */
function ownText(page: string): string {
  const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(page) ?? [];
  const { lead, steps, works, limits, faq } = matterShape.parse(parse(matter));
  const said = [
    lead,
    ...steps.flatMap(({ name, text }) => [name, text]),
    ...works,
    ...limits,
    ...faq.flatMap(({ question, answer }) => [question, answer]),
    body,
  ];
  return said
    .join('\n')
    .replace(/\{\{.*?\}\}/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ');
}

/** The words of a text; a language without spaces is taken apart by the rules of Unicode. */
function wordsOf(text: string, language: string): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return [...segments]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLocaleLowerCase(language));
}

function shinglesOf(words: readonly string[]): Set<string> {
  return new Set(
    words
      .slice(0, Math.max(0, words.length - SHINGLE_WORDS + 1))
      .map((_word, start) => words.slice(start, start + SHINGLE_WORDS).join(' ')),
  );
}

/** How much of the shorter of two texts stands in the other one too, from 0 to 1. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [shinglesOf(one), shinglesOf(other)];
  const smaller = Math.min(a.size, b.size);
  const shared = [...a].filter((shingle) => b.has(shingle)).length;
  return smaller === 0 ? 0 : shared / smaller;
}

const pageOf = (language: string, id: PlatformId) =>
  path.join(LOCALES, language, 'pages', `${id}.md`);
const languages = readdirSync(LOCALES).filter((each) => existsSync(pageOf(each, 'youtube')));
const pairs = MAIN_PLATFORM_IDS.flatMap((one, index) =>
  MAIN_PLATFORM_IDS.slice(index + 1).map((other) => [one, other] as const),
);

it('finds the English pages', () => {
  expect(languages).toContain('en');
});

describe.each(languages)('the platform pages in %s', (language) => {
  const wordsOfPage = (id: PlatformId) =>
    wordsOf(ownText(readFileSync(pageOf(language, id), 'utf8')), language);

  it.each(MAIN_PLATFORM_IDS)('%s has a length within its bounds', (id) => {
    const [fewest, most] = WORDS[language] ?? WORDS['other'] ?? [0, 0];
    const { length } = wordsOfPage(id);
    expect(length).toBeGreaterThanOrEqual(fewest);
    expect(length).toBeLessThanOrEqual(most);
  });

  it('do not repeat one another', () => {
    const repeated = pairs
      .map(([one, other]) => ({
        pair: `${one} and ${other}`,
        shared: overlap(wordsOfPage(one), wordsOfPage(other)),
      }))
      .filter(({ shared }) => shared >= MOST_SHARED);
    expect(repeated).toEqual([]);
  });
});

describe('a page', () => {
  const page = (lead: string, body: string) =>
    `---\nlead: "${lead}"\nsteps:\n  - { name: "n", text: "t" }\nworks: ["w"]\nlimits: ["l"]\nfaq:\n  - { question: "q", answer: "a" }\n---\n${body}\n`;

  it('is read from its lead to its last line, without targets, marks and facts', () => {
    const text = ownText(page('Lead', '## Head\n\n*Body* [link](article:not-this) {{file_ttl}}.'));
    expect(wordsOf(text, 'en')).toEqual('lead n t w l q a head body link'.split(' '));
  });

  it('in which only the name was changed is detected', () => {
    const like = (name: string) =>
      wordsOf(`Open the post on ${name}, copy its link and paste it here. `.repeat(9), 'en');
    expect(overlap(like('Threads'), like('Pinterest'))).toBeGreaterThan(MOST_SHARED);
    expect(overlap(like('Threads'), wordsOf('Something else was written here.', 'en'))).toBe(0);
  });

  it('in Chinese is split into words', () => {
    expect(wordsOf('把链接粘贴到这里。', 'zh-CN').length).toBeGreaterThan(3);
  });
});
