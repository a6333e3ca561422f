// A Vite plugin: the words of each language, compiled, in chunks. `virtual:words/<language>` is what every page needs, and
// knows how that language's other words are loaded: `virtual:words/<language>/later/<group>` is what one part needs.
// `virtual:words/<language>/drawn` is what only the build draws with; `virtual:languages` lists the languages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { folderOf, KEYS, readLanguages } from './languages.ts';

const NAME = 'virtual:words/';
const LANGUAGES = 'virtual:languages';
const NO_WORDS = 'language.json';

/** The compiled messages of a folder, or of one file, by `group.key`; each file is a group. With `asKeys` each says its key. */
export function compileWords(place: string, asKeys = false): Record<string, CompiledMessage> {
  const compiled: Record<string, CompiledMessage> = {};
  for (const file of filesAt(place)) {
    const group = path.basename(file, '.json');
    const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
    for (const [key, text] of Object.entries(texts))
      compiled[`${group}.${key}`] = compileMessage(asKeys ? `[${group}.${key}]` : text);
  }
  return compiled;
}

function filesAt(place: string): string[] {
  if (existsSync(`${place}.json`)) return [`${place}.json`];
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((file) => file.endsWith('.json') && file !== NO_WORDS)
    .sort()
    .map((file) => path.join(place, file));
}

/** The plugin. `locales` is the folder with one folder per language; `withKeys` adds the language for tests. */
export function words(locales: string, withKeys: boolean): Plugin {
  return {
    name: 'keepreel:words',
    resolveId: (id) => (id.startsWith(NAME) || id === LANGUAGES ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LANGUAGES}`) return listOf(locales, withKeys);
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const [code = '', ...rest] = id.slice(NAME.length + 1).split('/');
      const place = path.join(locales, folderOf({ code }), ...rest);
      for (const file of filesAt(place)) this.addWatchFile(file);
      // Missing texts fall back to English; a test reports them.
      const english = compileWords(path.join(locales, 'en', ...rest), code === KEYS.code);
      const compiled = JSON.stringify({ ...english, ...compileWords(place, code === KEYS.code) });
      const messages = `export const messages = JSON.parse(${JSON.stringify(compiled)});`;
      return rest.length > 0 ? messages : `${messages}\n${laterWordsOf(locales, code)}`;
    },
  };
}

/** How the groups of one language are loaded: a page needs those of its own language only. */
function laterWordsOf(locales: string, code: string): string {
  const groups = readdirSync(path.join(locales, 'en/later')).map((file) => path.parse(file).name);
  const loaders = groups.map((group) => `'${group}': ${loaderOf(`${code}/later/${group}`)}`);
  return `export const later = {${loaders.join()}};`;
}

/** The module that knows every language and how its words are loaded. */
function listOf(locales: string, withKeys: boolean): string {
  const languages = readLanguages(locales, withKeys);
  const first = languages.map(({ code }) => `'${code}': ${loaderOf(code)}`);
  const drawn = languages.map(({ code }) => `'${code}': ${loaderOf(`${code}/drawn`)}`);
  return `export const languages = ${JSON.stringify(languages)};
export const firstWords = {${first.join()}};
export const drawnWords = {${drawn.join()}};`;
}

function loaderOf(place: string): string {
  return `() => import('${NAME}${place}')`;
}
