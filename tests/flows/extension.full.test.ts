// The extension in detail: the context menu, how the popup looks, other versions, the files that the server offers.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipFolder } from '../../scripts/extension/zip-folder.ts';
import { withServer } from '../../src/http/site/extension-zip.ts';
import { violations } from '../support/browser/axe.ts';
import { BUILT_EXTENSION } from '../support/browser/extension-browser.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  connect,
  type ExtensionFixture,
  startExtensionFixture,
  stored,
} from '../support/flow/extension-fixture.ts';
import { goodLink, until } from '../support/flow/flow-fixture.ts';

let fixture: ExtensionFixture;
const { url: link } = goodLink('youtube');

beforeAll(async () => {
  fixture = await startExtensionFixture();
  await (await connect(fixture)).close();
});
afterAll(() => fixture.close());

describe('the extension', () => {
  it.each(['link', 'page'])('opens for a %s from the context menu', async (place) => {
    const { context, worker } = fixture.browser;
    const front = await context.newPage();
    await front.goto(link);
    const clicked =
      place === 'link' ? { linkUrl: link, pageUrl: 'https://a.test/' } : { pageUrl: link };
    await worker.evaluate(
      `chrome.contextMenus.onClicked.dispatch(${JSON.stringify({ menuItemId: `download-${place}`, ...clicked })})`,
    );
    const views =
      "chrome.runtime.getContexts({ contextTypes: ['POPUP'] }).then((all) => all.length)";
    await until(() => worker.evaluate(views)).toBe(1);
    // The popup has taken the link.
    const asked = "chrome.storage.session.get('asked')";
    await until(() => worker.evaluate(asked)).toEqual({});
    await front.close();
    await until(() => worker.evaluate(views)).toBe(0);
  });
});

describe('the popup', () => {
  it.each(['light', 'dark'] as const)(
    'is accessible and fits, %s, also in Arabic',
    async (colorScheme) => {
      const { browser } = fixture;
      const popup = await browser.open(`popup.html?link=${encodeURIComponent(link)}`);
      await popup.setViewportSize({ width: 384, height: 600 });
      await popup.emulateMedia({ colorScheme });
      for (const language of ['en', 'ar']) {
        await browser.worker.evaluate(`chrome.storage.local.set({ language: '${language}' })`);
        await popup.reload();
        await popup.locator('.note, form').first().waitFor();
        expect(await popup.locator('html').getAttribute('dir')).toBe(
          language === 'ar' ? 'rtl' : 'ltr',
        );
        expect(await violations(popup)).toEqual([]);
        expect(await overflowing(popup)).toEqual([]);
      }
      await browser.worker.evaluate("chrome.storage.local.remove('language')");
      await popup.close();
    },
  );

  it('weighs at most 60 kB, with the words of one language', async () => {
    const chunks = await readdir(path.join(BUILT_EXTENSION, 'chunks'));
    const files = [
      'popup.html',
      'popup.js',
      'extension.css',
      'words/ar.json',
      'words/languages.json',
    ];
    const all = [...files, ...chunks.map((chunk) => `chunks/${chunk}`)].map(
      async (file) => gzipSync(await readFile(path.join(BUILT_EXTENSION, file))).length,
    );
    const bytes = (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
    expect(bytes).toBeLessThan(60_000);
  });
});

describe('when something is wrong', () => {
  /** Opens the popup with these settings, and puts back what there was. */
  async function popupWith(settings: object, heading: string): Promise<string | null> {
    const { browser } = fixture;
    const before = await stored(browser.worker);
    const set = (values: object) =>
      browser.worker.evaluate(`chrome.storage.local.set(${JSON.stringify(values)})`);
    await set(settings);
    const popup = await browser.open(
      `popup.html?link=${encodeURIComponent(goodLink('tiktok').url)}`,
    );
    await popup.getByRole('heading', { name: heading }).waitFor();
    const text = await popup.locator('main').textContent();
    await popup.close();
    await set(before);
    return text;
  }

  it('says that the server has gone', async () => {
    const text = await popupWith({ server: 'http://127.0.0.1:9' }, 'Your server doesn’t answer');
    expect(text).toContain('Try Again');
  });

  it('asks to connect again with a key that was revoked', async () => {
    const key = `kr_${'A'.repeat(43)}`;
    expect(await popupWith({ key }, 'Please connect again')).toContain('Connect');
  });

  it.each([
    ['newer', { apiVersion: 2 }],
    ['older', {}],
  ])('says that the server is %s', async (age, version) => {
    const other = createServer((request, response) => {
      const isKey = request.url === '/api/key';
      response.writeHead(isKey ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKey ? { success: true, ...version } : {}));
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const server = `http://127.0.0.1:${port}`;
    const text = await popupWith({ server }, 'The versions don’t match');
    expect(text).toContain(`Your server is ${age} than this extension.`);
    other.closeAllConnections();
    other.close();
  });
});

describe('the server', () => {
  it.each(['chromium', 'firefox'])(
    'offers the extension for %s on its page, the same bytes from the same source and its own address',
    async (name) => {
      const file = `/extension/keepreel-${name}.zip`;
      const page = await (await fetch(`${fixture.site}/browser-extension`)).text();
      expect(page).toContain(`href="${file}"`);
      const answer = await fetch(fixture.site + file);
      expect(answer.headers.get('content-type')).toBe('application/zip');
      const sent = Buffer.from(await answer.arrayBuffer());
      const built = await zipFolder(path.join(BUILT_EXTENSION, '..', name));
      expect(sent.equals(withServer(built, fixture.site))).toBe(true);
    },
  );
});
