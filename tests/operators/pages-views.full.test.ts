// What operators do beside the list of trending videos, in a browser: takedowns, the block list, the cockpit and the log.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChallengeAnswer } from '../../src/shared/api/takedown.ts';
import { FILM_HOST } from '../fixtures/download/films.ts';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { goodLink } from '../support/flow/flow-fixture.ts';
import { solveProof } from '../support/http/solve-proof.ts';
import {
  type OperatorsFixture,
  startOperatorsFixture,
} from '../support/operators/operators-fixture.ts';
import { fillSignIn } from '../support/operators/operators-form.ts';
import { clientAt } from '../support/product/job-client.ts';
import { NOTICE } from '../support/takedowns/takedown-fixture.ts';

const VIDEO = 'https://www.youtube.com/watch?v=labMain_001';
let fixture: OperatorsFixture;
/** One browser for each look: what it has loaded before it need not load again. */
const contexts = new Map<string, BrowserContext>();
let page: Page;
beforeAll(async () => {
  fixture = await startOperatorsFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  await page?.close();
  fixture.problems.length = 0;
});

async function open(address: string, look = {}): Promise<void> {
  const key = JSON.stringify(look);
  const context = contexts.get(key) ?? (await fixture.visit(look));
  contexts.set(key, context);
  page = await fixture.open(context, address);
  await page.locator('.operators-view h1').waitFor();
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
async function giveNotice(name: string): Promise<void> {
  const challenge = await fetch(`${fixture.origin}/api/takedowns/challenge`);
  const proof = solveProof((await challenge.json()) as ChallengeAnswer);
  const answer = await fixture.call('POST', '/api/takedowns', {
    ...NOTICE,
    name,
    links: [VIDEO],
    proof,
  });
  expect(answer.status).toBe(201);
}

describe('a notice', () => {
  it('waits in the list, is decided with a reason, and leads to the block list and back', async () => {
    await giveNotice('Ada <b>Owner</b>');
    await open('/admin/takedowns');
    await button('Open Ada <b>Owner</b>').click();
    await page.getByRole('heading', { name: 'Notice', exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('notice-heading');
    await page.getByText(NOTICE.work).waitFor();
    await button('Accept and block').click();
    await page.getByText('Please give a reason first.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Reason').fill('The owner asked for it.');
    await button('Accept and block').click();
    await page.locator('.notice-history').getByText('Accepted').waitFor();
    const detect = () => fixture.call('POST', '/api/detect-platform', { url: VIDEO });
    expect(await (await detect()).json()).toMatchObject({ isValid: false, code: 'taken_down' });
    await button('All notices').click();
    await page.getByText('No notices are waiting for you.').waitFor();
    await row('youtube:labMain_001').waitFor();
    await button('Unblock youtube:labMain_001').click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Unblock' }).click();
    await page.getByText('Nothing is blocked.').waitFor();
    expect(await (await detect()).json()).toMatchObject({ isValid: true });
    await page.getByLabel('Show').selectOption('accepted');
    await row('Ada <b>Owner</b>').waitFor();
    expect(fixture.problems).toEqual([]);
  });

  it('is not decided twice: the second operator gets a conflict and sees the first decision', async () => {
    await giveNotice('Second Owner');
    await open('/admin/takedowns');
    await button('Open Second Owner').click();
    await page.getByLabel('Reason').waitFor();
    const list = await (await fixture.call('GET', '/api/admin/takedowns?state=open')).json();
    const [{ id }] = (list as { notices: { id: string }[] }).notices as [{ id: string }];
    const path = `/api/admin/takedowns/${id}/decision`;
    await fixture.call('POST', path, { decision: 'refuse', reason: 'Not theirs.' });
    await page.getByLabel('Reason').fill('Theirs indeed.');
    await button('Accept and block').click();
    await page.locator('.toaster').getByText('The decision was not saved').waitFor();
    await page.locator('.notice-history').getByText('Not theirs.').waitFor();
    expect(await button('Accept and block').count()).toBe(0);
  });

  it('is not needed to block an uploader', async () => {
    await open('/admin/takedowns');
    await button('Block something').click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Uploader').first().click();
    await dialog.getByLabel('Uploader', { exact: true }).last().fill('nonsense');
    await dialog.getByLabel('Reason').fill('Repeated infringement');
    await dialog.getByRole('button', { name: 'Block something' }).click();
    await page.locator('.toaster').getByText('Failed to block').waitFor();
    await dialog.getByText('Video').first().click();
    await page.locator('.toaster').getByText('Failed to block').waitFor({ state: 'detached' });
    await dialog.getByLabel('Link').fill('https://example.org/');
    await dialog.getByRole('button', { name: 'Block something' }).click();
    await page.locator('.toaster').getByText('Failed to block').waitFor();
    await dialog.getByLabel('Link').fill('https://youtu.be/labMain_001');
    await dialog.getByRole('button', { name: 'Block something' }).click();
    await row('youtube:labMain_001').waitFor();
    await button('Unblock youtube:labMain_001').click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Unblock' }).click();
    await page.getByText('Nothing is blocked.').waitFor();
  });
});

describe('the cockpit', () => {
  it('shows page views as a curve with a table, the most seen pages and languages', async () => {
    await open('/admin/cockpit');
    const part = page.getByRole('region', { name: 'Page views', exact: true });
    await part.getByText('No page views in this period.').waitFor();
    for (const [path, language] of [
      ['/', 'en'],
      ['/', 'fr'],
      ['/blog', 'en'],
    ]) {
      const counted = await fixture.call('POST', '/api/page-views', { path, language });
      expect(counted.status).toBe(204);
    }
    const sums = async () => (await fixture.call('GET', '/api/admin/page-views')).json();
    await expect.poll(sums).toMatchObject({ total: 3 });
    await part.getByText('Last 30 days').click();
    await part.getByText(/^3 in total, 3 on the busiest day/).waitFor();
    const home = part.getByRole('table', { name: 'Most viewed pages' }).getByRole('row').nth(1);
    expect(await home.getByRole('cell').textContent()).toBe('2');
    await part.getByText('Français').waitFor();
    await part.getByText('Page views by day').first().click();
    const days = part.getByRole('table', { name: 'Page views by day' }).getByRole('row');
    expect(await days.count()).toBe(31);
    expect(await violations(page)).toEqual([]);
  });

  it('switches a platform off with words for visitors, and on again', async () => {
    await open('/admin/cockpit');
    await button('Switch off Threads').click();
    await page.getByLabel('Message to visitors').fill('Threads changed <i>again</i>.');
    await page.locator('dialog[open]').getByRole('button', { name: 'Switch off' }).click();
    await row('Threads').getByText('Threads changed <i>again</i>.').waitFor();
    const url = 'https://www.threads.net/@a/post/abcdefghijk';
    const refused = await fixture.call('POST', '/api/inspect', { url });
    expect(await refused.json()).toMatchObject({
      code: 'platform_disabled',
      params: { reason: 'Threads changed <i>again</i>.' },
    });
    await button('Switch on Threads').click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Switch on' }).click();
    await button('Switch off Threads').waitFor();
    await page.getByText('Always', { exact: true }).click();
    await page.getByText('Visitors are seeing it right now.').waitFor();
    await page.route('**/api/admin/youtube-notice', (route) => route.abort(), { times: 1 });
    await page.getByText('Never', { exact: true }).click();
    await page.locator('.toaster').getByText('Failed to change the notice').waitFor();
    await page.getByText('Automatic', { exact: true }).click();
    await page.getByText('Visitors are not seeing it right now.').waitFor();
    expect(fixture.problems).toEqual([]);
  });

  it('shows running downloads and stops one', async () => {
    const fault = { kind: 'slow', bytesPerSecond: 2000 } as const;
    const undo = fixture.lab.faults.add({ host: FILM_HOST, pathPrefix: '/', fault });
    await open('/admin/cockpit');
    await page.getByText('Nothing is being downloaded.').waitFor();
    const visitor = clientAt(fixture.origin);
    const { job } = await visitor.start({ url: goodLink('twitter').url });
    await button('Stop Twitter / X').click();
    await vi.waitUntil(async () => (await visitor.job(job)).state === 'cancelled', 10_000);
    await page.getByText('Nothing is being downloaded.').waitFor();
    undo();
  });

  it('edits the links of the canaries', async () => {
    await open('/admin/cockpit');
    await page.getByText('There are none. Choose public videos').waitFor();
    await button('Change the canaries').click();
    await page.getByLabel('Links').fill(`${VIDEO}\n\nno link at all`);
    await button('Save').click();
    for (const words of ['Failed to change the canaries', 'no link at all can’t be used'])
      await page.getByText(words).waitFor();
    expect(await page.getByLabel('Links').inputValue()).toContain('no link at all');
    await page.getByLabel('Links').fill(`${VIDEO}\n`);
    await button('Save').click();
    await row(VIDEO).waitFor();
    await button('Change the canaries').click();
    await page.getByLabel('Links').fill('');
    await button('Save').click();
    await page.getByText('There are none.').waitFor();
    await button('Change the canaries').click();
    await button('Use the defaults').click();
    await button('Use the defaults').waitFor({ state: 'detached' });
  });

  it('shows the engine, and pins it to a version', async () => {
    await open('/admin/cockpit');
    const engine = page.getByRole('region', { name: 'Engine', exact: true });
    await engine.getByText(/^yt-dlp 20\d\d\.\d\d\.\d\d/).waitFor();
    const isFixed = await engine.getByText(/npm run engine:update|YTDLP_PATH/).count();
    if (isFixed === 0) {
      await engine.getByRole('button', { name: 'Pin a version' }).click();
      await page.locator('dialog[open]').getByRole('button', { name: 'Pin a version' }).click();
      await engine.getByText(/^Pinned to 20/).waitFor();
      await engine.getByRole('button', { name: 'Unpin the version' }).click();
      await page.locator('dialog[open]').getByRole('button').last().click();
      await engine.getByRole('button', { name: 'Pin a version' }).waitFor();
    }
    expect(fixture.problems).toEqual([]);
  });

  it('says that its figures are old when the server does not answer', async () => {
    await open('/admin/cockpit');
    await page.getByText(/^As of /).waitFor();
    await page.route('**/api/admin/cockpit', (route) => route.abort());
    await page.getByText('Never', { exact: true }).click();
    await page.getByText('The server isn’t responding.').waitFor();
    await button('Switch off Threads').waitFor();
  });
});

describe('the log', () => {
  it('shows who did what, in words, the newest first', async () => {
    await fixture.call('PUT', '/api/admin/youtube-notice', { mode: 'auto' });
    await open('/admin/log');
    const first = page.getByRole('row').nth(1);
    await first.getByText('Set the YouTube notice').waitFor();
    await first.getByText('ann@site.example').waitFor();
  });
});

describe.each([
  ['dark', 390, ''],
  ['light', 1440, '/ar'],
] as const)('%s at %i px, under "%s"', (colorScheme, width, prefix) => {
  beforeAll(async () => {
    await fixture.call('POST', '/api/admin/blocks', { link: VIDEO, reason: 'Asked for' });
  });
  it.each(['takedowns', 'cockpit', 'log'])('%s fits and is usable by all', async (view) => {
    await open(`${prefix}/admin/${view}`, { colorScheme, width });
    await page.locator('.operators-view [role=table]').first().waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(fixture.problems).toEqual([]);
  });
});

/** What reaches out of its cell in a table, with its width and that of the cell. */
const OUT_OF_CELLS = `[...document.querySelectorAll('.cockpit-table :is(td, th)')].flatMap((cell) => {
  const { left, right, width } = cell.getBoundingClientRect();
  return [...cell.querySelectorAll(':not(.sr-only)')].map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < left - 1 || box.right > right + 1)
    .map(([one, box]) => one.textContent + ': ' + Math.round(box.width) + ' px in ' + Math.round(width));
})`;

it.each(['', '/de', '/fr', '/la', '/ar'])(
  'under "%s" the cockpit keeps to its columns',
  async (prefix) => {
    await open(`${prefix}/admin/cockpit`);
    for (const width of [640, 820, 1023, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate(OUT_OF_CELLS)]).toEqual([width, []]);
    }
  },
);

it.each(['fr', 'de', 'it', 'es'])(
  'has no word in %s that a phone is too narrow for',
  async (code) => {
    for (const view of ['dashboard', 'takedowns', 'cockpit', 'log']) {
      await open(`/${code}/admin/${view}`, { width: 320 });
      await page.locator('.operators-view [role=table]').first().waitFor();
      expect([view, await overflowing(page)]).toEqual([view, []]);
      await page.close();
    }
  },
);

// The last one: the fixture's own session ends with it.
it('one press signs an operator out of every browser', async () => {
  const other = await fixture.visit({ isSignedIn: false });
  const there = await fixture.open(other, '/admin/log');
  await fillSignIn(there);
  await there.getByRole('button', { name: 'Login' }).click();
  await there.getByRole('button', { name: 'Log out everywhere' }).click();
  await there.waitForURL(`${fixture.origin}/`);
  const here = await fixture.visit();
  page = await fixture.open(here, '/admin/log');
  await page.getByLabel('Password').waitFor();
  await other.close();
});
