// `npm run guide:pictures [-- name …]`: takes the pictures of the home page, the guide and the page about phones from the product
// itself, into content/pictures. Run it again when the design of the download page has changed. That of the home page is taken in
// every language and both themes; the others are the same in all.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { runTool } from '../lab/media/run-tool.ts';
import type { Language } from '../src/shared/languages.ts';
import { HOME_PICTURE, homePicture, STEP_PICTURE } from '../src/web/parts/step-picture-size.ts';
import { startBrowser } from '../tests/support/browser/browser.ts';
import { startProduct } from '../tests/support/product/product.ts';
import { ensureWebBuild } from './build-web.mjs';
import { GUIDE_SCENE } from './web/guide-scene.ts';
import { readLanguages } from './web/languages.ts';
import { PAGE_STATES, type Stage } from './web/page-states.ts';
import { wordsOfFlow } from './web/words-of-flow.ts';

/** The state of the page, and the element at the top of the picture, with some space above it; with `isPhone` in the hand. */
type Shot = {
  readonly isPhone?: boolean;
  readonly margin?: number;
  readonly height?: number;
  readonly reach: (stage: Stage) => Promise<void>;
  readonly from: (page: Page) => ReturnType<Page['locator']>;
};

/** What a picture is taken in. */
type Setting = { readonly language: Language; readonly colorScheme: 'light' | 'dark' };

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'content/pictures');
const locales = path.join(root, 'content/locales');
const MAX_BYTES = 40_000;
const MARGIN = 16;
const LINK = 'https://www.youtube.com/watch?v=labMain_001';

const box = (page: Page) => page.getByRole('textbox', { name: 'Video link' });
const headed = (name: string) => (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name }) }).last();

/** The picture of the home page. */
const HOME_SHOT: Shot = {
  height: HOME_PICTURE.height,
  reach: state('choosing'),
  from: (page) => page.locator('img[src*="/thumbnails/"]'),
};

/** Each picture of the guide by the name that its text calls it. */
const SHOTS: Readonly<Record<string, Shot>> = {
  'guide-copy': { reach: state('idle'), from: (page) => page.locator('h1') },
  'guide-paste': {
    reach: async ({ page }) => box(page).fill(LINK),
    from: (page) => page.locator('h1'),
  },
  'guide-look': { reach: state('choosing'), from: headed('Customize Your Download') },
  'guide-choose': {
    reach: state('choosing'),
    from: (page) => page.getByText('Format', { exact: true }).first(),
  },
  'guide-wait': {
    reach: async (stage) => {
      await state('running')(stage);
      await stage.page.getByText(/^[3-7]\d%$/).waitFor();
    },
    from: headed('Processing Your Request'),
  },
  'guide-save': {
    reach: state('done'),
    from: (page) => page.getByText('Checked', { exact: true }),
  },
  'mobile-share': {
    isPhone: true,
    reach: async ({ page, say }) => {
      const shared = new URLSearchParams({ text: `Look at this: ${LINK} #garden` });
      await page.goto(`${new URL(page.url()).origin}/?${shared}`);
      await page.getByRole('button', { name: say('download.start') }).waitFor();
      await page.getByText(say('download.previewLoading')).waitFor({ state: 'hidden' });
    },
    from: box,
  },
  'mobile-photos': {
    isPhone: true,
    reach: async (stage) => {
      await state('done')(stage);
      await stage.page.getByRole('button', { name: 'Get it ready for Photos or Files' }).tap();
      await stage.page.getByRole('button', { name: 'Save to Photos or Files' }).waitFor();
    },
    from: (page) => page.getByText('Checked', { exact: true }),
  },
  'mobile-notify': {
    isPhone: true,
    reach: async (stage) => {
      await state('running')(stage);
      await stage.page.getByRole('button', { name: 'Notify me when it’s ready' }).tap();
      await stage.page.getByText(/^[3-7]\d%$/).waitFor();
    },
    from: (page) => page.getByText('Downloading', { exact: true }),
    margin: 2,
  },
};

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

/** Takes one picture from a product of its own, so that none begins with what another left behind. */
async function take(name: string, shot: Shot, setting: Setting, workshop: string): Promise<void> {
  const { isPhone, margin = MARGIN, height = STEP_PICTURE.height, reach, from } = shot;
  const { language, colorScheme } = setting;
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
    await page.goto(origin + language.prefix);
    // The fonts are at hand only the second time.
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    const onlyHome = () => Promise.reject(new Error('one visitor on one page only'));
    const say = await wordsOfFlow(locales, language.code);
    await reach({ page, product, say, another: onlyHome, go: onlyHome });
    await page.evaluate(
      'Promise.allSettled([...document.images].filter((one) => one.loading !== "lazy").map((one) => one.decode()))',
    );
    await page.evaluate('document.activeElement.blur()');
    const begin = await from(page).boundingBox();
    if (!begin) throw new Error(`${name}: what it begins with is not to be seen`);
    const file = path.join(workshop, `${name}.png`);
    const clip = { x: 0, y: begin.y - margin, width: STEP_PICTURE.width, height };
    await page.screenshot({ path: file, clip, animations: 'disabled' });
    await compress(file, path.join(folder, `${name}.webp`));
  } finally {
    await browser.close();
    await product.close();
  }
}

/** The best quality that stays below the limit. */
async function compress(shot: string, file: string): Promise<void> {
  for (const quality of [90, 80, 70, 60, 50]) {
    const words = ['-c:v', 'libwebp', '-preset', 'text', '-quality', String(quality)];
    await runTool('ffmpeg', ['-v', 'error', '-y', '-i', shot, ...words, file]);
    const { size } = await stat(file);
    if (size > MAX_BYTES) continue;
    console.log(`${path.basename(file)}: ${size} bytes at quality ${quality}`);
    return;
  }
  throw new Error(`${path.basename(file)} stays above ${MAX_BYTES} bytes`);
}

const wanted = process.argv.slice(2);
await ensureWebBuild(root);
await mkdir(folder, { recursive: true });
const workshop = await mkdtemp(path.join(tmpdir(), 'keepreel-guide-'));
try {
  const languages = readLanguages(locales);
  const [english] = languages;
  if (!english) throw new Error('there is no language');
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  for (const [name, shot] of Object.entries(SHOTS))
    if (isWanted(name))
      await take(name, shot, { language: english, colorScheme: 'light' }, workshop);
  for (const language of isWanted('home') ? languages : [])
    for (const colorScheme of ['light', 'dark'] as const)
      await take(
        homePicture(language.code, colorScheme),
        HOME_SHOT,
        { language, colorScheme },
        workshop,
      );
} finally {
  await rm(workshop, { recursive: true, force: true });
}
