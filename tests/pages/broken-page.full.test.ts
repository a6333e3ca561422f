// A page, or a part of one, that throws while rendering; an invalid response causes the error.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { takeOver } from '../support/browser/take-over.ts';
import {
  isTooWide,
  type ReadingFixture,
  startReadingFixture,
} from '../support/pages/reading-fixture.ts';

let fixture: ReadingFixture;
beforeAll(async () => {
  fixture = await startReadingFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => {
  fixture.problems.length = 0;
});

const breakStatus = (page: Page) =>
  page.route('**/api/status', (route) => route.fulfill({ json: {} }));
const broken = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Something broke on this page' });

describe('a page that breaks', () => {
  it('shows an error between header and footer, and works again after a reload', async () => {
    const page = await fixture.open('/status', {}, breakStatus);
    await broken(page).waitFor();
    expect(await page.getByRole('banner').count()).toBe(1);
    expect(await page.getByRole('contentinfo').count()).toBe(1);
    expect(fixture.problems.join()).toContain('TypeError');
    await page.unroute('**/api/status');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText(/^As of /).waitFor();
    expect(await broken(page).count()).toBe(0);
  });

  it('can be left by any link, for a working page', async () => {
    const page = await fixture.open('/status', {}, breakStatus);
    await broken(page).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { level: 1, name: /Terms/ }).waitFor();
    expect(await broken(page).count()).toBe(0);
  });

  it.each([
    ['light', 'ltr', 390],
    ['dark', 'rtl', 1440],
  ] as const)('fits and has no axe violations, %s, %s, %i px', async (colorScheme, dir, width) => {
    const page = await fixture.open('/status', { colorScheme, dir, width }, breakStatus);
    await broken(page).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await violations(page)).toEqual([]);
  });
});

describe('a part that breaks', () => {
  it('is left out, and the rest of the page works', async () => {
    const made = { weekFiles: 0, medianSeconds: null };
    const answer = { platforms: null, notices: { youtube: false }, made, rating: null };
    const page = await fixture.open('/', {}, (it) =>
      it.route('**/api/status', (route) => route.fulfill({ json: answer })),
    );
    await takeOver(page);
    await expect.poll(() => fixture.problems.join()).toContain('TypeError');
    expect(await broken(page).count()).toBe(0);
    await page.locator('#video-url-input').fill('https://example.com/x');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.locator('#video-url-input').inputValue()).toBe('');
  });
});
