// Keys for programs in the operators' area, in a browser.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { bearer } from '../support/http/keys-fixture.ts';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';

const EVERYTHING = {
  name: 'The archive of the film club in the old town hall',
  days: 90,
  openJobs: 3,
  perHour: 60,
  bytesPerDay: 50e9,
  origins: ['https://a-rather-long-name.of-an-app.example:8443'],
};

let fixture: OperatorsFixture;
/** One browser for each look: what it has loaded before it need not load again. */
const contexts = new Map<string, BrowserContext>();
let page: Page;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  await page?.close();
  fixture.problems.length = 0;
});

async function open(address: string, look = {}): Promise<void> {
  const key = JSON.stringify(look);
  const context = contexts.get(key) ?? (await fixture.visit(look));
  contexts.set(key, context);
  page = await fixture.open(context, address);
  await page.locator('#keys-heading').waitFor();
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const field = (name: string) => page.locator('dialog[open]').getByLabel(name, { exact: true });
const send = () => page.locator('dialog[open]').getByRole('button', { name: 'Make a key' }).click();
const statusOf = async (secret: string) =>
  (await fetch(`${fixture.origin}/api/key`, { headers: bearer(secret) })).status;

describe('a key', () => {
  it('is made with its limits, shown once, copied, and revoked after a question', async () => {
    await open('/admin/keys');
    await page.getByText('There are no keys yet.').waitFor();
    await page.getByText('No visitor has a key for a browser extension.').waitFor();
    await button('Make a key').click();
    expect(
      await page.locator('dialog[open]').getByRole('button', { name: 'Make a key' }).isDisabled(),
    ).toBe(true);
    await field('Name').fill('Archive');
    await field('Days until it expires').fill('none');
    await field('Websites that may use it').fill('https://app.example\nnowhere');
    await send();
    await page.getByText('Please enter a whole number from 1 to 3650.').waitFor();
    await page.getByText('This is not the address of a website: nowhere').waitFor();
    expect(await violations(page)).toEqual([]);
    await field('Days until it expires').fill('90');
    await field('Downloads at a time').fill('3');
    await field('Gigabytes a day').fill('50');
    await field('Websites that may use it').fill('https://app.example');
    await send();
    const shown = page.getByLabel('Key “Archive”');
    await shown.waitFor();
    const secret = await shown.inputValue();
    expect(await page.evaluate('document.activeElement.value')).toBe(secret);
    expect(await violations(page)).toEqual([]);
    expect([await statusOf(secret), await row('Archive').textContent()]).toEqual([
      200,
      expect.stringMatching(
        /Works[\s\S]*3 downloads at a time[\s\S]*50 GB a day[\s\S]*https:\/\/app\.example/,
      ),
    ]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy').click();
    await button('Copied!').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await button('I have saved it').click();
    expect(await page.content()).not.toContain(secret);
    await page.reload();
    await row('Archive').waitFor();
    expect(await page.content()).not.toContain(secret);

    await button('Revoke Archive').click();
    const question = page.locator('dialog[open]');
    await question.getByText('“Archive”').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(secret)).toBe(200);
    await button('Revoke Archive').click();
    await question.getByRole('button', { name: 'Revoke' }).click();
    await row('Archive').getByText('Revoked', { exact: true }).waitFor();
    expect([await statusOf(secret), await button('Revoke Archive').count()]).toEqual([401, 0]);
    expect(fixture.problems).toEqual([]);
  });

  it('that the server refuses is not made, and what was typed stays', async () => {
    await open('/admin/keys');
    await page.route('**/api/admin/keys', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { message: 'Full.' } })
        : route.fallback(),
    );
    await button('Make a key').click();
    await field('Name').fill('Refused');
    await send();
    await page.locator('.toaster').getByText('The key was not made').waitFor();
    expect(await field('Name').inputValue()).toBe('Refused');
  });

  it('leaves its traces in the log, in words', async () => {
    const { key } = (await (
      await fixture.call('POST', '/api/admin/keys', { name: 'Logged' })
    ).json()) as { key: { id: string } };
    await fixture.call('POST', `/api/admin/keys/${key.id}/revoke`);
    const context = await fixture.visit();
    const log = await fixture.open(context, '/admin/log');
    await log
      .getByRole('row')
      .filter({ hasText: 'Logged' })
      .filter({ hasText: 'Revoked a key' })
      .waitFor();
    await log
      .getByRole('row')
      .filter({ hasText: 'Logged' })
      .filter({ hasText: 'Made a key' })
      .waitFor();
    await context.close();
  });
});

describe.each([
  ['light', 390, ''],
  ['dark', 390, '/ar'],
  ['light', 820, '/de'],
  ['dark', 1440, ''],
  ['light', 1440, '/ar'],
] as const)('the page, %s at %i px, under "%s",', (colorScheme, width, prefix) => {
  it('fits, and everyone can use it', async () => {
    await fixture.call('POST', '/api/admin/keys', EVERYTHING);
    await open(`${prefix}/admin/keys`, { colorScheme, width });
    await row('The archive of the film club').first().waitFor();
    const box = await row('The archive of the film club').first().boundingBox();
    expect(box?.height).toBeLessThan(400);
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.locator('.keys-head button').click();
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.locator('dialog[open] input').first().fill('A');
    await page.locator('dialog[open] .btn-primary').click();
    await page.locator('.made-key').waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    const shots = process.env['KEY_SHOTS'];
    if (shots)
      await page.screenshot({
        path: `${shots}/${colorScheme}-${width}${prefix.replace('/', '-')}.png`,
        fullPage: true,
      });
  });
});

it.each(['fr', 'de', 'it', 'es'])(
  'has no word in %s that a phone is too narrow for',
  async (code) => {
    await fixture.call('POST', '/api/admin/keys', EVERYTHING);
    await open(`/${code}/admin/keys`, { width: 320 });
    await row('The archive of the film club').first().waitFor();
    expect(await overflowing(page)).toEqual([]);
  },
);
