import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  ANN,
  type OperatorsFixture,
  type OperatorWindow,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';
import {
  dashboardOf,
  fillSignIn,
  pathOf,
  rememberedIn,
} from '../support/operators/operators-form.ts';

let fixture: OperatorsFixture;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => {
  fixture.problems.length = 0;
});

const LOGIN = '**/api/admin/login';
const HTML = { accept: 'text/html,application/xhtml+xml' };
const form = (page: Page) => page.locator('.sign-in');
const submit = (page: Page) => form(page).locator('button[type=submit]');
const alert = (page: Page) => form(page).getByRole('alert');
const stranger = (look: OperatorWindow = {}): Promise<BrowserContext> =>
  fixture.visit({ ...look, isSignedIn: false });

it('hands the focus to the tab of the view that it leads to', async () => {
  const context = await stranger();
  const page = await fixture.open(context, '/admin/log');
  await fillSignIn(page);
  await page.keyboard.press('Enter');
  await page.locator('.audit-table').waitFor();
  const focused = 'document.activeElement.getAttribute("href")';
  await expect.poll(() => page.evaluate(focused)).toBe('/admin/log');
  await context.close();
});

describe('below /admin', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(fixture.origin + path, { headers, redirect: 'manual' });

  it('an address of data opened in a browser leads to the dashboard', async () => {
    const context = await fixture.visit();
    const page = await fixture.open(context, '/admin/profile');
    await dashboardOf(page);
    for (const path of ['/admin/trending', '/admin/auth-status', '/admin/trending/5f0c?x=1']) {
      const answer = await page.goto(fixture.origin + path);
      const redirect = await answer?.request().redirectedFrom()?.response();
      expect([path, redirect?.status(), pathOf(page)]).toEqual([path, 303, '/admin/dashboard']);
      expect(redirect?.headers()['cache-control']).toBe('no-store');
    }
    await context.close();
  });

  it('programs and the pages themselves get data there', async () => {
    const cases: Record<string, string>[] = [
      {},
      { accept: '*/*' },
      // A page that fetches, whatever it says it takes: Node says that it is one.
      HTML,
    ];
    for (const headers of cases) {
      const answer = await ask('/admin/trending', headers);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        401,
        'application/json; charset=utf-8',
      ]);
    }
  });

  it.each(['/admin/nothing', '/administrator', '/fr/admin/nothing'])(
    '%s is not found',
    async (path) => {
      const answer = await ask(path, HTML);
      expect([answer.status, (await answer.text()).includes('<h1')]).toEqual([404, true]);
    },
  );

  it.each(['/admin', '/admin/login', '/admin/dashboard', '/admin/log/', '/ar/admin/cockpit'])(
    '%s is a page that no search engine lists',
    async (path) => {
      const answer = await ask(path, HTML);
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).not.toContain('rel="canonical"');
    },
  );

  it('no page view is counted', async () => {
    const context = await stranger();
    const beacons: string[] = [];
    context.on('request', (one) => {
      if (one.url().endsWith('/api/page-views')) beacons.push(one.postData() ?? '');
    });
    const page = await fixture.open(context, '/admin/login');
    await form(page).waitFor();
    expect(beacons).toEqual([]);
    const sent = await fixture.call('POST', '/api/page-views', {
      path: '/admin/login',
      language: 'en',
    });
    expect(sent.status).toBe(400);
    await context.close();
  });
});

