// Which languages there are: each folder of content/locales that has a home page is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Language } from '../../src/shared/languages.ts';

const language = z.strictObject({
  code: z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/),
  name: z.string().min(1),
  tag: z.string().min(2),
  prefix: z.string().regex(/^(\/[a-z]{2,3}(-[A-Z]{2})?)?$/),
  dir: z.enum(['ltr', 'rtl']),
  intl: z.string().min(2),
});

/** A language for tests, in which every word of the interface is its own key; its long texts are the English ones. */
export const KEYS: Language = {
  code: 'qaa',
  name: 'Keys',
  tag: 'zxx',
  prefix: '/qaa',
  dir: 'ltr',
  intl: 'en',
};

/** The folder that the texts of a language are in. */
export function folderOf({ code }: Pick<Language, 'code'>): string {
  return code === KEYS.code ? 'en' : code;
}

/** The languages of a folder, English first, the others by their codes; for tests with the one that shows keys. */
export function readLanguages(locales: string, withKeys = false): readonly Language[] {
  const folders = readdirSync(locales)
    .filter((folder) => existsSync(path.join(locales, folder, 'pages/home.md')))
    .sort((one, other) => Number(other === 'en') - Number(one === 'en') || (one < other ? -1 : 1));
  const languages = folders.map((folder) => {
    const row = language.parse(
      JSON.parse(readFileSync(path.join(locales, folder, 'language.json'), 'utf8')),
    );
    if (row.code !== folder) throw new Error(`${folder}/language.json says it is ${row.code}`);
    return row;
  });
  return withKeys ? [...languages, KEYS] : languages;
}
