// The tests of every page in some languages, as a visitor who chose another language and the dark theme before; three files
// share the languages: two of them are tested always, the others side by side.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { createSiteStatus } from '../../../src/core/status/site-status.ts';
import type { SitePages } from '../../../src/shared/site-pages.ts';
import { type HttpFixture, startHttpFixture } from '../http/http-fixture.ts';
import { DEFAULT_OPERATOR_STATE } from '../run/default-operator-state.ts';
import { createManualClock } from '../run/manual-clock.ts';
import { openContexts } from './browser.ts';
import { strictPages } from './built-pages.ts';
import {
  fetchFaces,
  type Inspector,
  openInspector,
  openReader,
  visitorWithLanguage,
} from './every-page.ts';
import { pageOutline } from './page-outline.ts';
import { type PageToOpen, pagesOf } from './pages-to-open.ts';
import { shared } from './shared.ts';

const TABS = 2;
const noOutcomes = { record: async () => undefined, forgetBefore: async () => 0 };

/** Declares the tests; the pages are built once for all of them. */
export function testEveryPage(languages: readonly string[]): void {
  let fixture: HttpFixture;
  let browser: Browser;
  let pages: readonly PageToOpen[];

  shared.beforeAll(async ({ browser: lent }) => {
    // Built with React's warnings: only then does it report hydration mismatches.
    const webDir = await strictPages();
    fixture = await startHttpFixture(
      { webDir },
      {
        countPageView: async () => undefined,
        siteStatus: createSiteStatus({
          outcomes: { ...noOutcomes, countSince: async () => [], medianMsSince: async () => null },
          rating: async () => null,
          clock: createManualClock(1_000_000),
          operated: DEFAULT_OPERATOR_STATE,
        }),
      },
    );
    const site: SitePages = JSON.parse(await readFile(path.join(webDir, 'pages.json'), 'utf8'));
    const outlineOf = (file: string) => pageOutline(readFileSync(path.join(webDir, file), 'utf8'));
    pages = pagesOf(site, outlineOf);
    browser = lent;
  });
  afterAll(async () => {
    await fixture?.close();
  });

  describe.each(languages)('every page in %s', (code) => {
    it('is correct from the first paint on, in both themes and on a narrow screen', async () => {
      // English has no prefix: there the choice decides. Elsewhere the prefix wins over the choice.
      const chosen = code === 'en' ? 'en' : 'fr' === code ? 'de' : 'fr';
      const contexts = await openContexts(browser);
      const context = await visitorWithLanguage(contexts, fixture.origin, chosen);
      const spoken = pages.filter(({ language }) => language.code === code);
      const found: string[] = [];
      await fetchFaces(context, fixture.origin);
      const inspectAll = async (faultsOf: Inspector, waiting: PageToOpen[]) => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const faults = await faultsOf(next);
          found.push(...faults.map((fault) => `${next?.path}: ${fault}`));
        }
      };
      expect(spoken.length).toBeGreaterThan(20);
      const withScripts = spoken.filter(({ hasScripts }) => hasScripts);
      await Promise.all(
        Array.from({ length: TABS }, async () =>
          inspectAll(await openInspector(context, fixture.origin), withScripts),
        ),
      );
      await context.close();
      const asBuilt = spoken.filter(({ hasScripts }) => !hasScripts);
      if (asBuilt.length > 0) await inspectAll(await openReader(contexts, fixture.origin), asBuilt);
      await contexts.close();
      expect(found).toEqual([]);
    }, 240_000);
  });
}
