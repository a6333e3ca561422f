// The port Library: reads the texts of a language from the file that the build of the pages wrote.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Library } from '../../core/site/search/ports.ts';

const LANGUAGE = /^[a-z]{2}(?:-[A-Z]{2})?$/;

/** Creates the port. `folder` is where the build wrote the files. */
export function createLibrary(folder: string): Library {
  return {
    async read(language) {
      const file = path.join(folder, `${language}.json`);
      if (!LANGUAGE.test(language) || !existsSync(file)) return null;
      return JSON.parse(await readFile(file, 'utf8'));
    },
  };
}
