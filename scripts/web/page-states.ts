// Every state of the home page that has a look of its own, and how a visitor gets there against the lab.
import type { Page } from 'playwright-core';
import type { Product } from '../../tests/product.ts';

/** What a state may use: the open page, and the product with its lab. `another` opens the page as a second visitor. */
export type Stage = {
  readonly page: Page;
  readonly product: Product;
  readonly another: () => Promise<Page>;
};

const VIDEO = 'https://www.youtube.com/watch?v=labMain_001';
const UPRIGHT = 'https://www.youtube.com/shorts/labShort001';
const CAROUSEL = 'https://www.instagram.com/p/DKcarousel1/';
const FORBIDDEN = 'https://www.youtube.com/watch?v=labMedia403';
const SLOW = { rttMs: 20, bytesPerSecondPerConnection: 40_000 } as const;

const box = (page: Page) => page.getByRole('textbox', { name: 'Video link' });

async function submit(page: Page, link: string): Promise<void> {
  await box(page).fill(link);
  await page.keyboard.press('Enter');
}

/** Pastes a link and waits until its choices are there. */
async function choose(page: Page, link = VIDEO): Promise<void> {
  await submit(page, link);
  await page.getByRole('button', { name: /^Get Your/ }).waitFor();
  await page.getByText('Loading the preview…').waitFor({ state: 'hidden' });
}

async function start(page: Page, link = VIDEO): Promise<void> {
  await choose(page, link);
  await page.getByRole('button', { name: /^Get Your/ }).click();
}

async function finish(page: Page): Promise<void> {
  await start(page);
  await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor({ timeout: 60_000 });
}

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
  choosing: ({ page }) => choose(page),
  'choosing-mp3': async ({ page }) => {
    await choose(page);
    await page.getByText('MP3 audio', { exact: true }).click();
  },
  'choosing-upright': ({ page }) => choose(page, UPRIGHT),
  'all-formats': async ({ page }) => {
    await choose(page);
    await page.getByText('All formats', { exact: true }).click();
  },
  carousel: ({ page }) => choose(page, CAROUSEL),
  running: async ({ page, product }) => {
    await choose(page);
    product.lab.shape.set(SLOW);
    await page.getByRole('button', { name: /^Get Your/ }).click();
    await page.getByText('/s', { exact: false }).first().waitFor();
  },
  queued: async ({ page, product, another }) => {
    const other = await another();
    await choose(other, UPRIGHT);
    await choose(page);
    product.lab.shape.set(SLOW);
    await other.getByRole('button', { name: /^Get Your/ }).click();
    await other.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: /^Get Your/ }).click();
    await page.getByText('in the queue').first().waitFor();
  },
  failed: async ({ page }) => {
    await start(page, FORBIDDEN);
    await page.getByRole('heading', { name: 'This did not work' }).waitFor({ timeout: 60_000 });
  },
  done: ({ page }) => finish(page),
  'share-dialog': async ({ page }) => {
    await finish(page);
    await page.getByRole('button', { name: 'Share link' }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
  },
  deleted: async ({ page }) => {
    await finish(page);
    await page.getByRole('button', { name: 'Delete now' }).click();
    await page.getByRole('heading', { name: 'The file has been deleted' }).waitFor();
  },
};
