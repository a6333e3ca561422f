import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { type Product, startProduct } from '../support/product/product.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

describe('the page of the interface', () => {
  it('reads well, without scripts, within the policy', async () => {
    const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) problems.push(`went out to ${request.url()}`);
    });
    await page.goto(`${origin}/api/docs`);
    await page.getByRole('heading', { name: 'POST /api/inspect' }).waitFor();
    expect(await page.locator('script').count()).toBe(0);
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    const targets = await contents.evaluateAll((links) =>
      links.map((one) => one.getAttribute('href')),
    );
    expect(targets).toContain('#post-api-inspect');
    for (const target of targets)
      expect(await page.locator(target ?? '').count(), target ?? '').toBe(1);
    const html = await page.content();
    expect(html.length).toBeLessThan(140_000);
    expect(html.split('drm').length - 1).toBe(1);
    expect(html).not.toContain('`');
    expect(await page.locator('section > pre').count()).toBe(await page.locator('section').count());
    expect(
      await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth'),
    ).not.toBe('none');
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
