// What operators do beside the list of trending videos, in German; the same flows as in operators-views.test.ts.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChallengeAnswer } from '../../src/shared/takedown-api.ts';
import { FILM_HOST } from '../fixtures/download/films.ts';
import { goodLink } from '../support/flow/flow-stage.ts';
import { solveProof } from '../support/http/solve-proof.ts';
import { fillSignIn } from '../support/operators/operators-form.ts';
import { type OperatorsStage, startOperatorsStage } from '../support/operators/operators-stage.ts';
import { say } from '../support/pages/german.ts';
import { clientAt } from '../support/product/job-client.ts';
import { NOTICE } from '../support/takedowns/takedown-stage.ts';

const LINK = 'https://www.youtube.com/watch?v=labMain_001';

let stage: OperatorsStage;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  stage = await startOperatorsStage();
  context = await stage.visit();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await page?.close();
  stage.trouble.length = 0;
});

async function open(view: string): Promise<void> {
  page = await stage.open(context, `/de/admin/${view}`);
  await page.locator('.operators-view h1').waitFor();
}
const press = (key: string) => page.getByRole('button', { name: say(key), exact: true }).click();
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = () => page.locator('dialog[open]');
const confirm = () => dialog().getByRole('button').last().click();
const toast = (key: string) => page.locator('.toaster').getByText(say(key)).waitFor();
const read = (key: string) => page.getByText(say(key)).first().waitFor();

it('a platform is switched off with a reason, and on again', async () => {
  await open('cockpit');
  const snapchat = row('Snapchat');
  await snapchat.getByRole('button', { name: say('cockpit.switchOff') }).click();
  await page.getByLabel(say('cockpit.reason')).fill('Wird gerade umgebaut.');
  await confirm();
  await snapchat.getByText(say('cockpit.stateOff')).waitFor();
  await snapchat.getByText('Wird gerade umgebaut.').waitFor();
  await snapchat.getByRole('button', { name: say('cockpit.switchOn') }).click();
  await confirm();
  await snapchat.getByRole('button', { name: say('cockpit.switchOff') }).waitFor();
  expect(stage.trouble).toEqual([]);
});

it('a notice is decided with a reason, and what it blocked is set free again', async () => {
  const challenge = await fetch(`${stage.origin}/api/takedowns/challenge`);
  const proof = solveProof((await challenge.json()) as ChallengeAnswer);
  const given = await stage.call('POST', '/api/takedowns', { ...NOTICE, links: [LINK], proof });
  expect(given.status).toBe(201);
  await open('takedowns');
  const button = (key: string) => page.getByRole('button', { name: say(key) });
  await button('notices.open').first().click();
  await button('notices.decide_accept').click();
  await page.getByText(say('notices.reasonMissing')).waitFor();
  await page.getByLabel(say('notices.reason'), { exact: true }).fill('Es gehört ihr.');
  await button('notices.decide_accept').click();
  await page.locator('.notice-history').getByText(say('notices.state_accepted')).waitFor();
  await button('notices.back').click();
  await page.getByText(say('notices.nothingOpen')).waitFor();
  await page.getByRole('row').filter({ hasText: 'labMain_001' }).getByRole('button').click();
  await page.locator('dialog[open]').getByRole('button').last().click();
  await page.getByText(say('notices.noBlocks')).waitFor();
  await page.goto(`${stage.origin}/de/admin/log`);
  await page.getByText(say('audit-log.blockRemoved')).waitFor();
  await page.getByText(say('audit-log.takedownDecided')).waitFor();
  expect(stage.trouble).toEqual([]);
});

it('links that are none are refused for canaries, and stay typed', async () => {
  await open('cockpit');
  await page.getByRole('button', { name: say('cockpit.editCanaries') }).click();
  const links = page.getByLabel(say('cockpit.canaryLinks'), { exact: true });
  await links.fill('kein Link');
  await page.getByRole('button', { name: say('cockpit.save'), exact: true }).click();
  await page.locator('.toaster').getByText(say('cockpit.canariesFailed')).waitFor();
  expect(await links.inputValue()).toBe('kein Link');
  await links.fill(LINK);
  await page.getByRole('button', { name: say('cockpit.save'), exact: true }).click();
  await page.getByRole('row').filter({ hasText: LINK }).waitFor();
});

it('a download is stopped', async () => {
  const fault = { kind: 'slow', bytesPerSecond: 2000 } as const;
  const undo = stage.lab.faults.add({ host: FILM_HOST, pathPrefix: '/', fault });
  await open('cockpit');
  await page.getByText(say('cockpit.noJobs')).waitFor();
  const visitor = clientAt(stage.origin);
  const { job } = await visitor.start({ url: goodLink('twitter').url });
  await page.getByRole('button', { name: `${say('cockpit.cancelJob')} Twitter / X` }).click();
  await page.getByText(say('cockpit.noJobs')).waitFor();
  expect((await visitor.job(job)).state).toBe('cancelled');
  undo();
  expect(stage.trouble).toEqual([]);
});

it('the engine is held at a version, and let go of', async () => {
  await open('cockpit');
  await press('cockpit.enginePin');
  await confirm();
  await press('cockpit.engineUnpin');
  await confirm();
  await page.getByRole('button', { name: say('cockpit.enginePin'), exact: true }).waitFor();
  expect(stage.trouble).toEqual([]);
});

it('the notice about YouTube is shown always, never, or by itself', async () => {
  await open('cockpit');
  const choose = (key: string) => page.getByText(say(key), { exact: true }).click();
  await choose('cockpit.noticeOn');
  await read('cockpit.noticeShown');
  await page.route('**/api/admin/youtube-notice', (route) => route.abort(), { times: 1 });
  await choose('cockpit.noticeOff');
  await toast('cockpit.noticeFailed');
  await choose('cockpit.noticeAuto');
  await read('cockpit.noticeHidden');
});

it('figures of a server that does not answer are said to be old', async () => {
  await open('cockpit');
  await page.locator('.cockpit-asof').waitFor();
  await page.route('**/api/admin/cockpit', (route) => route.abort());
  await page.getByText(say('cockpit.noticeOff'), { exact: true }).click();
  await page.getByText('Der Server antwortet nicht.').waitFor();
});

it('something is blocked by hand, unless it is no link of a video', async () => {
  await open('takedowns');
  await press('notices.addBlock');
  await dialog().getByLabel(say('notices.link'), { exact: true }).fill('https://example.org/');
  await dialog().getByLabel(say('notices.blockReason')).fill('Wiederholt gemeldet');
  await confirm();
  await toast('notices.blockFailed');
  await dialog().getByLabel(say('notices.link'), { exact: true }).fill(LINK);
  await confirm();
  await row('youtube:labMain_001').getByRole('button').click();
  await confirm();
  await read('notices.noBlocks');
});

// The last one: the stage's own session ends with it.
it('every browser of an operator is signed out by one press', async () => {
  const other = await stage.visit({ isSignedIn: false });
  const there = await stage.open(other, '/de/admin/log');
  await fillSignIn(there);
  await there.locator('.sign-in button[type=submit]').click();
  await there.getByRole('button', { name: say('audit-log.everywhere') }).click();
  await there.waitForURL(`${stage.origin}/de`);
  await other.close();
  page = await stage.open(context, '/de/admin/log');
  await page.locator('.sign-in').waitFor();
});
