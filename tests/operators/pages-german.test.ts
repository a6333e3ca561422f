import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { type Desk, openDesk } from '../support/operators/operators-desk.ts';
import { dashboardOf, fillSignIn, pathOf, signIn } from '../support/operators/operators-form.ts';
import { type OperatorsStage, startOperatorsStage } from '../support/operators/operators-stage.ts';
import { say } from '../support/pages/german.ts';
import { makeFilm } from '../support/pages/trimmer-stage.ts';

const LINK = 'https://www.youtube.com/watch?v=labMain_001';
let stage: OperatorsStage;
let desk: Desk;
beforeAll(async () => {
  stage = await startOperatorsStage();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await desk?.context.close();
  stage.trouble.length = 0;
});

const press = (key: string) =>
  desk.page.getByRole('button', { name: say(key), exact: true }).click();
const inDialog = (key: string) =>
  desk
    .dialog()
    .getByRole('button', { name: say(key), exact: true })
    .click();
const read = (key: string) => desk.page.getByText(say(key)).first().waitFor();

it('is signed in to, after each mistake is named, and left again', async () => {
  desk = await openDesk(stage, '/de/admin', { isSignedIn: false });
  const { page } = desk;
  const send = page.locator('.sign-in button[type=submit]');
  await send.click();
  await read('operators.loginIncomplete');
  await fillSignIn(page, 'ann@site.example', 'quite another one');
  await send.click();
  await read('operators.loginWrong');
  for (const [status, key] of [
    [429, 'operators.loginTooMany'],
    [503, 'operators.loginServerError'],
  ] as const) {
    const answer = { status, json: {} };
    await fillSignIn(page);
    await page.route('**/api/admin/login', (route) => route.fulfill(answer), { times: 1 });
    await send.click();
    await read(key);
  }
  expect(await violations(page)).toEqual([]);
  await fillSignIn(page);
  await send.click();
  await dashboardOf(page);
  expect(pathOf(page)).toBe('/de/admin/dashboard');
  await read('operators.loggedInAs');
  for (const view of ['takedowns', 'cockpit', 'log']) {
    await page.getByRole('link', { name: say(`operators.${view}`), exact: true }).click();
    await page.locator('.operators-view h1').waitFor();
    expect(pathOf(page)).toBe(`/de/admin/${view}`);
  }
  await press('operators.logout');
  await page.waitForURL(`${stage.origin}/de`);
  expect(stage.trouble).toEqual([]);
});

