// A new release while pages of the last one are open: a visitor never meets a missing file.
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepOldAssets } from '../../scripts/web/keep-old-assets.ts';
import { putInPlace } from '../../scripts/web/put-in-place.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { copySources, type Sources } from '../support/browser/changed-build.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { takeOver } from '../support/browser/take-over.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-deployment-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the files of a build', () => {
  it('stay for one more release, and no longer', async () => {
    const target = path.join(folder, 'kept');
    const release = async (...files: string[]) => {
      const made = path.join(folder, 'made');
      await mkdir(path.join(made, 'assets'), { recursive: true });
      for (const file of files) await writeFile(path.join(made, 'assets', file), file);
      await keepOldAssets(target, made);
      await putInPlace(made, target, path.join(folder, 'old'));
      await rm(path.join(folder, 'old'), { recursive: true, force: true });
      return (await readdir(path.join(target, 'assets'))).sort();
    };
    expect(await release('a-1.js', 'same.js')).toEqual(['a-1.js', 'same.js']);
    expect(await release('a-2.js', 'same.js')).toEqual(['a-1.js', 'a-2.js', 'same.js']);
    expect(await release('a-3.js', 'b-3.js')).toEqual(['a-2.js', 'a-3.js', 'b-3.js', 'same.js']);
    expect(await release('a-4.js')).toEqual(['a-3.js', 'a-4.js', 'b-3.js']);
  });
});

describe('a page that is open during a release', () => {
  const LINK = 'https://www.youtube.com/watch?v=labMain_001';
  /** The one after the last is the first again, by then gone from every tab and folder. */
  const RELEASES = 3;
  const PART = 'src/web/features/download/flow-card.tsx';
  let webDir: string;
  let sources: Sources;
  let server: PageServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let logs: string[];
  let number = 0;

  const built = new Map<number, string>();
  const nameOf = (release: number) => `release ${release % RELEASES}`;

  /** The files of a release, in which a part that is loaded later has changed. */
  const filesOf = async (release: number) => {
    const known = built.get(release % RELEASES);
    if (known) return known;
    await sources.change(PART, `"${nameOf(release - 1)}"`, `"${nameOf(release)}"`);
    const made = path.join(folder, `built-${release}`);
    await sources.build(made);
    built.set(release % RELEASES, made);
    return made;
  };

  /** Puts the next release in place as `npm start` does, and restarts the server. */
  const release = async () => {
    number += 1;
    const made = path.join(folder, 'next');
    await cp(await filesOf(number), made, { recursive: true });
    await keepOldAssets(webDir, made);
    await putInPlace(made, webDir, path.join(folder, 'before'));
    await rm(path.join(folder, 'before'), { recursive: true, force: true });
    const port = server ? Number(new URL(server.origin).port) : 0;
    await server?.close();
    server = await servePages(webDir, { port });
  };
  const buildOf = () => page.locator('#root').getAttribute('data-build');
  const hydrated = () => takeOver(page);
  /** A mark on the window, which a reload would clear. */
  const mark = () => page.evaluate('window.stays = true');
  const stayed = () => page.evaluate('window.stays === true');
  const open = async (pathname: string) => {
    await page.goto(server.origin + pathname);
    await hydrated();
    await mark();
    return buildOf();
  };
  const submit = async () => {
    await page.getByRole('textbox', { name: 'Video link' }).fill(LINK);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    webDir = path.join(folder, 'web');
    sources = await copySources();
    const before = 'switch (download.kind) {';
    const note = `document.documentElement.dataset['part'] = "release 0";`;
    await sources.change(PART, before, `${note}\n  ${before}`);
    browser = await startBrowser();
    await release();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await sources?.remove();
  });
  beforeEach(async () => {
    logs = [];
    context = await browser.newContext({ serviceWorkers: 'block', locale: 'en' });
    page = await context.newPage();
    page.on('console', (message) => logs.push(message.text()));
    await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
    await page.route('**/api/detect-platform', (route) =>
      route.fulfill({
        json: {
          isValid: true,
          platform: 'youtube',
          platformName: 'YouTube',
          message: '',
          url: LINK,
        },
      }),
    );
  });
  afterEach(() => context.close());

  const reloads = () => logs.filter((text) => text.includes('is missing; reloading')).length;
  const partOf = () => page.locator('html').getAttribute('data-part');

  it('follows a link with a full load of the next page, with its own scripts', async () => {
    const before = await open('/');
    await release();
    await page.evaluate(`document.querySelector('a[href$="/privacy"]').click()`);
    await page.waitForURL('**/privacy');
    await expect.poll(stayed).toBe(false);
    await hydrated();
    expect(await buildOf()).not.toBe(before);
    await mark();
    await page.evaluate(`document.querySelector('a[href="/"]').click()`);
    await page.waitForURL(`${server.origin}/`);
    expect(await stayed()).toBe(true);
  });

  it('follows a link to a place on the next page', async () => {
    await open('/');
    await release();
    await page.evaluate(`{ const link = document.querySelector('a[href$="/privacy"]');
      link.href += '#cookies'; link.click(); }`);
    await expect.poll(stayed).toBe(false);
    await hydrated();
    expect(new URL(page.url()).hash).toBe('#cookies');
    expect(await page.title()).toContain('Privacy');
  });

  it('still finds the parts of its own release', async () => {
    await open('/');
    const own = nameOf(number);
    await release();
    await submit();
    await expect.poll(partOf).toBe(own);
    expect([await stayed(), reloads()]).toEqual([true, 0]);
  });

  it('that is two releases old is reloaded once when a part is gone', async () => {
    await open('/');
    await release();
    await release();
    await submit();
    await expect.poll(stayed).toBe(false);
    await hydrated();
    expect(reloads()).toBe(1);
    await submit();
    await expect.poll(partOf).toBe(nameOf(number));
    expect(reloads()).toBe(1);
  });

  it('is not reloaded in a loop when the part stays missing', async () => {
    await page.route('**/assets/flow-card-*.js', (route) => route.abort());
    await open('/');
    await release();
    await submit();
    await expect.poll(stayed).toBe(false);
    await hydrated();
    await mark();
    await submit();
    await page.getByRole('alert').getByRole('button').waitFor();
    expect([await stayed(), reloads()]).toEqual([true, 1]);
  });

  it('of the same release is not reloaded when a part is blocked', async () => {
    await page.route('**/assets/flow-card-*.js', (route) => route.abort());
    await open('/');
    await submit();
    await page.getByRole('alert').getByRole('button').waitFor();
    expect([await stayed(), reloads()]).toEqual([true, 0]);
  });

  it('is not reloaded where the tab cannot store that it was', async () => {
    await page.addInitScript(`Object.defineProperty(window, 'sessionStorage', {
      get() { throw new DOMException('no', 'SecurityError'); } })`);
    await page.route('**/assets/flow-card-*.js', (route) => route.abort());
    await open('/');
    await release();
    await submit();
    await page.getByRole('alert').getByRole('button').waitFor();
    expect([await stayed(), reloads()]).toEqual([true, 0]);
  });
});
