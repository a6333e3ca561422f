// Notices and objections in detail: other kinds, other languages, software that fills in fields, and cases.
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
const button = (page: Page, name: string) => page.getByRole('button', { name });
const shifts = (page: Page) => page.evaluate<readonly string[]>('window.shifts');

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
  it('of illegal content needs no name where it is about children', async () => {
    fixture.clock.advance(1000);
    const page = await fixture.open('/dmca#notice');
    await page.getByRole('radio', { name: /^Other illegal content/ }).check();
    await field(page, 'Why it is illegal').fill('It shows a crime.');
    await field(page, 'Links to what should be removed').fill(LINK);
    await page.getByRole('checkbox').check();
    await button(page, 'Send the notice').click();
    await page.getByText('2 fields need your attention.').waitFor();
    await page.getByText('Yes', { exact: true }).click();
    await button(page, 'Send the notice').click();
    await page.getByRole('heading', { name: 'Your notice has arrived' }).waitFor();
    const [notice] = await fixture.services.decidingNotices.list('received');
    expect(notice).toMatchObject({ kind: 'illegal', offence: 'minors', name: null });
  });

  it('is still there after a reload and in another language, but its statements belong to one form', async () => {
    const page = await fixture.open('/dmca#notice');
    await fillNotice(page);
    await page.reload();
    expect(await field(page, 'The work').inputValue()).toBe('My film, 2024');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    await page.evaluate('document.querySelector("a[data-language=de]").click()');
    await page.waitForURL('**/de/dmca#notice');
    const name = page.locator('input[name=name]');
    await name.waitFor();
    expect(await name.inputValue()).toBe('Ada Example');
    await page.locator('input[type=radio][value=illegal]').check();
    expect(await page.locator('input[type=checkbox]:checked').count()).toBe(0);
    expect(await name.inputValue()).toBe('Ada Example');
  });

  it('is accepted at the second press where software filled in the hidden field', async () => {
    const page = await fixture.open('/dmca#notice');
    await fillNotice(page);
    await page.evaluate(`document.querySelector('[name=website]').value = 'https://my.example'`);
    await button(page, 'Send the notice').click();
    await page.getByRole('alert').filter({ hasText: 'What you typed is still here' }).waitFor();
    await button(page, 'Send the notice').click();
    await page.getByRole('heading', { name: 'Your notice has arrived' }).waitFor();
  });

  it('that is being sent continues in another language, and its arrival is shown there', async () => {
    const { page, arrive, sent } = await sendAndHold();
    await page.evaluate('document.querySelector("a[data-language=de]").click()');
    await page.waitForURL('**/de/dmca#notice');
    const busy = page.locator('.takedown-form button[aria-busy=true]');
    await busy.waitFor();
    await page.evaluate('document.querySelector("form.takedown-form").requestSubmit()');
    arrive();
    await page.locator('.takedown-sent').waitFor();
    expect(await page.locator('.takedown-form').count()).toBe(0);
    expect(sent()).toBe(1);
  });
});

describe('an objection', () => {
  it('can be made from the case as well', async () => {
    const link = 'https://www.youtube.com/watch?v=labMain_003';
    const token = await fixture.aNotice(link, true);
    const page = await fixture.open(`/dmca#case=${token}`);
    await page.getByText('The film is hers.').waitFor();
    await page.getByText('Object to this removal').click();
    await fillObjection(page, link);
    await button(page, 'Send the objection').click();
    await page.getByRole('heading', { name: 'Your objection has arrived' }).waitFor();
  });
});

describe('a case', () => {
  it('replaces the text, without layout shift, and can be refreshed', async () => {
    const token = await fixture.aNotice(LINK);
    const page = await fixture.open(`/dmca#case=${token}`);
    const facts = page.getByRole('heading', { name: /^Copyright notice of/ });
    await facts.waitFor();
    expect(await shifts(page)).toEqual([]);
    await page.route('**/api/takedowns/cases/*', (route) => route.abort());
    await button(page, 'Refresh').click();
    await page.getByRole('heading', { name: 'We couldn’t load the case' }).waitFor();
    await page.unroute('**/api/takedowns/cases/*');
    await button(page, 'Try again').click();
    await facts.waitFor();
    await page.getByRole('link', { name: 'About notices, and the form' }).click();
    await page.getByRole('heading', { name: 'What a notice needs under US law' }).waitFor();
  });

  it('is not shown for an invalid link', async () => {
    const page = await fixture.open('/dmca#case=x');
    const gone = page.getByRole('heading', { name: 'We can’t find this case' });
    await gone.waitFor();
    for (const token of ['../../status', '%', 'A'.repeat(43)]) {
      await page.evaluate('location.hash = "#notice"');
      await field(page, 'The work').waitFor();
      await page.evaluate(`location.hash = ${JSON.stringify(`#case=${token}`)}`);
      await gone.waitFor();
    }
    expect(fixture.problems).toEqual([]);
  });

  it.each([
    ['/de/dmca', 1280, 'dark'],
    ['/ar/dmca', 320, 'light'],
  ] as const)('and the forms can be read at %s, %i px, %s', async (path, width, colorScheme) => {
    const token = await fixture.aNotice(LINK);
    const page = await fixture.open(`${path}#counter`, { width, colorScheme });
    await page.locator('input[name=link]').waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.evaluate(`location.hash = '#case=${token}'`);
    await page.locator('.takedown-facts').waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(fixture.problems).toEqual([]);
  });
});
