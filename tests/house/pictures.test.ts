// The pictures show what the product looks like and says now. `npm run guide:pictures` and `npm run site:pictures` make those anew
// that do not.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readLanguages } from '../../scripts/web/languages.ts';
import { readWords } from '../../scripts/web/read-words.ts';
import { drawnFrom, readDrawn, sitePictures } from '../../scripts/web/site-pictures.ts';
import { fingerprint, PICTURES, readTaken } from '../../scripts/web/taken-pictures.ts';
import { pictureName, THEMES } from '../../src/web/ui/pictures/step-picture-size.ts';

const root = path.resolve(import.meta.dirname, '../..');
const locales = path.join(root, 'content/locales');
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

const drawings = await sitePictures(languages);

it('there is one card for each language, and no picture that nothing is drawn from', async () => {
  expect(Object.keys(await readDrawn()).sort()).toEqual(drawings.map(({ file }) => file).sort());
  for (const { code } of languages)
    expect(drawings.map(({ file }) => file)).toContain(`content/share/${code}.png`);
});

it.each(drawings)('$file is what it should show, in its size, and small', async (picture) => {
  expect((await readDrawn())[picture.file]).toBe(drawnFrom(picture));
  const bytes = await readFile(path.join(root, picture.file));
  expect(bytes.length).toBeLessThan(25_000);
  const isIco = picture.file.endsWith('.ico');
  // An ICO file with one PNG in it.
  if (isIco) expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const png = isIco ? bytes.subarray(bytes.readUInt32LE(18)) : bytes;
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([picture.width, picture.height]);
});
