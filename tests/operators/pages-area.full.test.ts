import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';
import { dashboardOf, pathOf, rememberedIn, signIn } from '../support/operators/operators-form.ts';

let fixture: OperatorsFixture;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => {
  fixture.problems.length = 0;
});

describe('the area', () => {
  it('goes from view to view and back without a reload', async () => {
    const context = await fixture.visit();
    const page = await fixture.open(context, '/admin/dashboard');
    await dashboardOf(page);
    await page.evaluate('window.isSamePage = true');
    await page.locator('.operators-tabs a[href="/admin/log"]').click();
    await page.locator('.operators-tabs a[href="/admin/log"][aria-current=page]').waitFor();
    expect([pathOf(page), await page.title()]).toEqual(['/admin/log', 'Log | Keepreel']);
    await page.goBack();
    await dashboardOf(page);
    expect([pathOf(page), await page.evaluate('window.isSamePage')]).toEqual([
      '/admin/dashboard',
      true,
    ]);
    expect(await rememberedIn(page)).toEqual({ lastVisitedRoute: '/admin/dashboard' });
    await page.locator('.site-name').click();
    await page.waitForURL(`${fixture.origin}/`);
    expect(await page.evaluate('window.isSamePage')).toBeUndefined();
    await context.close();
  });

  it.each([
    ['/admin/auth-status', 'An error occurred'],
    ['/admin/profile', 'Failed to load profile'],
    ['/admin/trending', 'Failed to load trending videos'],
  ])('says so when %s fails, and leads to the sign-in form', async (address, text) => {
    const context = await fixture.visit();
    await context.route(`**${address}`, (route) => route.fulfill({ status: 500, json: {} }));
    const page = await fixture.open(context, '/admin/dashboard');
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Go to Login' }).click();
    await page.locator('.sign-in').waitFor();
    expect(pathOf(page)).toBe('/admin/login');
    await context.unroute(`**${address}`);
    // To sign in again would end the session that other tests have, too.
    await context.clearCookies();
    await signIn(page);
    await context.close();
  });

  it('is left by Logout for good', async () => {
    const context = await fixture.visit({ isSignedIn: false });
    const page = await fixture.open(context, '/admin/login');
    await signIn(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${fixture.origin}/`);
    expect(await rememberedIn(page)).toEqual({ preventAdminRedirect: 'true' });
    const status = await page.evaluate(`fetch('/admin/auth-status').then((it) => it.json())`);
    expect(status).toEqual({ loggedIn: false });
    await context.close();
  });
});

describe.each([
  ['the form to sign in', '/admin/login', false],
  ['the log', '/admin/log', true],
] as const)('%s', (_name, path, isSignedIn) => {
  it('names the commands that add an operator and reset a password', async () => {
    const context = await fixture.visit({ isSignedIn });
    const page = await fixture.open(context, path);
    const commands = page.locator('.operator-commands code');
    await commands.first().waitFor();
    expect(await commands.allTextContents()).toEqual([
      'npm run admin -- add you@example.com',
      'npm run admin -- reset you@example.com',
    ]);
    await context.close();
  });
});

describe('the root', () => {
  const open = (context: BrowserContext, memory: Record<string, string>, address = '/') =>
    context
      .addInitScript(
        `if (!sessionStorage.getItem('set')) {
          sessionStorage.setItem('set', '1');
          for (const [key, value] of Object.entries(${JSON.stringify(memory)})) localStorage.setItem(key, value);
        }`,
      )
      .then(() => fixture.open(context, address));

  it('leads an operator back to the last view, and to a saved address once before it', async () => {
    const context = await fixture.visit();
    const memory = { lastVisitedRoute: '/admin/log', adminRedirectPath: '/admin/dashboard' };
    const page = await open(context, memory);
    await page.waitForURL('**/admin/dashboard');
    await page.locator('.operators-tabs a[href="/admin/log"]').click();
    await page.goto(`${fixture.origin}/`);
    await page.waitForURL('**/admin/log');
    expect(await rememberedIn(page)).toEqual({ lastVisitedRoute: '/admin/log' });
    await context.close();
  });

  it.each([
    ['Home', '.operators-who a'],
    ['the logo', '.site-name'],
  ])('stays after %s, until the next visit of the area', async (_name, selector) => {
    const context = await fixture.visit();
    const page = await fixture.open(context, '/admin/dashboard');
    await dashboardOf(page);
    await page.locator(selector).click();
    await page.waitForURL(`${fixture.origin}/`);
    await page.locator('html[data-ready]').waitFor();
    expect(await rememberedIn(page)).toEqual({ preventAdminRedirect: 'true' });
    await page.goto(`${fixture.origin}/admin/dashboard`);
    await dashboardOf(page);
    expect(await rememberedIn(page)).toEqual({ lastVisitedRoute: '/admin/dashboard' });
    await context.close();
  });

  it('forgets the saved address of a browser that is not signed in', async () => {
    const context = await fixture.visit({ isSignedIn: false });
    const page = await open(context, {
      lastVisitedRoute: '/admin/log',
      adminRedirectPath: '/admin/log',
    });
    await expect.poll(() => rememberedIn(page)).toEqual({});
    expect(pathOf(page)).toBe('/');
    await context.close();
  });

  it('never leads anywhere else', async () => {
    const context = await fixture.visit();
    const page = await fixture.open(context, '/trending');
    for (const address of [
      '//evil.example/admin',
      '/admin/../api/jobs',
      '/admin\\@evil',
      '/trending',
    ]) {
      await page.evaluate(`for (const key of ['lastVisitedRoute', 'adminRedirectPath'])
        localStorage.setItem(key, ${JSON.stringify(address)})`);
      const asked = page.waitForResponse('**/admin/auth-status');
      await page.goto(`${fixture.origin}/`);
      await asked;
      await expect
        .poll(async () => (await rememberedIn(page))['adminRedirectPath'])
        .toBeUndefined();
      expect(pathOf(page)).toBe('/');
    }
    expect(fixture.problems).toEqual([]);
    await context.close();
  });

  it('shows the home page to a visitor with a link, and requests nothing where nothing is remembered', async () => {
    const context = await fixture.visit();
    const asked: string[] = [];
    context.on('request', (one) => asked.push(new URL(one.url()).pathname));
    const withLink = await open(context, { lastVisitedRoute: '/admin/log' }, '/?convert=mp3');
    await withLink.waitForLoadState('networkidle');
    const other = await fixture.visit();
    other.on('request', (one) => asked.push(new URL(one.url()).pathname));
    const bare = await fixture.open(other, '/');
    await bare.waitForLoadState('networkidle');
    expect(asked.filter((path) => /redirect-back|auth-status/.test(path))).toEqual([]);
    expect([pathOf(withLink), pathOf(bare)]).toEqual(['/', '/']);
    await context.close();
    await other.close();
  });
});
