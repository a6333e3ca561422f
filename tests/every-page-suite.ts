// The tests of every page in some languages, as a visitor who chose another language and the dark theme before; two files
// share the languages, so that they are tested side by side.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSiteStatus } from '../src/core/site-status.ts';
import type { SitePages } from '../src/shared/site-pages.ts';
import { startBrowser } from './browser.ts';
import { faultsOf, fetchFaces, pagesOf, visitorWhoChose } from './every-page.ts';
import { type HttpStage, startHttpStage } from './http-stage.ts';
import { createManualClock } from './manual-clock.ts';

const TABS = 4;
const nobody = { record: async () => undefined, forgetBefore: async () => 0 };
const root = path.resolve(import.meta.dirname, '..');

/** Declares the tests; the pages are built once for all of them. */
export function testEveryPage(languages: readonly string[]): void {
  let workshop: string;
  let stage: HttpStage;
  let browser: Browser;
  let site: SitePages;

  beforeAll(async () => {
    // The pages with React's warnings left in: only then does it tell what does not match.
    workshop = await mkdtemp(path.join(root, '.cache/test-pages-'));
    const webDir = path.join(workshop, 'web');
    const script = path.join(root, 'scripts/build-pages.ts');
    await promisify(execFile)(process.execPath, [script, '--development', webDir]);
    stage = await startHttpStage(
      { webDir },
      {
        countPageView: async () => undefined,
        siteStatus: createSiteStatus({
          outcomes: { ...nobody, countSince: async () => [], medianMsSince: async () => null },
          rating: async () => null,
          clock: createManualClock(1_000_000),
        }),
      },
    );
    site = JSON.parse(await readFile(path.join(webDir, 'pages.json'), 'utf8'));
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    await rm(workshop, { recursive: true, force: true });
  });

  describe.each(languages)('every page in %s', (code) => {
    it('is right from the first paint on, in both themes and when it is narrow', async () => {
      // English has no prefix: there the choice decides. Elsewhere the prefix wins over the choice.
      const chosen = code === 'en' ? 'en' : 'fr' === code ? 'de' : 'fr';
      const context = await visitorWhoChose(browser, stage.origin, chosen);
      const waiting = pagesOf(site).filter(({ language }) => language.code === code);
      const found: string[] = [];
      await fetchFaces(context, stage.origin);
      const openNext = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const faults = await faultsOf(context, stage.origin, next);
          found.push(...faults.map((fault) => `${next?.path}: ${fault}`));
        }
      };
      expect(waiting.length).toBeGreaterThan(20);
      await Promise.all(Array.from({ length: TABS }, openNext));
      await context.close();
      expect(found).toEqual([]);
    }, 240_000);
  });
}
