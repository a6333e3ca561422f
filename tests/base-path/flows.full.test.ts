// A site below a path in a real browser: the ways of visitors, operators and programs, none of which leads outside the path.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { seed } from '../../src/commands/seed.ts';
import { readConfig } from '../../src/config.ts';
import type { Job } from '../../src/shared/api/download.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';
import { bodyOf } from '../support/http/http-fixture.ts';
import { freshAddress } from '../support/product/product.ts';

const BASE = '/keepreel';
/** Both files that need the pages may build them, at the same time. */
const BUILD_TIMEOUT_MS = 300_000;
const ANN = { email: 'ann@site.example', password: 'four random words make one' };

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture(
    { BASE_PATH: BASE, ADMIN_EMAIL: ANN.email, ADMIN_PASSWORD: ANN.password },
    browser,
  );
  await seed(readConfig({ DATA_DIR: fixture.product.dataDir, LOG_LEVEL: 'silent' }), false);
}, BUILD_TIMEOUT_MS);
afterAll(async () => {
  await fixture?.close();
  // All requests outside the path are among them.
  expect(fixture?.problems).toEqual([]);
});

const pathOf = (page: Page) => new URL(page.url()).pathname;
const lang = (page: Page) => page.locator('html').getAttribute('lang');

/** A finished download, and its visitor. */
async function finished() {
  const visitor = await fixture.visitor();
  const page = await visitor.open('/');
  const parts = seen(page);
  await parts.box.fill(goodLink('tiktok').url);
  await parts.analyze.click();
  const saving = page.waitForEvent('download');
  await parts.start.click();
  await parts.ready.waitFor();
  return { ...visitor, page, ...parts, file: await saving };
}

describe('a visitor of a site below a path', () => {
  it('gets a file, and leaves no cookie outside the path', async () => {
    const { context, file } = await finished();
    expect(new URL(file.url()).pathname).toMatch(/^\/keepreel\/files\//);
    expect(await file.failure()).toBeNull();
    const cookies = await context.cookies();
    expect(cookies.map(({ name, path }) => [name, path])).toEqual([['visitor', BASE]]);
    expect(await context.cookies(new URL('/keepreels/', fixture.origin).href)).toEqual([]);
  });

  it('shares a file, converts it, and opens it in the trimmer', async () => {
    const { page, button } = await finished();
    await button('Share').click();
    const address = await page.locator('dialog[open] input').inputValue();
    expect(address.startsWith(`${fixture.origin}/files/`)).toBe(true);
    expect((await fetch(address)).status).toBe(200);
    await page.keyboard.press('Escape');
    await button('Convert').click();
    await page.getByLabel('AVI').check({ force: true });
    await button('Convert to AVI').click();
    await page.locator('a[download][href*=".avi"]').waitFor();
    await page.getByRole('link', { name: 'Trim this' }).click();
    await page.waitForURL(`${fixture.origin}/video-trimmer?job=*`);
    await page.locator('video').waitFor();
  });

  it('gets the ticked videos of a playlist as one ZIP file', async () => {
    const page = await (await fixture.visitor()).open('/');
    await seen(page).box.fill('https://www.youtube.com/playlist?list=PLab0123456789abcdef');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: /Cat meets mirror/ }).waitFor();
    await page.getByRole('link', { name: /^Download 4 videos/ }).click();
    await page.waitForURL(`${fixture.origin}/batch-downloader`);
    await seen(page)
      .button(/^Download all|Start/)
      .click();
    const saving = page.waitForEvent('download', (one) => /\.zip$/.test(one.suggestedFilename()));
    await seen(page)
      .button(/ as ZIP/)
      .click();
    const file = await saving;
    expect(new URL(file.url()).pathname).toMatch(/^\/keepreel\/files\/zip\//);
    expect(await file.failure()).toBeNull();
  });

  it('reads other pages, in other languages, and finds them', async () => {
    const page = await (await fixture.visitor()).open('/');
    await page.locator('footer').getByRole('link', { name: 'Guide' }).first().click();
    await page.waitForURL(`${fixture.origin}/guide`);
    await page.locator('.language-button').click();
    await page.locator('a[data-language=fr]').click();
    await until(() => lang(page)).toBe('fr');
    expect(pathOf(page)).toBe('/keepreel/fr/guide');
    // Without a prefix, the path is shown in the chosen language.
    await page.goto(`${fixture.origin}/guide`);
    await until(() => lang(page)).toBe('fr');
    await page.locator('.language-button').click();
    await page.locator('a[data-language=en]').click();
    await until(() => lang(page)).toBe('en');
    await page.goto(`${fixture.origin}/search?q=iphone`);
    await page.locator('.search-results a').first().click();
    await until(() => pathOf(page)).toMatch(/^\/keepreel\/[a-z]/);
    await page.locator('h1').waitFor();
  });

  it('reads without a connection that there is none', async () => {
    const { context, open } = await fixture.visitor();
    const page = await open('/');
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    expect(await page.evaluate('navigator.serviceWorker.ready.then(({ scope }) => scope)')).toBe(
      `${fixture.origin}/`,
    );
    const kept = () => page.evaluate<boolean>(`caches.match('${BASE}/offline').then(Boolean)`);
    await until(kept).toBe(true);
    await context.setOffline(true);
    await page.goto(`${fixture.origin}/about`);
    await page.getByRole('heading', { name: 'No connection right now' }).waitFor();
    await context.setOffline(false);
  });
});

