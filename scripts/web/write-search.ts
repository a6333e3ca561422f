// Writes the search index of each language, and the texts that results quote. The server reads both; no browser can.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { indexFiles, type StoredIndex } from '../../src/adapters/search/library.ts';
import { makeIndex } from '../../src/core/site/search/make-index.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { Content } from '../../src/web/parts/content.ts';
import { searchDocuments } from './search-documents.ts';

/** Everything into the folder. */
export async function writeSearch(
  folder: string,
  languages: readonly Language[],
  content: Content,
): Promise<void> {
  await mkdir(folder);
  for (const language of languages) {
    const texts = content[language.code];
    if (!texts) throw new TypeError(`${language.code} has no texts`);
    const made = makeIndex(searchDocuments(language, texts));
    const postings = Buffer.from(made.index.postings).toString('base64');
    const stored: StoredIndex = { ...made.index, postings };
    const files = indexFiles(language.code);
    await writeFile(path.join(folder, files.index), JSON.stringify(stored));
    await writeFile(path.join(folder, files.texts), made.texts);
  }
}
