// Cuts our two faces down to the letters, weights and features the pages use; done once and kept in .cache/fonts.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** Every character from one code point to another. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Latin with the letters of English, French, Italian, German, Spanish and Latin, and their punctuation. */
const LETTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’‚“”„•…‹›€™→←−≈≤≥×\u2009\u202f`;

const FACES = [
  {
    name: 'inter',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    options: {
      variationAxes: { wght: { min: 400, max: 700 } },
      keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'calt'],
    },
  },
  {
    name: 'bricolage-grotesque',
    source:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    options: {
      variationAxes: { wght: 700 },
      keepFeatures: ['kern', 'mark', 'ccmp', 'locl', 'liga'],
    },
  },
] as const;

/** Creates missing subsets; a subset is created again when its source or its settings changed. */
export async function cutFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const face of FACES) {
    const source = await readFile(require.resolve(face.source));
    const recipe = createHash('sha256')
      .update(source)
      .update(JSON.stringify([LETTERS, face.options]))
      .digest('hex');
    const file = path.join(folder, `${face.name}.woff2`);
    const stamp = path.join(folder, `${face.name}.recipe`);
    if (existsSync(file) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === recipe)
      continue;
    const cut = await subsetFont(source, LETTERS, {
      targetFormat: 'woff2',
      noHinting: true,
      noLayoutClosure: true,
      ...face.options,
      keepFeatures: [...face.options.keepFeatures],
    });
    const half = `${file}.${process.pid}`;
    await writeFile(half, cut);
    await rename(half, file);
    await writeFile(stamp, recipe);
  }
}
