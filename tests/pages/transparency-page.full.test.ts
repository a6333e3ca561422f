import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  startTakedownPageFixture,
  type TakedownPageFixture,
} from '../support/takedowns/takedown-page-fixture.ts';

let fixture: TakedownPageFixture;

beforeAll(async () => {
  fixture = await startTakedownPageFixture();
});
afterAll(() => fixture?.close());
afterEach(() => fixture.closePages());

describe('the page of transparency', () => {
  const table = (page: Page) => page.getByRole('table');

  it('counts actions by month', async () => {
    await fixture.aNotice('https://www.youtube.com/watch?v=labMain_004', true);
    fixture.clock.advance(61_000);
    const page = await fixture.open('/transparency', { width: 1280, colorScheme: 'dark' });
    await page.getByText('1 month is shown.').waitFor();
    const months = await fixture.services.transparency();
    const figures = await table(page).getByRole('row').nth(1).getByRole('cell').allTextContents();
    const [month] = months;
    expect(figures.map(Number)).toEqual([
      month?.received,
      month?.accepted,
      month?.refused,
      month?.counterNotices,
      month?.restored,
      month?.blockedVideos,
      month?.blockedUploaders,
    ]);
    expect(await page.getByRole('rowheader').textContent()).toBe('November 2026');
    expect(await page.evaluate('window.shifts')).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('says that there is no notice so far, or that it could not be loaded', async () => {
    let status = 500;
    const page = await fixture.open('/transparency', {
      prepare: (one) =>
        one.route('**/api/transparency', (route) =>
          route.fulfill(status === 200 ? { json: { months: [] } } : { status, json: {} }),
        ),
    });
    await page.getByRole('heading', { name: 'We couldn’t load the figures' }).waitFor();
    expect(await violations(page)).toEqual([]);
    status = 200;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No notices so far' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Send a notice' }).click();
    await page.getByRole('textbox', { name: 'The work' }).waitFor();
  });

  it('fits in other languages', async () => {
    const page = await fixture.open('/de/transparency', { width: 320 });
    for (const path of ['/de', '/ar', '/la']) {
      await page.goto(`${fixture.origin}${path}/transparency`);
      await page.locator('.transparency[data-phase=here] tbody th').first().waitFor();
      expect(await overflowing(page)).toEqual([]);
    }
    expect(await violations(page)).toEqual([]);
  });
});
