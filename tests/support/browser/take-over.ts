// Pages wait for a visitor before React takes them over.
import type { Page } from 'playwright-core';

/** Types something, as it were, and waits until React has taken over the page. */
export async function takeOver(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
  await page.evaluate("document.body.dispatchEvent(new Event('input', { bubbles: true }))");
  await page.locator('html[data-live]').waitFor();
}