describe('an operator of a site below a path', () => {
  it('signs in, opens every view, and is led from data to the dashboard', async () => {
    const { context, open } = await fixture.visitor();
    const page = await open('/admin');
    await page.waitForURL(`${fixture.origin}/admin/login`);
    await page.locator('input[type=email]').fill(ANN.email);
    await page.locator('input[type=password]').fill(ANN.password);
    await page.locator('.sign-in button[type=submit]').click();
    await page.waitForURL(`${fixture.origin}/admin/dashboard`);
    const admin = (await context.cookies()).find(({ name }) => name === 'admin');
    expect(admin).toMatchObject({ path: BASE, sameSite: 'Strict' });
    const links = page.locator('nav a[href*="/admin/"]:not([data-language])');
    await until(() => links.count()).toBe(5);
    const views = await links.evaluateAll((all) =>
      all.map((one) => one.getAttribute('href') ?? ''),
    );
    for (const view of views) {
      await page.locator(`nav a[href="${view}"]:not([data-language])`).click();
      await until(() => pathOf(page)).toBe(view);
      await page.locator('h1, h2').first().waitFor();
    }
    await page.goto(`${fixture.origin}/admin/profile`);
    await page.waitForURL(`${fixture.origin}/admin/dashboard`);
  });
});

it('a program with a key gets a file by the addresses that it is given', async () => {
  const from = { 'x-forwarded-for': freshAddress(), 'content-type': 'application/json' };
  const post = (path: string, body: object, headers: object = {}) =>
    fetch(fixture.origin + path, {
      method: 'POST',
      headers: { ...from, ...headers },
      body: JSON.stringify(body),
    });
  const signIn = await post('/api/admin/login', ANN);
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const made = await post('/api/admin/keys', { name: 'a program' }, { cookie });
  const { secret } = (await made.json()) as { secret: string };
  const key = { authorization: `Bearer ${secret}` };
  const url = goodLink('tiktok').url;
  const inspected = await bodyOf(await post('/api/inspect', { url }, key));
  expect(inspected['items']).toMatchObject([
    { thumbnailUrl: expect.stringMatching(/^\/keepreel\/api\/inspections\//) },
  ]);
  const started = await post('/api/download', { url }, { ...key, prefer: 'respond-async' });
  expect(started.status).toBe(202);
  const location = new URL(started.headers.get('location') ?? '', fixture.origin);
  const job = async () => (await (await fetch(location, { headers: key })).json()) as Job;
  await until(async () => (await job()).state).toBe('ready');
  const { result } = await job();
  const file = await fetch(new URL(result?.downloadUrl ?? '', fixture.origin), { headers: key });
  expect([file.status, file.url.startsWith(`${fixture.origin}/files/`)]).toEqual([200, true]);
});
