// `npm run guide:pictures [-- name …]`: takes the pictures of the home page, the guide and the page about phones from the product
// itself, in every language and both themes, into content/pictures. Without names it takes those whose words have changed; name
// them when the design of the download page has changed.
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Locator, Page } from 'playwright-core';
import { runTool } from '../lab/media/run-tool.ts';
import type { Language } from '../src/shared/languages.ts';
import {
  HOME_PICTURE,
  pictureName,
  STEP_PICTURE,
  THEMES,
} from '../src/web/ui/pictures/step-picture-size.ts';
import { startBrowser } from '../tests/support/browser/browser.ts';
import { startProduct } from '../tests/support/product/product.ts';
import { ensureWebBuild } from './build-web.mjs';
import { GUIDE_SCENE } from './web/guide-scene.ts';
import { readLanguages } from './web/languages.ts';
import { PAGE_STATES, type Stage } from './web/page-states.ts';
import { readWords, sayWith } from './web/read-words.ts';
import { fingerprint, PICTURES, readTaken, type Taken } from './web/taken-pictures.ts';

/** The state of the page, and the element at the top of the picture, with some space above it; with `isPhone` in the hand. */
type Shot = {
  readonly isPhone?: boolean;
  readonly margin?: number;
  readonly height?: number;
  readonly reach: (stage: Stage) => Promise<void>;
  readonly from: (page: Page, say: Stage['say']) => Locator;
};

/** What a picture is taken in. */
type Setting = { readonly language: Language; readonly colorScheme: (typeof THEMES)[number] };

const root = path.resolve(import.meta.dirname, '..');
const locales = path.join(root, 'content/locales');
const MAX_BYTES = 32_000;
/** So many are taken at the same time. */
const AT_ONCE = 2;
const MARGIN = 16;
const LINK = 'https://www.youtube.com/watch?v=labMain_001';

const box = (page: Page) => page.locator('#video-url-input');
const headed = (key: string) => (page: Page, say: Stage['say']) =>
  page.locator('section', { has: page.getByRole('heading', { name: say(key) }) }).last();
const text = (key: string) => (page: Page, say: Stage['say']) =>
  page.getByText(say(key), { exact: true }).first();

/** Each picture by the name that a text calls it. */
const SHOTS: Readonly<Record<string, Shot>> = {
  home: {
    height: HOME_PICTURE.height,
    reach: state('choosing'),
    from: (page) => page.locator('img[src*="/thumbnails/"]'),
  },
  'guide-copy': { reach: state('idle'), from: (page) => page.locator('h1') },
  'guide-paste': {
    reach: async ({ page }) => box(page).fill(LINK),
    from: (page) => page.locator('h1'),
  },
  'guide-look': { reach: state('choosing'), from: headed('download.optionsHeading') },
  'guide-choose': { reach: state('choosing'), from: text('download.format') },
  'guide-wait': {
    reach: async (stage) => {
      await state('running')(stage);
      await halfway(stage.page);
    },
    from: headed('download.progressHeading'),
  },
  'guide-save': { reach: state('done'), from: text('download.checked') },
  'mobile-share': {
    isPhone: true,
    reach: async ({ page, say }) => {
      const shared = new URLSearchParams({ text: `Look at this: ${LINK} #garden` });
      await page.goto(`${page.url()}?${shared}`);
      await page.reload();
      await page.getByRole('button', { name: say('download.start') }).waitFor();
      await page.getByText(say('download.previewLoading')).waitFor({ state: 'hidden' });
    },
    from: box,
  },
  'mobile-photos': {
    isPhone: true,
    reach: async (stage) => {
      await state('done')(stage);
      const { page, say } = stage;
      await page.getByRole('button', { name: say('mobile.toPhotosFetch') }).tap();
      await page.getByRole('button', { name: say('mobile.toPhotosShare') }).waitFor();
    },
    from: text('download.checked'),
  },
  'mobile-notify': {
    isPhone: true,
    reach: async (stage) => {
      await state('running')(stage);
      await stage.page.getByRole('button', { name: stage.say('mobile.notify') }).tap();
      await halfway(stage.page);
    },
    from: headed('download.progressHeading'),
    margin: 2,
  },
};

/** Waits until a running download has come to its middle. */
async function halfway(page: Page): Promise<void> {
  const bar = page.locator('[role=progressbar][aria-valuenow]');
  for (;;) {
    const percent = Number(await bar.getAttribute('aria-valuenow'));
    if (percent >= 30 && percent < 80) return;
    await page.waitForTimeout(50);
  }
}

/** The keys of the words that lie in a part of the page, as far as they have no places to fill. */
async function keysIn(
  page: Page,
  { y, height }: { readonly y: number; readonly height: number },
  words: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const texts = [];
    const range = document.createRange();
    for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) {
      range.selectNodeContents(walker.currentNode);
      const { top, bottom, width } = range.getBoundingClientRect();
      if (width > 1 && top >= ${y} && bottom <= ${y + height}) texts.push(walker.currentNode.data.trim());
    }
    return texts;
  })()`);
  const read = new Set(texts);
  return [...words].flatMap(([key, one]) => (read.has(one) ? [key] : [])).sort();
}

/** What a phone has and the browser of this machine lacks. */
const PHONE = `
  navigator.canShare = () => true;
  window.Notification = { permission: 'granted' };
