// Draws the pictures that chats and feeds show beside a link, one for each page and language, without a browser.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import { type Colours, readColours } from './colours.ts';
import { cutFaces, digestFonts } from './fonts.ts';
import { packPng } from './png.ts';
import type { ShareImage } from './share-image.ts';
import { composeCard } from './svg.ts';
import { POSTS, textSetter } from './text.ts';

/** Pictures in work at the same time: enough to keep the renderer's threads busy, few enough to stay small in memory. */
const AT_ONCE = 4;

/** Draws 1200×630 PNGs into `folder`; each is made once and kept in `cacheFolder` by a hash of everything it is made from. */
export async function drawShareImages(
  images: readonly ShareImage[],
  folder: string,
  cacheFolder: string,
): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const colours = await readColours();
  const recipe = await digestRecipe(colours);
  const missing: { image: ShareImage; keptFile: string }[] = [];
  for (const image of images.map(withSiteName)) {
    const key = createHash('sha256').update(recipe).update(JSON.stringify(image)).digest('hex');
    const keptFile = path.join(cacheFolder, `${key}.png`);
    const png = await readFile(keptFile).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (png) await place(png, path.join(folder, image.file));
    else missing.push({ image, keptFile });
  }
  if (missing.length === 0) return;
  const draw = await drawer(
    missing.map(({ image }) => image),
    colours,
    path.join(cacheFolder, 'fonts'),
  );
  const waiting = missing.values();
  const work = async () => {
    for (const { image, keptFile } of waiting) {
      const png = await draw(image);
      await place(png, keptFile);
      await place(png, path.join(folder, image.file));
    }
  };
  // All settle before the first failure is thrown, so that none writes into a folder that is being removed.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Of the facts that the server fills in on the pages, a picture can only know the name. */
function withSiteName(image: ShareImage): ShareImage {
  // The narrow spaces of French are in no display face; a picture never breaks a line there either.
  const filled = (text: string) =>
    text.replaceAll('{{site_name}}', image.siteName).replaceAll('\u202f', '\u00a0');
  const [heading, kicker] = [filled(image.heading), filled(image.kicker)];
  if (`${heading}${kicker}`.includes('{{'))
    throw new Error(`${image.file} would show a fact that only the server knows: “${heading}”`);
  return { ...image, heading, kicker };
}

/** Cuts the fonts to the letters of these pictures and gives what draws one of them. */
async function drawer(images: readonly ShareImage[], colours: Colours, fontFolder: string) {
  const words = images.flatMap(({ heading, kicker, siteName }) => [heading, kicker, siteName]);
  const setter = textSetter(
    await cutFaces([...words, ...Object.values(POSTS)].join(' '), fontFolder),
  );
  return async (image: ShareImage) =>
    packPng(await renderAsync(composeCard(image, colours, setter), setter.options));
}

/** All that shapes every picture: these files, the colours, the fonts, the renderer, and the rules of breaking lines. */
async function digestRecipe(colours: Colours): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify(colours))
    .update(await digestFonts());
  const names = await readdir(import.meta.dirname);
  for (const name of names.filter((one) => one.endsWith('.ts')).sort())
    hash.update(await readFile(path.join(import.meta.dirname, name)));
  const renderer: { readonly version: string } = createRequire(import.meta.url)(
    '@resvg/resvg-js/package.json',
  );
  return hash
    .update(renderer.version)
    .update(process.versions['icu'] ?? '')
    .digest('hex');
}

/** Writes to a temporary file and renames it, so that no half-written picture is read. */
async function place(png: Buffer, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const half = `${file}.${process.pid}`;
  await writeFile(half, png);
  await rename(half, file);
}