describe('a video', () => {
  it('is added by its address, edited, deleted and put back', async () => {
    desk = await openDesk(stage, '/de/admin/dashboard');
    await press('curating.add');
    await desk
      .dialog()
      .getByRole('tab', { name: say('curating.tabUrl') })
      .click();
    await desk.save();
    await read('curating.titleRequired');
    await read('curating.urlRequired');
    await desk.field('videoUrl').fill(LINK);
    await read('curating.previewDone');
    await desk.save();
    await desk.toast(say('curating.added'));
    const title = 'A walk through the colour garden';
    await desk.row(title).first().getByRole('button').nth(0).click();
    await desk.field('title').fill('');
    await desk.save();
    await read('curating.titleRequired');
    await desk.field('title').fill('Im Garten der Farben');
    await desk.save();
    await desk.toast(say('curating.updated'));
    await desk.row('Im Garten der Farben').getByRole('button').last().click();
    await desk.page.getByText(say('curating.deleteConfirm')).waitFor();
    await inDialog('curating.delete');
    await read('curating.deleted');
    expect(await stage.byTitle('Im Garten der Farben')).toBeUndefined();
    await desk.page
      .getByRole('button', { name: say('curating.undo') })
      .first()
      .click();
    await desk.row('Im Garten der Farben').waitFor();
    expect(stage.trouble).toEqual([]);
  });

  it('is uploaded, unless it is none', async () => {
    desk = await openDesk(stage, '/de/admin/dashboard');
    await press('curating.add');
    const choose = (file: string) => desk.dialog().locator('input[type=file]').setInputFiles(file);
    await desk.save();
    await read('curating.fileRequired');
    const fake = path.join(stage.folder, 'fake.mp4');
    await writeFile(fake, 'this is no film at all');
    await choose(fake);
    await desk.field('title').fill('Ein eigener Film');
    await desk.save();
    await desk.dialog().getByRole('alert').first().waitFor();
    expect(await desk.field('title').inputValue()).toBe('Ein eigener Film');
    await choose(await makeFilm(path.join(stage.folder, 'film.mp4'), { seconds: 1 }));
    await desk.save();
    await desk.toast(say('curating.added'));
    await desk.row('Ein eigener Film').getByRole('button').nth(0).click();
    await desk.dialog().getByText(say('curating.frame')).click();
    await desk.dialog().locator('input[type=range]:enabled').fill('0.5');
    await inDialog('curating.useFrame');
    await read('curating.frameSaved');
  });

  it('is refused before it is sent, and an upload is cancelled without a trace', async () => {
    desk = await openDesk(stage, '/de/admin/dashboard');
    await press('curating.add');
    const choose = (file: string) => desk.dialog().locator('input[type=file]').setInputFiles(file);
    const file = path.join(stage.folder, 'slow.mp4');
    await writeFile(file, '');
    await choose(file);
    await read('curating.fileEmpty');
    await truncate(file, 52_428_801);
    await choose(file);
    await desk.dialog().getByText('Diese Datei hat 52,4 MB.').waitFor();
    await truncate(file, 20_000_000);
    await choose(file);
    await desk.field('title').fill('Abgebrochen');
    const cdp = await desk.context.newCDPSession(desk.page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 2_000_000,
    });
    await desk.save();
    await inDialog('curating.cancelUpload');
    await read('curating.uploadCancelled');
    expect(await desk.field('title').inputValue()).toBe('Abgebrochen');
    expect(await stage.byTitle('Abgebrochen')).toBeUndefined();
  });

  it('that somebody else changed meanwhile is shown in both versions', async () => {
    const id = await stage.add('Zwei Fassungen');
    desk = await openDesk(stage, '/de/admin/dashboard');
    await desk.row('Zwei Fassungen').getByRole('button').nth(0).click();
    await desk.field('title').fill('Meine Fassung');
    await stage.change(id, { title: 'Deren Fassung' });
    await desk.save();
    await read('curating.conflictTitle');
    await read('curating.theirs');
    await read('curating.yours');
    expect(await violations(desk.page)).toEqual([]);
  });
});

it('the featured videos are ordered by keys and by dragging, unless somebody else was quicker', async () => {
  desk = await openDesk(stage, '/de/admin/dashboard');
  const [first = '', second = ''] = (await desk.titles()).slice(0, 2);
  await press('curating.order');
  await desk
    .dialog()
    .getByRole('button', { name: `${say('curating.moveDown')} ${first}` })
    .focus();
  await desk.page.keyboard.press('Enter');
  await inDialog('curating.orderSave');
  await desk.toast(say('curating.orderSaved'));
  await expect.poll(async () => (await desk.titles()).slice(0, 2)).toEqual([second, first]);
  await press('curating.order');
  await desk.dragSecondUp();
  expect((await desk.order()).slice(0, 2)).toEqual([first, second]);
  await stage.change((await stage.list())[0]?.id ?? '', { description: 'Anders' });
  await inDialog('curating.orderSave');
  await desk.failure(say('operator-errors.changed_meanwhile'));
});

it('what five visitors had is worth featuring, and added by one press', async () => {
  const { link, title } = await stage.makePopular('instagram');
  desk = await openDesk(stage, '/de/admin/dashboard');
  await read('curating.worth');
  await desk.page.getByText(say('curating.worth')).first().click();
  await desk.page.getByRole('button', { name: link }).click();
  await desk.toast(say('curating.added'));
  await desk.row(title).waitFor();
  expect(stage.trouble).toEqual([]);
});

