// All texts of a language as they lie in content/, for tests that compare languages.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { readFileText } from '../../../scripts/web/page-text.ts';
import { readWords } from '../../../scripts/web/read-words.ts';

const LOCALES = path.resolve(import.meta.dirname, '../../../content/locales');

/** The codes of all languages that have a folder. */
export const LANGUAGE_CODES: readonly string[] = readdirSync(LOCALES).sort();

/** The words of a language by `group.key`. */
export function wordsOf(code: string): ReadonlyMap<string, string> {
  return readWords(LOCALES, code);
}

/** The names of the pages and articles of a language, such as `pages/home.md`. */
export function textFilesOf(code: string): readonly string[] {
  return ['pages', 'articles'].flatMap((place) =>
    filesIn(path.join(LOCALES, code, place), '.md').map((file) => `${place}/${file}`),
  );
}

/** Every text of a page or article by where it stands in the file: front matter, and the body paragraph by paragraph. */
export function piecesOf(code: string, file: string): ReadonlyMap<string, string> {
  const { matter, markdown } = readFileText(path.join(LOCALES, code, file));
  const pieces = new Map<string, string>();
  const walk = (value: unknown, at: string) => {
    if (typeof value === 'string') pieces.set(at, value);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${at}.${name}`);
  };
  walk(matter, 'head');
  markdown
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .forEach((paragraph, index) => {
      pieces.set(`body ${index + 1}`, paragraph.trim());
    });
  return pieces;
}

/** The places of a message (`{name}`) and the categories of its plurals, as the message library reads them. */
export function shapeOf(text: string): { places: string[]; plurals: string[][] } {
  const places = new Set<string>();
  const plurals: string[][] = [];
  const walk = (message: CompiledMessage | undefined) => {
    if (!Array.isArray(message)) return;
    for (const part of message) {
      if (typeof part === 'string') continue;
      const [name, kind, forms] = part as [string, string?, Record<string, CompiledMessage>?];
      places.add(name);
      if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select') continue;
      if (kind === 'plural')
        plurals.push(Object.keys(forms ?? {}).filter((form) => form !== 'offset'));
      for (const form of Object.values(forms ?? {})) walk(form);
    }
  };
  walk(compileMessage(text));
  places.delete('#');
  return { places: [...places].sort(), plurals };
}

function filesIn(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort();
}
