// `npm run shots [state …]`: pictures of every state of the pages at three widths, light and dark, in .cache/shots; those that
// differ by language also in German, Arabic and Chinese.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { seed } from '../src/commands/seed.ts';
import { readConfig } from '../src/config.ts';
import type { Language } from '../src/shared/languages.ts';
import { inLanguage } from '../src/shared/routes.ts';
import { startBrowser } from '../tests/support/browser/browser.ts';
import { type Product, startProduct } from '../tests/support/product/product.ts';
import { ensureWebBuild } from './build-web.mjs';
import { readLanguages } from './web/languages.ts';
import { IN_SEVERAL_LANGUAGES, PAGE_STATES } from './web/page-states.ts';
import { readWords, sayWith } from './web/read-words.ts';

const WIDTHS = [390, 820, 1440];
const HEIGHT = 900;
const OTHERS = ['de', 'ar', 'zh-CN'];
const root = path.resolve(import.meta.dirname, '..');
const locales = path.join(root, 'content/locales');
const folder = path.join(root, '.cache/shots');

type Shot = { readonly name: string; readonly language: Language };

/** Brings one page into a state and takes its pictures: the screen as it stands, and the whole page. */
async function shoot({ name, language }: Shot, browser: Browser, product: Product): Promise<void> {
  const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const reach = PAGE_STATES[name];
  if (!reach)
    throw new Error(
      `there is no state "${name}"; there are ${Object.keys(PAGE_STATES).join(', ')}`,
    );
  const say = sayWith(readWords(locales, language.code));
  const visit = async (page: Page, at: string) => {
    await page.goto(origin + inLanguage(language.prefix, at));
    await page.locator('html[data-ready]').waitFor();
  };
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 820, height: HEIGHT } });
    const page = await context.newPage();
    await visit(page, '/');
    return page;
  };
  const page = await open();
  const file = path.join(folder, `${name}-${language.code}`);
  try {
    await reach({
      page,
      product,
      another: open,
      say,
      go: (at) => visit(page, at),
    });
    await page.evaluate(
      'Promise.allSettled([...document.images].map((image) => { image.loading = "eager"; return image.decode(); }))',
    );
    for (const width of WIDTHS)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: HEIGHT });
        const picture = `${file}-${width}-${colorScheme}`;
        await page.screenshot({ path: `${picture}.png`, animations: 'disabled' });
        // Once more as tall as the page, so that what sticks to an edge of the screen covers nothing.
        const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
        await page.setViewportSize({ width, height: Math.max(HEIGHT, height) });
        await page.screenshot({ path: `${picture}-whole.png`, animations: 'disabled' });
      }
    console.log(`ok    ${name} ${language.code}`);
  } catch (error) {
    await page.screenshot({ path: `${file}-stuck.png`, fullPage: true });
    process.exitCode = 1;
    const why = error instanceof Error ? error.message : String(error);
    console.log(`stuck ${name} ${language.code}: ${why}`);
  } finally {
    for (const context of browser.contexts()) await context.close();
  }
}

/** A state in English, and in the other languages where it looks different there. */
function shotsOf(name: string): readonly Shot[] {
  const codes = ['en', ...(IN_SEVERAL_LANGUAGES.includes(name) ? OTHERS : [])];
  const isThere = (code: string) =>
    name !== 'article' || existsSync(path.join(locales, code, 'articles'));
  return readLanguages(locales)
    .filter(({ code }) => codes.includes(code) && isThere(code))
    .map((language) => ({ name, language }));
}

await ensureWebBuild(root);
await mkdir(folder, { recursive: true });
const browser = await startBrowser();
const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(PAGE_STATES);
for (const shot of names.flatMap(shotsOf)) {
  // A product of its own for each state: no state begins with another's queue, limits or kept answers.
  const product = await startProduct({ MAX_JOBS: '1' });
  if (shot.name === 'trending') await seed(readConfig({ DATA_DIR: product.dataDir }), true);
  await shoot(shot, browser, product).finally(() => product.close());
}
await browser.close();