describe('the list', () => {
  it('is searched, filtered and sorted, and tells its keys', async () => {
    await stage.add('Äpfel');
    desk = await openDesk(stage, '/de/admin/dashboard');
    await press('curating.title');
    const sorted = new Intl.Collator('de', { numeric: true }).compare;
    const all = await desk.titles();
    await expect.poll(desk.titles).toEqual([...all].sort(sorted));
    await desk.page.getByRole('searchbox', { name: say('curating.search') }).fill('äpf');
    await expect.poll(desk.titles).toEqual(['Äpfel']);
    await desk.page.getByRole('searchbox').fill('?/');
    await read('curating.nothingFound');
    await press('curating.clearFilters');
    await desk.page.getByLabel(say('curating.availability')).selectOption('gone');
    await expect.poll(desk.titles).toHaveLength(1);
    await desk.page.getByLabel(say('curating.availability')).selectOption('all');
    await desk.page.locator('.video-table tbody tr[tabindex="0"]').focus();
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('Enter');
    const [, second] = await desk.titles();
    await expect.poll(() => desk.field('title').inputValue()).toBe(second);
    await desk.page.keyboard.press('Escape');
    await desk.dialog().waitFor({ state: 'detached' });
    await desk.page.keyboard.press('?');
    await read('curating.keyRows');
    expect(await violations(desk.page)).toEqual([]);
  });

  it('says that it is empty, or that it could not be loaded', async () => {
    const context = await stage.visit();
    await context.route('**/admin/trending', (route) => route.fulfill({ json: [] }));
    const page = await stage.open(context, '/de/admin/dashboard');
    await page.getByText(say('curating.emptyHeading')).waitFor();
    await context.route('**/admin/trending', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await page.getByRole('alert').getByText(say('curating.loadFailed')).waitFor();
    await page.getByRole('button', { name: say('operators.goToLogin') }).waitFor();
    await context.close();
  });
});

it('what somebody else deleted or was quicker with is not overwritten', async () => {
  const id = await stage.add('Bald weg');
  desk = await openDesk(stage, '/de/admin/dashboard');
  await desk.row('Bald weg').getByRole('button').nth(0).click();
  await stage.call('DELETE', `/admin/trending/${id}`);
  await desk.field('title').fill('Meine Arbeit');
  await desk.save();
  await desk.failure(say('curating.editGone'));
  await desk.page.keyboard.press('Escape');
  await stage.add('Schneller');
  await desk.page.goto(`${stage.origin}/de/admin/dashboard`);
  await desk.row('Schneller').getByRole('button').last().click();
  const other = (await stage.byTitle('Schneller'))?.id ?? '';
  await stage.change(other, { title: 'Noch schneller' });
  await inDialog('curating.delete');
  await desk.row('Noch schneller').waitFor();
  await desk.page.route('**/admin/trending/*', (route) => route.fulfill({ status: 500, body: '' }));
  await desk.row('Noch schneller').getByRole('button').last().click();
  await inDialog('curating.delete');
  await desk.toast(say('curating.deleteFailed'));
});

it('a session that ends leads to the form and back, with what was typed', async () => {
  desk = await openDesk(stage, '/de/admin/login', { isSignedIn: false });
  await signIn(desk.page);
  await desk.page.locator('.video-table tbody button').first().click();
  await desk.field('title').fill('Eine Stunde Arbeit');
  await desk.context.clearCookies();
  await desk.save();
  await read('operators.sessionEnded');
  await signIn(desk.page);
  expect(await desk.field('title').inputValue()).toBe('Eine Stunde Arbeit');
  await read('curating.keptDraft');
  await inDialog('curating.discard');
});