`;

function state(name: string): Shot['reach'] {
  const reach = PAGE_STATES[name];
  if (!reach) throw new Error(`there is no state "${name}"`);
  return reach;
}

/**
 * Takes one picture from a product of its own, so that none begins with what another left behind. Returns the keys of the
 * words on it.
 */
async function take(
  image: string,
  shot: Shot,
  setting: Setting,
  workshop: string,
): Promise<readonly string[]> {
  const { isPhone, margin = MARGIN, height = STEP_PICTURE.height, reach, from } = shot;
  const { language, colorScheme } = setting;
  const name = pictureName(image, language.code, colorScheme);
  const browser = await startBrowser();
  const product = await startProduct({ MAX_JOBS: '1' });
  try {
    const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
    const context = await browser.newContext({
      // So tall that nothing sticks to an edge of the screen and covers something else.
      viewport: { width: STEP_PICTURE.width, height: 3000 },
      deviceScaleFactor: 2,
      colorScheme,
      reducedMotion: 'reduce',
      locale: language.tag,
      ...(isPhone ? { isMobile: true, hasTouch: true } : {}),
    });
    if (isPhone) await context.addInitScript(PHONE);
    const page = await context.newPage();
    await page.route('**/thumbnails/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: GUIDE_SCENE }),
    );
    // The pages do not wait for their fonts; a picture does.
    await page.route('**/*.css', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(
        'font-display:optional',
        'font-display:block',
      );
      await route.fulfill({ response, body });
    });
    await page.goto(origin + language.prefix);
    await page.locator('html[data-ready]').waitFor();
    const onlyHome = () => Promise.reject(new Error('one visitor on one page only'));
    const words = readWords(locales, language.code);
    const say = sayWith(words);
    await reach({ page, product, say, another: onlyHome, go: onlyHome });
    await page.evaluate(
      'Promise.allSettled([...document.images].filter((one) => one.loading !== "lazy").map((one) => one.decode()))',
    );
    await page.evaluate('document.fonts.ready.then(() => document.activeElement.blur())');
    const begin = await from(page, say).boundingBox();
    if (!begin) throw new Error(`${name}: what it begins with is not to be seen`);
    const file = path.join(workshop, `${name}.png`);
    const clip = { x: 0, y: Math.max(0, begin.y - margin), width: STEP_PICTURE.width, height };
    await page.screenshot({ path: file, clip, animations: 'disabled' });
    await compress(file, path.join(PICTURES, `${name}.webp`));
    return await keysIn(page, clip, words);
  } finally {
    await browser.close();
    await product.close();
  }
}

/** The best quality that stays below the limit. */
async function compress(shot: string, file: string): Promise<void> {
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const words = ['-c:v', 'libwebp', '-preset', 'text', '-quality', String(quality)];
    await runTool('ffmpeg', ['-v', 'error', '-y', '-i', shot, ...words, file]);
    const { size } = await stat(file);
    if (size > MAX_BYTES) continue;
    console.log(`${path.basename(file)}: ${size} bytes at quality ${quality}`);
    return;
  }
  throw new Error(`${path.basename(file)} stays above ${MAX_BYTES} bytes`);
}

/** Takes a picture in all settings; what it says. */
async function takeAll(
  image: string,
  shot: Shot,
  languages: readonly Language[],
  workshop: string,
): Promise<Taken> {
  const settings = languages.flatMap((language) =>
    THEMES.map((colorScheme) => ({ language, colorScheme })),
  );
  const [keys = []] = await pLimit(AT_ONCE).map(settings, (setting) =>
    take(image, shot, setting, workshop),
  );
  const words: Record<string, string> = {};
  for (const { code } of languages) words[code] = fingerprint(readWords(locales, code), keys);
  return { keys, words };
}

/** Whether the words on a picture are still those that it was taken with, in all languages. */
async function isFresh(taken: Taken, languages: readonly Language[]): Promise<boolean> {
  for (const { code } of languages)
    if (fingerprint(readWords(locales, code), taken.keys) !== taken.words[code]) return false;
  return true;
}

const named = process.argv.slice(2);
await ensureWebBuild(root);
await mkdir(PICTURES, { recursive: true });
const workshop = await mkdtemp(path.join(tmpdir(), 'keepreel-guide-'));
try {
  const languages = readLanguages(locales);
  const taken = await readTaken();
  for (const [image, shot] of Object.entries(SHOTS)) {
    const before = taken[image];
    const isAsked =
      named.length > 0 ? named.includes(image) : !(before && (await isFresh(before, languages)));
    if (!isAsked) continue;
    taken[image] = await takeAll(image, shot, languages, workshop);
    await writeFile(path.join(PICTURES, 'taken.json'), `${JSON.stringify(taken, null, 2)}\n`);
  }
} finally {
  await rm(workshop, { recursive: true, force: true });
}
