// The pictures of the product say what it says now. `npm run guide:pictures` takes those anew that do not.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readLanguages } from '../../scripts/web/languages.ts';
import { readWords } from '../../scripts/web/read-words.ts';
import { fingerprint, PICTURES, readTaken } from '../../scripts/web/taken-pictures.ts';
import { pictureName, THEMES } from '../../src/web/ui/step-picture-size.ts';

const locales = path.resolve(import.meta.dirname, '../../content/locales');
const languages = readLanguages(locales);

it.each(languages.map(({ code }) => code))(
  'no picture of the product is stale in %s',
  async (code) => {
    const words = readWords(locales, code);
    for (const [image, taken] of Object.entries(await readTaken())) {
      expect(taken.keys.length, `${image} shows words`).toBeGreaterThan(2);
      expect([image, taken.words[code]]).toEqual([image, fingerprint(words, taken.keys)]);
      for (const theme of THEMES)
        expect(existsSync(path.join(PICTURES, `${pictureName(image, code, theme)}.webp`))).toBe(
          true,
        );
    }
  },
);
