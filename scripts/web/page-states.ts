// Every state of the pages that has a look of its own, and how a visitor gets there against the lab.
import type { Page } from 'playwright-core';
import { articlePath, pathOf } from '../../src/shared/routes.ts';
import type { Product } from '../../tests/support/product/product.ts';

/**
 * What a state may use: the open home page, and the product with its lab. `another` opens the page as a second visitor, `go`
 * leads to a path in the language of the picture, `say` gives a text of the interface in it by its `group.key`.
 */
export type Stage = {
  readonly page: Page;
  readonly product: Product;
  readonly another: () => Promise<Page>;
  readonly go: (path: string) => Promise<void>;
  readonly say: (key: string) => string;
};

/** States and pages that are looked at in several languages. */
export const IN_SEVERAL_LANGUAGES: readonly string[] = [
  'idle',
  'choosing',
  'part',
  'running',
  'done',
  'failed',
  'platform',
  'trending',
  'article',
  'not-found',
];

const VIDEO = 'https://www.youtube.com/watch?v=labMain_001';
const UPRIGHT = 'https://www.youtube.com/shorts/labShort001';
const CAROUSEL = 'https://www.instagram.com/p/DKcarousel1/';
const FORBIDDEN = 'https://www.youtube.com/watch?v=labMedia403';
const SLOW = { rttMs: 20, bytesPerSecondPerConnection: 40_000 } as const;

const box = (page: Page) => page.locator('#video-url-input');

async function submit(page: Page, link: string): Promise<void> {
  await box(page).fill(link);
  await page.keyboard.press('Enter');
}

/** Pastes a link and waits until its choices are there. */
async function choose({ page, say }: Choosing, link = VIDEO): Promise<void> {
  await submit(page, link);
  await page.getByRole('button', { name: say('download.start') }).waitFor();
  await page.getByText(say('download.previewLoading')).waitFor({ state: 'hidden' });
}

async function start(stage: Choosing, link = VIDEO): Promise<void> {
  await choose(stage, link);
  await stage.page.getByRole('button', { name: stage.say('download.start') }).click();
}

async function finish(stage: Choosing): Promise<void> {
  await start(stage);
  const { page, say } = stage;
  await page
    .getByRole('heading', { name: say('download.resultHeading') })
    .waitFor({ timeout: 60_000 });
}

type Choosing = Pick<Stage, 'page' | 'say'>;

/** State by name. Each starts on a fresh page with nothing slowed or broken. */
export const PAGE_STATES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  idle: async ({ page }) => box(page).waitFor(),
  'typed-nothing': async ({ page }) => {
    await submit(page, '');
    await page.getByText('Please enter a URL').first().waitFor();
  },
  'typed-wrong': async ({ page }) => {
    await submit(page, 'www.youtube.com/watch?v=labMain_001');
    await page.getByText('Invalid URL format').first().waitFor();
  },
  'unknown-site': async ({ page }) => {
    await submit(page, 'https://example.com/video');
    await page.getByText('Unsupported platform').first().waitFor();
  },
  private: async ({ page }) => {
    await submit(page, 'https://www.youtube.com/watch?v=labPriv_001');
    await page.getByText('This post is private').first().waitFor();
  },
  choosing: (stage) => choose(stage),
  'choosing-mp3': async (stage) => {
    await choose(stage);
    await stage.page.getByText('MP3 audio', { exact: true }).click();
  },
  'choosing-upright': (stage) => choose(stage, UPRIGHT),
  'all-formats': async (stage) => {
    await choose(stage);
    await stage.page.locator('summary', { hasText: /^All formats$/ }).click();
  },
  part: async (stage) => {
    const { page, say } = stage;
    await choose(stage, `${VIDEO}&t=4`);
    await page.locator('summary', { hasText: say('download.onlyPart') }).click();
    await page.getByRole('button', { name: 'The pond' }).click();
  },
  carousel: async ({ page }) => {
    await submit(page, CAROUSEL);
    await page.getByRole('checkbox').first().waitFor();
  },
  running: async (stage) => {
    const { page, product, say } = stage;
    await choose(stage);
    product.lab.shape.set(SLOW);
    await page.getByRole('button', { name: say('download.start') }).click();
    await page.locator('[role=progressbar][aria-valuenow]').waitFor();
  },
  queued: async ({ page, product, another, say }) => {
    const other = await another();
    await choose({ page: other, say }, UPRIGHT);
    await choose({ page, say });
    product.lab.shape.set(SLOW);
    await other.getByRole('button', { name: /^Get Your/ }).click();
    await other.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: /^Get Your/ }).click();
    await page.getByText('in the queue').first().waitFor();
  },
  failed: async (stage) => {
    await start(stage, FORBIDDEN);
    const { page, say } = stage;
    await page
      .getByRole('heading', { name: say('download.failedHeading') })
      .waitFor({ timeout: 60_000 });
  },
  done: (stage) => finish(stage),
  'share-dialog': async (stage) => {
    const { page } = stage;
    await finish(stage);
    await page.getByRole('button', { name: 'Share link' }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
  },
  deleted: async (stage) => {
    const { page } = stage;
    await finish(stage);
    await page.getByRole('button', { name: 'Delete now' }).click();
    await page.getByRole('heading', { name: 'The file has been deleted' }).waitFor();
  },
  platform: ({ go }) => go(pathOf('tiktok')),
  trending: async ({ page, go }) => {
    await go(pathOf('trending'));
    await page.locator('.trending[aria-busy=false]').waitFor();
  },
  article: ({ go }) => go(articlePath('why-4k-is-not-h264')),
  'not-found': ({ go }) => go('/nowhere'),
  guide: ({ go }) => go(pathOf('guide')),
  about: ({ go }) => go(pathOf('about')),
  blog: ({ go }) => go(pathOf('blog')),
  trimmer: ({ go }) => go(pathOf('trimmer')),
  status: async ({ page, go }) => {
    await go(pathOf('status'));
    await page.locator('.status[aria-busy=false]').waitFor();
  },
};
