// The words of the download flow as they lie in content/, for scripts that press its buttons in several languages.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Gives the text of a `download.key` in a language. Throws for a key that is not there. */
export async function wordsOfFlow(locales: string, code: string): Promise<(key: string) => string> {
  const text = await readFile(path.join(locales, code, 'download.json'), 'utf8');
  const words: Record<string, string> = JSON.parse(text);
  return (key) => {
    const said = words[key.replace(/^download\./, '')];
    if (said === undefined) throw new Error(`there is no text ${key} in ${code}`);
    return said;
  };
}