describe('the form to sign in', () => {
  it('requires both fields before it sends anything', async () => {
    const context = await stranger();
    const page = await fixture.open(context, '/admin');
    let asked = 0;
    page.on('request', (one) => {
      if (one.url().endsWith('/api/admin/login')) asked += 1;
    });
    await submit(page).click();
    expect(await alert(page).textContent()).toBe('Please provide both email and password');
    await page.locator('input[name=email]').fill('ann@site.example');
    await submit(page).click();
    expect(await page.evaluate('document.activeElement.name')).toBe('password');
    expect([asked, pathOf(page), await page.title()]).toEqual([
      0,
      '/admin/login',
      'Admin Login | Keepreel',
    ]);
    const names = await form(page)
      .locator('input')
      .evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete')));
    expect(names).toEqual(['username', 'current-password']);
    await context.close();
  });

  it('shows an error by the status of the answer, and keeps the address', async () => {
    const context = await stranger();
    const page = await fixture.open(context, '/admin/login');
    const cases = [
      [400, 'Please provide both email and password'],
      [403, 'Login failed'],
      [500, 'Server error. Please try again later'],
      [503, 'Server error. Please try again later'],
      [0, 'An unexpected error occurred'],
    ] as const;
    for (const [status, text] of cases) {
      await page.route(LOGIN, (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, json: {} }),
      );
      await fillSignIn(page);
      await submit(page).click();
      await alert(page).getByText(text, { exact: true }).waitFor();
      expect(await page.locator('input[name=email]').inputValue()).toBe(ANN.email);
      expect(await page.locator('input[name=password]').inputValue()).toBe('');
      await page.unroute(LOGIN);
    }
    await fillSignIn(page, ANN.email, 'not the password');
    for (const text of Array.from({ length: 5 }, () => 'Invalid email or password')) {
      await page.locator('input[name=password]').fill('not the password');
      await submit(page).click();
      await alert(page).getByText(text, { exact: true }).waitFor();
    }
    await page.locator('input[name=password]').fill('not the password');
    await submit(page).click();
    await alert(page).getByText('Too many login attempts. Please try again later').waitFor();
    expect(await alert(page).textContent()).toMatch(/You can try again in 3 min\.$/);
    expect(fixture.problems).toEqual([]);
    await context.close();
  });

  it('is disabled while it waits, then opens the dashboard', async () => {
    const gate = Promise.withResolvers<void>();
    const context = await stranger();
    const page = await fixture.open(context, '/admin/login');
    await page.route(LOGIN, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await fillSignIn(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Logging in...' }).waitFor();
    for (const one of await form(page).locator('input, button').all())
      expect(await one.isDisabled()).toBe(true);
    gate.resolve();
    await dashboardOf(page);
    expect([pathOf(page), await page.title()]).toEqual([
      '/admin/dashboard',
      'Trending videos | Keepreel',
    ]);
    expect(await page.locator('.operators-email').textContent()).toBe(`Logged in as ${ANN.email}`);
    expect(await rememberedIn(page)).toEqual({ lastVisitedRoute: '/admin/dashboard' });
    await context.close();
  });

  it('leads to the requested address, in its language, and only once', async () => {
    const context = await stranger();
    const page = await fixture.open(context, '/ar/admin/log');
    await form(page).waitFor();
    expect([pathOf(page), (await rememberedIn(page))['adminRedirectPath']]).toEqual([
      '/ar/admin/login',
      '/admin/log',
    ]);
    await fillSignIn(page);
    await submit(page).click();
    await page.locator('.operators-tabs [aria-current]').waitFor();
    await expect.poll(() => pathOf(page)).toBe('/ar/admin/log');
    expect(await rememberedIn(page)).toEqual({ lastVisitedRoute: '/admin/log' });
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await page.goto(`${fixture.origin}/ar/admin/login`);
    await dashboardOf(page);
    expect(pathOf(page)).toBe('/ar/admin/dashboard');
    await context.close();
  });

  it.each([
    ['dark', 390, '/admin/login'],
    ['light', 1440, '/ar/admin/login'],
  ] as const)('has no axe violations, %s at %i px', async (colorScheme, width, at) => {
    const context = await stranger({ colorScheme, width });
    const page = await fixture.open(context, at);
    await submit(page).click();
    await alert(page).locator('p').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    expect(fixture.problems).toEqual([]);
    await context.close();
  });
});
