// A visitor with our extension in their browser, and the product behind it.
import type { Page, Worker } from 'playwright-core';
import { type ExtensionBrowser, startExtensionBrowser } from '../browser/extension-browser.ts';
import { type Product, startProduct } from '../product/product.ts';
import { until } from './flow-fixture.ts';

/** The fixture. */
export type ExtensionFixture = {
  readonly product: Product;
  readonly site: string;
  readonly browser: ExtensionBrowser;
  readonly close: () => Promise<void>;
};

/** Starts the product, and Chromium with the extension. Pages of YouTube are a sentence. */
export async function startExtensionFixture(
  others: readonly string[] = [],
): Promise<ExtensionFixture> {
  const product = await startProduct();
  const site = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await startExtensionBrowser(
    site,
    ['http://127.0.0.1/*', 'https://www.youtube.com/*'],
    others,
  );
  await browser.context.route('https://www.youtube.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>YouTube</title><p>A video' }),
  );
  return {
    product,
    site,
    browser,
    async close() {
      await browser.close();
      await product.close();
    },
  };
}

/** Connects by hand: types the address, and agrees on the page that opens. Returns that page. */
export async function connect({
  browser,
  site,
}: Pick<ExtensionFixture, 'browser' | 'site'>): Promise<Page> {
  const options = await browser.open('options.html');
  await options.getByLabel('Address of the server').fill(site);
  const opening = browser.context.waitForEvent('page');
  await options.getByRole('button', { name: /^Connect/ }).click();
  const page = await opening;
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('dialog', { name: /is connected/ }).waitFor();
  await options.locator('#state', { hasText: `Connected to ${site}` }).waitFor();
  await options.close();
  return page;
}

/** What the extension keeps on the device. */
export function stored(worker: Worker): Promise<Readonly<Record<string, unknown>>> {
  return worker.evaluate('chrome.storage.local.get()');
}

/** Opens the popup's page behind the tab that is in front, which is the one it asks about. */
export async function openPopup({ context, worker }: ExtensionBrowser): Promise<Page> {
  const opening = context.waitForEvent('page');
  await worker.evaluate(
    "chrome.tabs.create({ url: 'popup.html', active: false }).then(() => null)",
  );
  return opening;
}

/** The file that the browser has saved for a name: where it lies. */
export async function savedFile(worker: Worker): Promise<string> {
  const search = "chrome.downloads.search({ orderBy: ['-startTime'], limit: 1 })";
  let file = '';
  await until(async () => {
    const [newest] = await worker.evaluate<{ state: string; filename: string }[]>(search);
    file = newest?.filename ?? '';
    return newest?.state;
  }).toBe('complete');
  return file;
}
