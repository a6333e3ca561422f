// The port Library: opens the index of a language when it is first searched, and reads texts where they lie.
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LanguageLibrary, Library } from '../../core/site/search/ports.ts';
import { type IndexData, openIndex } from '../../core/site/search/word-index.ts';

/** The index of a language as the build writes it. `postings` are in base64. */
export type StoredIndex = Omit<IndexData, 'postings'> & { readonly postings: string };

/** The names of the files of a language. */
export function indexFiles(language: string): { readonly index: string; readonly texts: string } {
  return { index: `${language}.json`, texts: `${language}.txt` };
}

const LANGUAGE = /^[a-z]{2}(?:-[A-Z]{2})?$/;

/** Creates the port. `folder` is where the build wrote the indexes; what was opened is kept in memory. */
export function createLibrary(folder: string): Library {
  const opened = new Map<string, Promise<LanguageLibrary>>();
  return {
    async open(language) {
      const known = opened.get(language);
      if (known) return known;
      const files = indexFiles(language);
      if (!LANGUAGE.test(language) || !existsSync(path.join(folder, files.index))) return null;
      const opening = openLanguage(folder, language);
      opened.set(language, opening);
      opening.catch(() => opened.delete(language));
      return opening;
    },
  };
}

async function openLanguage(folder: string, language: string): Promise<LanguageLibrary> {
  const files = indexFiles(language);
  const stored: StoredIndex = JSON.parse(await readFile(path.join(folder, files.index), 'utf8'));
  const postings = new Uint8Array(Buffer.from(stored.postings, 'base64'));
  const texts = path.join(folder, files.texts);
  return {
    index: openIndex({ ...stored, postings }),
    textOf: ({ textStart, textEnd }) => readText(texts, textStart, textEnd),
  };
}

async function readText(file: string, start: number, end: number): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, null, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
