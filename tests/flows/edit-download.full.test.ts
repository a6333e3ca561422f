import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  seen,
  startFlowFixture,
} from '../support/flow/flow-fixture.ts';

const film = goodLink('tiktok');

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

/** The result card of a finished download. */
async function finished(look: Parameters<FlowFixture['visitor']>[0] = {}, path = '/') {
  const visitor = await fixture.visitor(look);
  const page = await visitor.open(path);
  const parts = seen(page);
  await parts.box.fill(film.url);
  await parts.analyze.click();
  await parts.start.click();
  await parts.ready.waitFor();
  return { visitor, page, ...parts };
}

describe('converting', () => {
  it('can be cancelled, and a size that is too small is explained', async () => {
    const { page, button } = await finished();
    await button('Convert').click();
    await page.getByLabel('AVI').check({ force: true });
    // The small film of the lab is converted too fast to be cancelled.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/convert', (route) => held.promise.then(() => route.continue()));
    await button('Convert to AVI').click();
    const cancelled = page.waitForRequest('**/api/cancel-download');
    await button('Cancel').click();
    await button('Convert to AVI').waitFor();
    held.resolve();
    await cancelled;
    await page.route('**/api/convert', (route) =>
      route.fulfill({
        status: 422,
        json: {
          success: false,
          code: 'too_small_to_fit',
          message: 'x',
          params: { megabytes: 12 },
          ref: 'r',
        },
      }),
    );
    await page.getByLabel('MP4').check({ force: true });
    await page.getByLabel('Fit a size').check({ force: true });
    await button('Convert to MP4').click();
    await page.getByText('This file needs at least 12 MB').waitFor();
    await button('Try Again').waitFor();
  });

  it('fits a phone in the dark, and passes axe', async () => {
    const { page, button } = await finished({ isPhone: true, colorScheme: 'dark' });
    await button('Convert').click();
    await page.getByLabel('MP4').check({ force: true });
    await page.getByLabel('Fit a size').check({ force: true });
    await page.getByLabel('At most').waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});

describe('trimming', () => {
  it('offers to make a file again that is no longer kept', async () => {
    const { page, button } = await finished();
    const href = await page.getByRole('link', { name: 'Trim this' }).getAttribute('href');
    await button('Delete now').click();
    await page.goto(fixture.origin + href);
    await page.getByText('This file is no longer kept here.').waitFor();
    await page
      .getByRole('button', { name: 'Choose a file' })
      .or(page.getByText('Choose a file'))
      .first()
      .waitFor();
  });
});
