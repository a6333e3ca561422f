// The words of a language as they lie in content/: each file holds groups of texts by their keys.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { folderOf } from './languages.ts';

/** `first` is loaded with every page, each group of `later` with its feature, `drawn` never: the build draws with it. */
export const WORD_FILES = ['first', 'later', 'drawn'] as const;
export type WordFile = (typeof WORD_FILES)[number];

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The groups in a file of a language; none if there is no such file. */
export function readGroups(locales: string, code: string, file: WordFile): Groups {
  const place = wordFile(locales, code, file);
  return existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
}

/** Where a file of a language is. */
export function wordFile(locales: string, code: string, file: WordFile): string {
  return path.join(locales, folderOf({ code }), `${file}.json`);
}

/** All texts by `group.key`. */
export function readWords(locales: string, code: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const file of WORD_FILES)
    for (const [group, texts] of Object.entries(readGroups(locales, code, file)))
      for (const [key, text] of Object.entries(texts)) words.set(`${group}.${key}`, text);
  return words;
}

/** Gives a text. Throws for a key that is not there. */
export function sayWith(words: ReadonlyMap<string, string>): (key: string) => string {
  return (key) => {
    const text = words.get(key);
    if (text === undefined) throw new Error(`there is no text ${key}`);
    return text;
  };
}
