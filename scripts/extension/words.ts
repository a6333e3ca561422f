// The words of the extension: compiled groups of the pages' catalogues, and what the browser itself shows of the extension.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readLanguages } from '../web/languages.ts';
import { readGroups } from '../web/read-words.ts';
import { compileWords } from '../web/words-plugin.ts';

/** The groups that the extension has, each with all its words. */
const GROUPS = [
  ['first', 'download'],
  ['first', 'errors'],
  ['later', 'extension'],
  ['later', 'part'],
] as const;

/** Words of the manifest, by the names under which it asks for them, and where they stand. */
const MANIFEST_WORDS = ['description', 'menu'] as const;

/** Names of languages that browsers know otherwise. */
const BROWSER_NAMES: Readonly<Record<string, string>> = { 'zh-CN': 'zh_CN', 'la-LA': 'la' };

/** Writes `words/<language>.json`, `words/languages.json` and `_locales`. */
export async function writeWords(locales: string, target: string): Promise<void> {
  const languages = readLanguages(locales, false);
  await mkdir(path.join(target, 'words'), { recursive: true });
  await writeFile(path.join(target, 'words/languages.json'), JSON.stringify(languages));
  for (const { code } of languages) {
    const messages = {};
    for (const [file, group] of GROUPS)
      Object.assign(messages, compileWords(locales, code, file, group));
    await writeFile(path.join(target, `words/${code}.json`), JSON.stringify(messages));
    const { extension: texts = {} } = readGroups(locales, code, 'later');
    const folder = path.join(target, '_locales', BROWSER_NAMES[code] ?? code);
    await mkdir(folder, { recursive: true });
    const shown = MANIFEST_WORDS.map((name) => [name, { message: texts[name] }]);
    await writeFile(path.join(folder, 'messages.json'), JSON.stringify(Object.fromEntries(shown)));
  }
}
