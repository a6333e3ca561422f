// Egresses and arguments in the operators' pages, in a browser: what is in use, a change that is tried, and its log.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';

const CANARY = 'https://www.youtube.com/watch?v=labMain_001';
const LONG = `youtube: player_client=default,web_safari; lang=en; player_js_variant=${'a'.repeat(20)}`;

let fixture: OperatorsFixture;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
});
afterAll(() => fixture?.close());

async function open(look = {}): Promise<{ page: Page; context: BrowserContext }> {
  const context = await fixture.visit(look);
  const page = await fixture.open(context, '/admin/cockpit');
  await page.getByRole('heading', { name: 'Egresses, arguments and tokens' }).waitFor();
  return { page, context };
}
const section = (page: Page) =>
  page.getByRole('region', { name: 'Egresses, arguments and tokens' });

describe('egresses and arguments', () => {
  it('are changed by keyboard, with a sentence at the text that is wrong', async () => {
    await fixture.call('PUT', '/api/admin/canaries', { links: [CANARY] });
    const { page, context } = await open();
    await section(page).getByText('from the settings of this server').first().waitFor();
    await section(page)
      .getByRole('button', { name: 'Change egresses, arguments or tokens' })
      .focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    // With a canary nothing is used untried.
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await dialog.getByLabel('Arguments of yt-dlp').focus();
    await page.keyboard.type('youtube: cookies=x');
    // Past the provider of tokens.
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await dialog.getByText('line 1: youtube: cookies is not allowed').waitFor();
    expect(await dialog.getByLabel('Arguments of yt-dlp').getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Arguments of yt-dlp').fill(LONG);
    await dialog.getByRole('button', { name: 'Try and use' }).click();
    await dialog.waitFor({ state: 'detached' });
    await section(page).getByText('set here').waitFor();
    await section(page).getByText('The change is on probation').waitFor();
    await section(page).getByText('Log of changes (1)').click();
    const entry = section(page).getByRole('listitem').filter({ hasText: 'in use' });
    expect(await entry.textContent()).toContain('by ann@site.example');
    expect(await entry.textContent()).toContain(LONG);
    await context.close();
  });

  it.each([
    [{ width: 320 }],
    [{ width: 768, colorScheme: 'dark' as const }],
    [{ width: 1280, colorScheme: 'dark' as const }],
  ])('fit their page, and so does the dialog, at %j', async (look) => {
    const { page, context } = await open(look);
    await section(page).locator('summary').click();
    await section(page).getByText(LONG).first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await section(page)
      .getByRole('button', { name: 'Change egresses, arguments or tokens' })
      .click();
    await page.locator('dialog[open]').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await context.close();
  });

  it('are given back to the settings, without a canary only where that is ticked', async () => {
    await fixture.call('PUT', '/api/admin/canaries', { links: [] });
    const { page, context } = await open();
    const dialog = page.locator('dialog[open]');
    const change = async (isUntried: boolean) => {
      await section(page)
        .getByRole('button', { name: 'Change egresses, arguments or tokens' })
        .click();
      await dialog.getByLabel('Use the settings of this server again').check();
      if (isUntried) await dialog.getByLabel('although no canary can try it').check();
      await dialog.getByRole('button', { name: 'Try and use' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await change(false);
    await section(page).getByText('Log of changes (2)').click();
    // Above the log, and in it.
    const refused = section(page).getByText('no canary could try it');
    await expect.poll(() => refused.count()).toBe(2);
    await change(true);
    await section(page).getByText('Log of changes (3)').waitFor();
    expect(await section(page).getByText('set here').count()).toBe(0);
    await section(page).getByText('(untried)').waitFor();
    await section(page).getByRole('button', { name: 'Go back to the previous ones' }).click();
    await section(page).getByText('set here').waitFor();
    await context.close();
    expect(fixture.problems.filter((problem) => !problem.startsWith('alarm: '))).toEqual([]);
  });
});
