// The fonts of the share images, cut to the letters in use and unpacked, for the renderer reads no woff2.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { lettersOf } from './letters.ts';
import { withFamily } from './tables.ts';

const require = createRequire(import.meta.url);

/** The two voices of a picture: the heading, and the small words around it. */
export type Voice = 'loud' | 'quiet';
/** The scripts we have faces for. */
export type Script = 'latin' | 'arabic' | 'chinese';
/** A face that is ready to draw with. */
export type Face = {
  readonly script: Script;
  readonly voice: Voice;
  /** What it is called in SVG. No other face has this name. */
  readonly family: string;
  readonly file: string;
  readonly letters: ReadonlySet<number>;
};
type Source = Pick<Face, 'script' | 'voice'> & {
  readonly packed: string;
  readonly axes?: Readonly<Record<string, number>>;
};

const BRICOLAGE = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque';
const INTER = '@fontsource-variable/inter/files/inter';
const ARABIC = '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic';
const CHINESE = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified';

const latin = (part: 'latin' | 'latin-ext'): readonly Source[] => [
  {
    script: 'latin',
    voice: 'loud',
    packed: `${BRICOLAGE}-${part}-standard-normal.woff2`,
    axes: { wght: 700, wdth: 100, opsz: 40 },
  },
  {
    script: 'latin',
    voice: 'quiet',
    packed: `${INTER}-${part}-wght-normal.woff2`,
    axes: { wght: 600 },
  },
];
const SOURCES: readonly Source[] = [
  ...latin('latin'),
  ...latin('latin-ext'),
  { script: 'arabic', voice: 'loud', packed: `${ARABIC}-700-normal.woff2` },
  { script: 'arabic', voice: 'quiet', packed: `${ARABIC}-600-normal.woff2` },
  { script: 'chinese', voice: 'loud', packed: `${CHINESE}-700-normal.woff2` },
  { script: 'chinese', voice: 'quiet', packed: `${CHINESE}-600-normal.woff2` },
];

/** A hash of everything the faces are made from. */
export async function digestFonts(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(SOURCES));
  for (const { packed } of SOURCES) hash.update(await readFile(require.resolve(packed)));
  return hash.digest('hex');
}

/** Cuts every face to the letters of a text and leaves out what has none of them. Files are kept by what they are made from. */
export async function cutFaces(text: string, folder: string): Promise<readonly Face[]> {
  await mkdir(folder, { recursive: true });
  const letters = [...new Set(text)].sort().join('');
  const faces = await Promise.all(
    SOURCES.map(async ({ packed, axes, ...face }, index): Promise<Face> => {
      const source = await readFile(require.resolve(packed));
      const family = `face-${index}`;
      const options = {
        targetFormat: 'sfnt',
        noHinting: true,
        ...(axes && { variationAxes: axes }),
      } as const;
      const recipe = createHash('sha256').update(source);
      const name = recipe.update(JSON.stringify([letters, options, family])).digest('hex');
      const file = path.join(folder, `${name}.ttf`);
      const font = await keptFont(file, async () =>
        withFamily(await subsetFont(source, letters, options), family),
      );
      return { ...face, family, file, letters: lettersOf(font) };
    }),
  );
  return faces.filter((face) => face.letters.size > 0);
}

async function keptFont(file: string, cut: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept) return kept;
  const font = await cut();
  const half = `${file}.${process.pid}`;
  await writeFile(half, font);
  await rename(half, file);
  return font;
}
