// Downloads that are reloaded, run beside each other, or fail in other ways than many.test.ts has.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Job, JobsAnswer } from '../../src/shared/api/download.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  type FlowVisitor,
  goodLink,
  refusedLink,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

let fixture: FlowFixture;
let undo: () => void = () => undefined;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterEach(() => {
  undo();
  undo = () => undefined;
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const youtube = goodLink('youtube').url;
const MEDIA = '.googlevideo.com';

/** Starts a download of a row that no other test chooses, so that it joins no finished file. */
async function startSlowly(visitor: FlowVisitor, row: string | RegExp) {
  const page = await visitor.open();
  const on = seen(page);
  await on.box.fill(youtube);
  await page.keyboard.press('Enter');
  await page.locator('summary', { hasText: 'All formats' }).click();
  await page.getByRole('row', { name: row }).first().getByRole('button').click();
  await on.start.click();
  await on.progress.waitFor();
  return { page, ...on };
}
const jobsOf = async ({ context }: FlowVisitor): Promise<readonly Job[]> => {
  const answer = await context.request.get(`${fixture.origin}/api/jobs`);
  return ((await answer.json()) as JobsAnswer).jobs;
};
const stateOf = async (visitor: FlowVisitor) => (await jobsOf(visitor)).map(({ state }) => state);

describe('a running download', () => {
  it('continues after a reload, in the same tab only, and is not saved automatically then', async () => {
    undo = fixture.slowDown(MEDIA, 4_000);
    const ann = await fixture.visitor();
    const { page, progress, ready, box, save } = await startSlowly(ann, /^144p/);
    await until(() => stateOf(ann)).toEqual(['open']);
    await page.reload();
    await progress.waitFor();
    expect(await box.inputValue()).toBe(youtube);
    const other = await ann.open();
    expect(await seen(other).progress.count()).toBe(0);
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    undo();
    await ready.waitFor();
    await until(() => save.isVisible()).toBe(true);
    expect(downloads).toBe(0);
    await page.reload();
    await ready.waitFor();
    expect(await stateOf(ann)).toEqual(['ready']);
  });
});

describe('two tabs', () => {
  it('have a download each, and cancelling one leaves the other', async () => {
    undo = fixture.slowDown(MEDIA, 4_000);
    const ann = await fixture.visitor();
    const first = await startSlowly(ann, /^480p/);
    const second = await startSlowly(ann, /^360p.*VP9/);
    await until(() => stateOf(ann)).toEqual(['open', 'open']);
    await first.cancel.click();
    await until(async () => (await stateOf(ann)).toSorted()).toEqual(['cancelled', 'open']);
    await second.progress.waitFor();
    undo();
    await second.ready.waitFor();
    await first.options.waitFor();
  });
});

describe('a failure', () => {
  it('a refused post says why, with one step and the way to edit the link', async () => {
    const page = await (await fixture.visitor()).open();
    const { box, button, heading } = seen(page);
    const url = refusedLink('youtube', 'private');
    await box.fill(url);
    await page.keyboard.press('Enter');
    await heading('We can’t show this post').waitFor();
    await page.getByText('This post is private on YouTube.').waitFor();
    await button('Edit link').click();
    expect(await box.inputValue()).toBe(url);
    await button('Use another link').click();
    expect(await box.inputValue()).toBe('');
  });

  it('a post that could not be read is read at the second attempt', async () => {
    const page = await (await fixture.visitor()).open();
    const { box, button, heading } = seen(page);
    const { url, title } = goodLink('pinterest');
    const fault = { kind: 'status', status: 503 } as const;
    undo = fixture.product.lab.faults.add({ host: 'www.pinterest.com', pathPrefix: '/', fault });
    await box.fill(url);
    await page.keyboard.press('Enter');
    await heading('We can’t show this post').waitFor();
    undo();
    await button('Try Again').click();
    await heading(title).waitFor();
  });
});
