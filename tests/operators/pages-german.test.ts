// One journey of an operator in German; the flows themselves are tested in English beside this file, and that every text is
// translated by tests/house/languages.test.ts.
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChallengeAnswer } from '../../src/shared/api/takedown.ts';
import { violations } from '../support/browser/axe.ts';
import { solveProof } from '../support/http/solve-proof.ts';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';
import { dashboardOf, fillSignIn, pathOf } from '../support/operators/operators-form.ts';
import { type OperatorsTab, openOperatorsTab } from '../support/operators/operators-tab.ts';
import { germanText } from '../support/pages/german.ts';
import { NOTICE } from '../support/takedowns/takedown-fixture.ts';

const LINK = 'https://www.youtube.com/watch?v=labMain_001';
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

it('a video is added by its address, edited, deleted and put back', async () => {
  await button('curating.add').click();
  await tab
    .dialog()
    .getByRole('tab', { name: germanText('curating.tabUrl') })
    .click();
  await tab.save();
  await read('curating.titleRequired');
  await read('curating.urlRequired');
  await tab.field('videoUrl').fill(LINK);
  await read('curating.previewDone');
  await tab.save();
  await tab.toast(germanText('curating.added'));
  await tab.row('A walk through the colour garden').first().getByRole('button').nth(0).click();
  await tab.field('title').fill('');
  await tab.save();
  await read('curating.titleRequired');
  await tab.field('title').fill('Äpfel im Garten');
  await tab.save();
  await tab.toast(germanText('curating.updated'));
  await tab.row('Äpfel im Garten').getByRole('button').last().click();
  await page.getByText(germanText('curating.deleteConfirm')).waitFor();
  await tab
    .dialog()
    .getByRole('button', { name: germanText('curating.delete'), exact: true })
    .click();
  await read('curating.deleted');
  await page
    .getByRole('button', { name: germanText('curating.undo') })
    .first()
    .click();
  await tab.row('Äpfel im Garten').waitFor();
});

it('the list is sorted and searched as German is', async () => {
  await fixture.add('Zitronen');
  await page.reload();
  await tab.row('Zitronen').waitFor();
  await button('curating.title').click();
  const sorted = new Intl.Collator('de', { numeric: true }).compare;
  const all = await tab.titles();
  await expect.poll(tab.titles).toEqual([...all].sort(sorted));
  await page.getByRole('searchbox', { name: germanText('curating.search') }).fill('äpf');
  await expect.poll(tab.titles).toEqual(['Äpfel im Garten']);
  await page.getByRole('searchbox').fill('?/');
  await read('curating.nothingFound');
  await button('curating.clearFilters').click();
});

it('figures are written as in German', async () => {
  await button('curating.add').click();
  const file = path.join(fixture.folder, 'large.mp4');
  await writeFile(file, '');
  await truncate(file, 52_428_801);
  await tab.dialog().locator('input[type=file]').setInputFiles(file);
  await tab.dialog().getByText('Diese Datei hat 52,4 MB.').waitFor();
  await page.keyboard.press('Escape');
});

it('a notice is decided with a reason, and what it blocked is unblocked again', async () => {
  const challenge = await fetch(`${fixture.origin}/api/takedowns/challenge`);
  const proof = solveProof((await challenge.json()) as ChallengeAnswer);
  const given = await fixture.call('POST', '/api/takedowns', { ...NOTICE, links: [LINK], proof });
  expect(given.status).toBe(201);
  await enter('takedowns');
  await page
    .getByRole('button', { name: germanText('notices.open') })
    .first()
    .click();
  await button('notices.decide_accept').click();
  await page.getByText(germanText('notices.reasonMissing')).waitFor();
  await page.getByLabel(germanText('notices.reason'), { exact: true }).fill('Es gehört ihr.');
  await button('notices.decide_accept').click();
  await page.locator('.notice-history').getByText(germanText('notices.state_accepted')).waitFor();
  await button('notices.back').click();
  await page.getByText(germanText('notices.nothingOpen')).waitFor();
  await page.getByRole('row').filter({ hasText: 'labMain_001' }).getByRole('button').click();
  await tab.dialog().getByRole('button').last().click();
  await page.getByText(germanText('notices.noBlocks')).waitFor();
});

it('the log shows it, and signing out leads to the German home page', async () => {
  await enter('cockpit');
  await enter('log');
  await page.getByText(germanText('audit-log.blockRemoved')).waitFor();
  await page.getByText(germanText('audit-log.takedownDecided')).waitFor();
  await button('operators.logout').click();
  await page.waitForURL(`${fixture.origin}/de`);
  expect(fixture.problems).toEqual([]);
});
