// The words of the extension: compiled groups of the pages' catalogues, and what the browser itself shows of the extension.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOf, readLanguages } from '../web/languages.ts';
import { compileWords } from '../web/words-plugin.ts';

/** The catalogues that the extension has, each with all its words. */
const GROUPS = ['download', 'errors', 'later/extension'] as const;

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
    // Missing texts fall back to English.
    for (const group of GROUPS)
      Object.assign(
        messages,
        compileWords(path.join(locales, 'en', group)),
        compileWords(path.join(locales, folderOf({ code }), group)),
      );
    await writeFile(path.join(target, `words/${code}.json`), JSON.stringify(messages));
    const own = await readFile(
      path.join(locales, folderOf({ code }), 'later/extension.json'),
      'utf8',
    );
    const texts: Record<string, string> = JSON.parse(own);
    const folder = path.join(target, '_locales', BROWSER_NAMES[code] ?? code);
    await mkdir(folder, { recursive: true });
    const shown = MANIFEST_WORDS.map((name) => [name, { message: texts[name] }]);
    await writeFile(path.join(folder, 'messages.json'), JSON.stringify(Object.fromEntries(shown)));
  }
}
