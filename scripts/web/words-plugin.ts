// A Vite plugin: the words of each language, compiled, in chunks. `virtual:words/<language>` is what every page needs, and
// knows how that language's other words are loaded: `virtual:words/<language>/later/<group>` is what one part needs.
// `virtual:words/<language>/drawn` is what only the build draws with; `virtual:languages` lists the languages.
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { KEYS, readLanguages } from './languages.ts';
import { readGroups, type WordFile, wordFile } from './read-words.ts';

const NAME = 'virtual:words/';
const LANGUAGES = 'virtual:languages';

/** The compiled messages of a file, or of one group in it, by `group.key`. Missing texts fall back to English; a test reports them. */
export function compileWords(
  locales: string,
  code: string,
  file: WordFile,
  group?: string,
): Record<string, CompiledMessage> {
  const own = readGroups(locales, code, file);
  const compiled: Record<string, CompiledMessage> = {};
  for (const [name, english] of Object.entries(readGroups(locales, 'en', file))) {
    if (group !== undefined && name !== group) continue;
    for (const [key, text] of Object.entries({ ...english, ...own[name] })) {
      const id = `${name}.${key}`;
      compiled[id] = compileMessage(code === KEYS.code ? `[${id}]` : text);
    }
  }
  return compiled;
}

/** The language whose words a module holds. Their files are named by it alone: a page lists all of them, and equal names compress. */
export function languageOfWords(id: string | null): string | undefined {
  return id?.startsWith(`\0${NAME}`) ? id.slice(NAME.length + 1).split('/')[0] : undefined;
}

/** The plugin. `locales` is the folder with one folder per language; `withKeys` adds the language for tests. */
export function words(locales: string, withKeys: boolean): Plugin {
  let basePath = '';
  return {
    name: 'keepreel:words',
    configResolved: ({ base }) => {
      basePath = base.replace(/\/$/, '');
    },
    resolveId: (id) => (id.startsWith(NAME) || id === LANGUAGES ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LANGUAGES}`) return listOf(locales, withKeys, basePath);
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const [code = '', file = 'first', group] = id.slice(NAME.length + 1).split('/') as [
        string,
        WordFile?,
        string?,
      ];
      this.addWatchFile(wordFile(locales, code, file));
      const compiled = JSON.stringify(compileWords(locales, code, file, group));
      const messages = `export const messages = JSON.parse(${JSON.stringify(compiled)});`;
      return file === 'first' ? `${messages}\n${laterWordsOf(locales, code)}` : messages;
    },
  };
}

/** How the groups of one language are loaded: a page needs those of its own language only. */
function laterWordsOf(locales: string, code: string): string {
  const groups = Object.keys(readGroups(locales, 'en', 'later'));
  const loaders = groups.map((group) => `'${group}': ${loaderOf(`${code}/later/${group}`)}`);
  return `export const later = {${loaders.join()}};`;
}

/** The module that knows every language, with the base path in its prefix, and how its words are loaded. */
function listOf(locales: string, withKeys: boolean, basePath: string): string {
  const languages = readLanguages(locales, withKeys).map((language) => ({
    ...language,
    prefix: basePath + language.prefix,
  }));
  const first = languages.map(({ code }) => `'${code}': ${loaderOf(code)}`);
  const drawn = languages.map(({ code }) => `'${code}': ${loaderOf(`${code}/drawn`)}`);
  return `export const languages = ${JSON.stringify(languages)};
export const firstWords = {${first.join()}};
export const drawnWords = {${drawn.join()}};`;
}

function loaderOf(place: string): string {
  return `() => import('${NAME}${place}')`;
}
