// What German alone shows of the operators' area: addresses, order, figures. The flows are tested in English beside this file, and
// that every text is translated by tests/house/languages.test.ts.
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';
import { dashboardOf, fillSignIn, pathOf } from '../support/operators/operators-form.ts';
import { type OperatorsTab, openOperatorsTab } from '../support/operators/operators-tab.ts';
import { germanText } from '../support/pages/german.ts';

let fixture: OperatorsFixture;
let tab: OperatorsTab;
let page: Page;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
  tab = await openOperatorsTab(fixture, '/de/admin', { isSignedIn: false });
  page = tab.page;
});
afterAll(() => fixture?.close());

const button = (key: string) => page.getByRole('button', { name: germanText(key), exact: true });
const read = (key: string) => page.getByText(germanText(key)).first().waitFor();
const enter = async (view: string) => {
  await page.getByRole('link', { name: germanText(`operators.${view}`), exact: true }).click();
  await page.locator('.operators-view h1').waitFor();
  expect(pathOf(page)).toBe(`/de/admin/${view}`);
};

// The tests of this file are one journey, in one tab.
it('is signed in to, after each mistake is named', async () => {
  const send = page.locator('.sign-in button[type=submit]');
  await send.click();
  await read('operators.loginIncomplete');
  await fillSignIn(page, 'ann@site.example', 'quite another one');
  await send.click();
  await read('operators.loginWrong');
  expect(await violations(page)).toEqual([]);
  await fillSignIn(page);
  await send.click();
  await dashboardOf(page);
  expect(pathOf(page)).toBe('/de/admin/dashboard');
  await read('operators.loggedInAs');
});

it('the list is sorted and searched as German is', async () => {
  await fixture.add('Zitronen');
  await fixture.add('Äpfel im Garten');
  await page.reload();
  await tab.row('Zitronen').waitFor();
  await button('operators-trending.title').click();
  const sorted = new Intl.Collator('de', { numeric: true }).compare;
  const all = await tab.titles();
  await expect.poll(tab.titles).toEqual([...all].sort(sorted));
  await page.getByRole('searchbox', { name: germanText('operators-trending.search') }).fill('äpf');
  await expect.poll(tab.titles).toEqual(['Äpfel im Garten']);
  await page.getByRole('searchbox').fill('?/');
  await read('operators-trending.nothingFound');
  await button('operators-trending.clearFilters').click();
});

it('figures are written as in German', async () => {
  await button('operators-trending.add').click();
  const file = path.join(fixture.folder, 'large.mp4');
  await writeFile(file, '');
  await truncate(file, 52_428_801);
  await tab.dialog().locator('input[type=file]').setInputFiles(file);
  await tab.dialog().getByText('Diese Datei hat 52,4 MB.').waitFor();
  await page.keyboard.press('Escape');
});

it('every view has a German address, and signing out leads to the German home page', async () => {
  for (const view of ['takedowns', 'cockpit', 'log']) await enter(view);
  await button('operators.logout').click();
  await page.waitForURL(`${fixture.origin}/de`);
  expect(fixture.problems).toEqual([]);
});
