// `npm run shots [state …]`: pictures of every state of the home page at three widths, light and dark, in .cache/shots.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../tests/browser.ts';
import { type Product, startProduct } from '../tests/product.ts';
import { ensureWebBuild } from './build-web.mjs';
import { PAGE_STATES } from './web/page-states.ts';

const WIDTHS = [390, 820, 1440];
const HEIGHT = 900;
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, '.cache/shots');

/** Brings one page into a state and takes its pictures: the screen as it stands, and the whole page. */
async function shoot(name: string, browser: Browser, product: Product): Promise<void> {
  const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const reach = PAGE_STATES[name];
  if (!reach)
    throw new Error(
      `there is no state "${name}"; there are ${Object.keys(PAGE_STATES).join(', ')}`,
    );
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 820, height: HEIGHT } });
    const page = await context.newPage();
    await page.goto(origin);
    await page.locator('html[data-ready]').waitFor();
    return page;
  };
  const page = await open();
  try {
    await reach({ page, product, another: open });
    await page.evaluate(
      'Promise.allSettled([...document.images].map((image) => { image.loading = "eager"; return image.decode(); }))',
    );
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: HEIGHT });
        const file = path.join(folder, `${name}-${width}-${colorScheme}`);
        await page.screenshot({ path: `${file}.png`, animations: 'disabled' });
        // Once more as tall as the page, so that what sticks to an edge of the screen covers nothing.
        const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
        await page.setViewportSize({ width, height: Math.max(HEIGHT, height) });
        await page.screenshot({ path: `${file}-whole.png`, animations: 'disabled' });
      }
    }
    console.log(`ok    ${name}`);
  } catch (error) {
    await page.screenshot({ path: path.join(folder, `${name}-stuck.png`), fullPage: true });
    process.exitCode = 1;
    console.log(`stuck ${name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    for (const context of browser.contexts()) await context.close();
  }
}

await ensureWebBuild(root);
await mkdir(folder, { recursive: true });
const browser = await startBrowser();
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(PAGE_STATES)) {
  // A product of its own for each state: no state begins with another's queue, limits or kept answers.
  const product = await startProduct({ MAX_JOBS: '1' });
  await shoot(name, browser, product).finally(() => product.close());
}
await browser.close();
