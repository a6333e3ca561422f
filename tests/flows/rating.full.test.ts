import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { type PieceServer, servePiece } from '../support/browser/serve-piece.ts';

/** How the server answers the next ratings, and a gate that holds its answers back while it is closed. */
let status: number;
let gate: { readonly promise: Promise<void>; readonly resolve: () => void };
let received: unknown[];
let server: PieceServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  server = await servePiece(undefined, (app) => {
    app.post('/api/ratings', async (request, reply) => {
      received.push(request.body);
      await gate.promise;
      return reply.code(status).send({ success: status === 200 });
    });
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  [status, received, problems] = [200, [], []];
  closeGate();
  gate.resolve();
  context = await browser.newContext({ viewport: { width: 820, height: 600 } });
  page = await context.newPage();
  page.on('console', (message) => message.type() !== 'info' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.origin}/?piece=rating`);
  await group().waitFor();
});
afterEach(async () => {
  gate.resolve();
  await context.close();
  // The browser itself reports an answer that is not OK.
  expect(problems.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
});

const group = () => page.getByRole('radiogroup', { name: 'How was it?' });
const star = (stars: number) => page.getByRole('radio', { name: `${stars} of 5` });
/** What a finger meets: the label around the radio. */
const press = (stars: number) => page.locator('label.star').nth(stars - 1);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const note = () => page.getByRole('status').textContent();
const focused = () => page.evaluate('document.activeElement.textContent');
const sent = (stars: number) => ({ stars, job: 'job-1' });

function closeGate(): void {
  gate = Promise.withResolvers<void>();
}

async function boxes(): Promise<unknown> {
  const under = await page.getByText('What stands under it.').boundingBox();
  return [(await page.locator('.rating').boundingBox())?.height, under?.y];
}

describe('a rating', () => {
  it('is sent by a press, thanked for, and can be changed', async () => {
    await press(4).click();
    await expect.poll(note).toBe('Thank you. You gave 4 of 5.');
    expect(await page.getByRole('img', { name: '4 of 5' }).locator('[data-lit]').count()).toBe(4);
    await button('Change').click();
    expect(await star(4).isChecked()).toBe(true);
    await press(4).click();
    await expect.poll(note).toBe('Thank you. You gave 4 of 5.');
    await button('Change').click();
    await press(2).click();
    await expect.poll(note).toBe('Thank you. You gave 2 of 5.');
    expect(received).toEqual([sent(4), sent(4), sent(2)]);
  });

  it('is one stop for the Tab key, walked with arrows, and sent with Enter only', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])
      await page.keyboard.press(key);
    expect(await star(3).isChecked()).toBe(true);
    expect(received).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(note).toBe('Thank you. You gave 3 of 5.');
    await expect.poll(focused).toBe('Change');
    await page.keyboard.press('Enter');
    await star(3).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('3');
    expect(received).toEqual([sent(3)]);
  });

  it('chosen with the keys can be sent with a button', async () => {
    await star(1).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Send');
    await page.keyboard.press('Space');
    await expect.poll(note).toBe('Thank you. You gave 2 of 5.');
    expect(received).toEqual([sent(2)]);
  });

  it('is sent once, however often it is pressed meanwhile', async () => {
    closeGate();
    await press(5).click();
    await expect.poll(note).toBe('Sending…');
    await press(1).click();
    await press(5).click();
    expect(await star(5).isChecked()).toBe(true);
    gate.resolve();
    await expect.poll(note).toBe('Thank you. You gave 5 of 5.');
    expect(received).toEqual([sent(5)]);
  });

  it('that was refused keeps its stars and can be sent again', async () => {
    status = 500;
    await press(3).click();
    await expect.poll(note).toBe('We couldn’t send that.');
    expect(await star(3).isChecked()).toBe(true);
    status = 200;
    await button('Try again').click();
    await expect.poll(note).toBe('Thank you. You gave 3 of 5.');
    expect(received).toEqual([sent(3), sent(3)]);
  });

  it('that reached no server says so, and can be changed', async () => {
    await context.setOffline(true);
    await press(3).click();
    await expect.poll(note).toBe('No connection to this site.');
    await context.setOffline(false);
    await press(4).click();
    await expect.poll(note).toBe('Thank you. You gave 4 of 5.');
    expect(received).toEqual([sent(4)]);
  });

  it('of a download that is gone is not offered again', async () => {
    status = 404;
    await press(3).click();
    await expect.poll(note).toBe('We can no longer find this download.');
    expect(await page.getByRole('button').count()).toBe(0);
  });
});

describe('the place of a rating', () => {
  it.each([
    ['light', 820],
    ['dark', 820],
    ['light', 320],
    ['dark', 320],
  ] as const)(
    'has one height in every state, fits, and no axe violations, %s at %i px',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 600 });
      await page.reload();
      await group().waitFor();
      const before = await boxes();
      const look = async () => {
        expect(await boxes()).toEqual(before);
        expect(await violations(page)).toEqual([]);
        expect(await overflowing(page)).toEqual([]);
        const spills = 'document.querySelector(".rating-note p").scrollHeight <= 60';
        expect(await page.evaluate(spills)).toBe(true);
      };
      await look();
      await star(2).focus();
      await page.keyboard.press('ArrowRight');
      await button('Send').waitFor();
      await look();
      closeGate();
      status = 500;
      await press(3).click();
      await expect.poll(note).toBe('Sending…');
      await look();
      gate.resolve();
      await button('Try again').waitFor();
      await look();
      status = 200;
      await button('Try again').click();
      await button('Change').waitFor();
      await look();
    },
  );

  it('has stars that are large enough for a thumb', async () => {
    for (const one of await page.locator('label.star').all()) {
      const box = await one.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });

  it('turns with the page: the first star stands where reading begins', async () => {
    await page.goto(`${server.origin}/?piece=rating&dir=rtl`);
    await group().waitFor();
    const [first, last] = [await press(1).boundingBox(), await press(5).boundingBox()];
    expect(first?.x).toBeGreaterThan(last?.x ?? 0);
    await star(1).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await star(2).isChecked()).toBe(true);
  });
});
