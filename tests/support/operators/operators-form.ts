// The form to sign in and what the browser remembers of operators, for tests that go in and out.
import type { Page } from 'playwright-core';
import { ANN } from './operators-fixture.ts';

/** Fills in the sign-in form. Default: with Ann's credentials. */
export async function fillSignIn(
  page: Page,
  email: string = ANN.email,
  password: string = ANN.password,
): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
}

/** Fills the form in, sends it, and waits for the dashboard. */
export async function signIn(page: Page): Promise<void> {
  await fillSignIn(page);
  await page.locator('.sign-in button[type=submit]').click();
  await dashboardOf(page);
}

/** Waits for the dashboard. */
export function dashboardOf(page: Page): Promise<void> {
  return page.locator('.video-table').waitFor();
}

/** The path of a page. */
export function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}

/** What the browser remembers of an operator's way. */
export function rememberedIn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    `Object.fromEntries(['lastVisitedRoute', 'preventAdminRedirect', 'adminRedirectPath']
      .filter((key) => localStorage.getItem(key) !== null).map((key) => [key, localStorage.getItem(key)]))`,
  );
}
