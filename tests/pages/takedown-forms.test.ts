// Notices and objections: sending, refusals, and the case that follows.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  startTakedownPageFixture,
  type TakedownPageFixture,
} from '../support/takedowns/takedown-page-fixture.ts';

const LINK = 'https://www.youtube.com/watch?v=labMain_001';
let fixture: TakedownPageFixture;

beforeAll(async () => {
  fixture = await startTakedownPageFixture();
});
afterAll(() => fixture?.close());
afterEach(async () => {
  fixture.problems.length = 0;
  await fixture.closePages();
});

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const shifts = (page: Page) => page.evaluate<readonly string[]>('window.shifts');
const hasFocus = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);

async function fillContact(page: Page): Promise<void> {
  await field(page, 'Your full name').fill('Ada Example');
  await field(page, 'Your e-mail address').fill('ada@example.org');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}
async function fillNotice(page: Page, links = LINK): Promise<void> {
  await field(page, 'The work').fill('My film, 2024');
  await field(page, 'Links to what should be removed').fill(links);
  await fillContact(page);
  await field(page, 'Signature').fill('Ada Example');
}
async function fillObjection(page: Page, link = LINK): Promise<void> {
  await field(page, 'The link that was removed').fill(link);
  await fillContact(page);
  await field(page, 'Your postal address').fill('Street 1\nTown');
  await field(page, 'Your telephone number').fill('+1 555 0100');
  await field(page, 'Signature').fill('Ada Example');
}
/** Sends a notice that does not arrive before it is let. */
async function sendAndHold(): Promise<{ page: Page; arrive: () => void; sent: () => number }> {
  const gate = Promise.withResolvers<void>();
  let sent = 0;
  const page = await fixture.open('/dmca#notice', {
    prepare: (one) =>
      one.route('**/api/takedowns', async (route) => {
        sent += 1;
        await gate.promise;
        await route.continue();
      }),
  });
  await fillNotice(page);
  await button(page, 'Send the notice').click();
  await button(page, 'Sending…').waitFor();
  return { page, arrive: gate.resolve, sent: () => sent };
}
describe('a notice', () => {
  it('shows errors beside its fields, is sent, and shown by the link of its case', async () => {
    const page = await fixture.open('/dmca#notice', { colorScheme: 'dark' });
    await button(page, 'Send the notice').click();
    const work = field(page, 'The work');
    await expect.poll(() => hasFocus(page, '[name=work]')).toBe(true);
    expect(await work.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByText('This field is required.').count()).toBe(5);
    expect(await page.locator('form [aria-invalid="true"]').count()).toBe(7);
    await page.getByText('7 fields need your attention.').waitFor();
    await fillNotice(page, `${LINK}\n\nhttps://somewhere.test/x`);
    expect(await page.locator('form [aria-invalid]').count()).toBe(0);
    await button(page, 'Send the notice').click();
    await page.getByText('Link 2 does not lead to a single video or post.').waitFor();
    expect(await hasFocus(page, '[name=links]')).toBe(true);
    await field(page, 'Links to what should be removed').fill(LINK);
    await field(page, 'Signature').press('Enter');
    await page.getByRole('heading', { name: 'Your notice has arrived' }).waitFor();
    expect(await hasFocus(page, 'h3')).toBe(true);
    expect(await violations(page)).toEqual([]);

    const link = await field(page, 'Link to your case').inputValue();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dmca#case=[\w-]{43}$/);
    await page.reload();
    expect(await field(page, 'Link to your case').inputValue()).toBe(link);
    await page.getByRole('link', { name: 'See the case' }).click();
    await page.getByRole('heading', { name: 'Copyright notice of November 22, 2026' }).waitFor();
    await page.getByText('A person will read it and decide.').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(await page.getByRole('heading', { name: 'What a notice needs' }).count()).toBe(0);
    const [notice] = await fixture.services.decidingNotices.list(null);
    expect(notice).toMatchObject({ work: 'My film, 2024', name: 'Ada Example', state: 'received' });
    expect(fixture.problems).toEqual([]);
  });

  it('keeps what was typed when it is refused, and says why', async () => {
    const failures = [
      [null, 'We couldn’t reach our server.', 'Send the notice'],
      [{ status: 400, code: 'proof_needed' }, 'short calculation', 'Send the notice'],
      [{ status: 500, code: 'internal' }, 'What you typed is still here', 'Send the notice'],
      [
        { status: 429, code: 'too_many_requests', params: { retryAfterSeconds: 90 } },
        'try again in 90 seconds',
        /^Try again in 1:\d\d$/,
      ],
    ] as const;
    let told: (typeof failures)[number][0] = null;
    const page = await fixture.open('/dmca#notice', {
      prepare: (one) =>
        one.route('**/api/takedowns', (route) =>
          told
            ? route.fulfill({
                status: told.status,
                json: { success: false, ref: 'r', message: 'no', ...told },
              })
            : route.abort(),
        ),
    });
    await fillNotice(page);
    for (const [answer, words, next] of failures) {
      told = answer;
      await button(page, 'Send the notice').click();
      await page.getByRole('alert').filter({ hasText: words }).waitFor();
      await button(page, next).waitFor();
      expect(await field(page, 'The work').inputValue()).toBe('My film, 2024');
    }
    expect(await button(page, /^Try again in 1:/).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  it('shows that it is calculated and sent, and takes no second press', async () => {
    const { page, arrive, sent } = await sendAndHold();
    expect(await button(page, 'Sending…').isDisabled()).toBe(true);
    await page.evaluate('document.querySelector("form.takedown-form").requestSubmit()');
    arrive();
    await page.getByRole('heading', { name: 'Your notice has arrived' }).waitFor();
    expect(sent()).toBe(1);
  });
});

describe('an objection', () => {
  it('is prefilled by the address, and refused where nothing was removed', async () => {
    const page = await fixture.open('/dmca#counter');
    await fillObjection(page, 'https://www.youtube.com/watch?v=labNever_01');
    await button(page, 'Send the objection').click();
    await page.getByText('Nothing was removed here for this link').waitFor();
    await page.evaluate('location.hash = "#notice"');
    await field(page, 'The work').waitFor();
    expect(await field(page, 'Your full name').inputValue()).toBe('Ada Example');
  });

  it('to an accepted notice opens a case that waits', async () => {
    const link = 'https://www.youtube.com/watch?v=labMain_002';
    await fixture.aNotice(link, true);
    const page = await fixture.open('/dmca#counter', { width: 320 });
    await fillObjection(page, link);
    await button(page, 'Send the objection').click();
    await page.getByRole('heading', { name: 'Your objection has arrived' }).waitFor();
    await page.getByRole('link', { name: 'See the case' }).click();
    await page.getByText('It stays in force while the operator decides.').waitFor();
    await page.getByText(/^Nothing will be restored before December \d, 2026/).waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(fixture.problems).toEqual([]);
  });
});

describe('the page of notices', () => {
  it('causes no layout shift while its forms come', async () => {
    const page = await fixture.open('/dmca#notice', { width: 320 });
    await field(page, 'The work').waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await shifts(page)).toEqual([]);
  });

  it('leads past its text to the forms, also while they are loading', async () => {
    const gate = Promise.withResolvers<void>();
    const page = await fixture.open('/dmca', {
      prepare: (one) =>
        one.route('**/assets/react-*.js', (route) => gate.promise.then(() => route.continue())),
    });
    await page.getByRole('link', { name: 'Send a notice' }).click();
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(844);
    gate.resolve();
    await field(page, 'The work').waitFor();
    const { y = 844 } = (await page.locator('#takedown-heading').boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(200);
  });

  it('is a text without scripts', async () => {
    const page = await fixture.open('/dmca', { javaScriptEnabled: false });
    expect(await page.getByText('which needs JavaScript').isVisible()).toBe(true);
    expect(await page.locator('.skeleton').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Send a notice' }).count()).toBe(0);
  });
});
