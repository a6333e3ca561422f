// The words of a language as they lie in content/, for scripts that press buttons in several languages.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDERS = ['.', 'later', 'drawn'];
const NO_WORDS = 'language.json';

/** All texts by `group.key`. */
export async function readWords(locales: string, code: string): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  for (const folder of FOLDERS) {
    const place = path.join(locales, code, folder);
    for (const file of await readdir(place)) {
      if (!file.endsWith('.json') || file === NO_WORDS) continue;
      const texts: Record<string, string> = JSON.parse(
        await readFile(path.join(place, file), 'utf8'),
      );
      for (const [key, text] of Object.entries(texts))
        words.set(`${path.basename(file, '.json')}.${key}`, text);
    }
  }
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
