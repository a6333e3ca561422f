// `npm run site:pictures`: draws the icons and the cards of links that are not what they should show now, into content and
// extension.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { runTool } from '../lab/media/run-tool.ts';
import { startBrowser } from '../tests/support/browser/browser.ts';
import { readLanguages } from './web/languages.ts';
import { FONTS } from './web/share-card.ts';
import {
  DRAWN,
  drawnFrom,
  readDrawn,
  type SitePicture,
  sitePictures,
} from './web/site-pictures.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Flat pictures need few colours: a third of the bytes. */
const FEW_COLOURS =
  'split[a][b];[a]palettegen=max_colors=64:stats_mode=single[p];[b][p]paletteuse=dither=none';

/** Draws a picture; throws where words of a card do not fit. */
async function draw(
  browser: Browser,
  { file, width, height, html }: SitePicture,
  shot: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } });
  const require = createRequire(import.meta.url);
  await page.route(`${FONTS}**`, async (route) => {
    const body = await readFile(require.resolve(route.request().url().slice(FONTS.length)));
    await route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.setContent(html);
  const isWhole = await page.evaluate<boolean>(`document.fonts.ready.then(() =>
    [...document.querySelectorAll('h1, p')].every((one) => {
      const { top, left, right } = one.getBoundingClientRect();
      return top >= 60 && left >= 60 && right <= 1140 && one.scrollWidth <= one.clientWidth;
    }))`);
  if (!isWhole) throw new Error(`${file}: the words do not fit`);
  await page.screenshot({ path: shot, omitBackground: true });
  await page.close();
  const made = path.join(root, file);
  await mkdir(path.dirname(made), { recursive: true });
  const options = file.startsWith('content/share/') ? ['-vf', FEW_COLOURS] : [];
  await runTool('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    shot,
    ...options,
    '-c:v',
    'png',
    '-compression_level',
    '9',
    made,
  ]);
  console.log(`${file}: ${(await stat(made)).size} bytes`);
}

const drawn = await readDrawn();
const pictures = await sitePictures(readLanguages(path.join(root, 'content/locales')));
const workshop = await mkdtemp(path.join(tmpdir(), 'keepreel-pictures-'));
const browser = await startBrowser();
try {
  for (const picture of pictures) {
    if (drawn[picture.file] === drawnFrom(picture)) continue;
    await draw(browser, picture, path.join(workshop, 'shot.png'));
    drawn[picture.file] = drawnFrom(picture);
  }
  const kept = Object.fromEntries(pictures.map(({ file }) => [file, drawn[file]]));
  await writeFile(DRAWN, `${JSON.stringify(kept, null, 2)}\n`);
} finally {
  await browser.close();
  await rm(workshop, { recursive: true, force: true });
}
