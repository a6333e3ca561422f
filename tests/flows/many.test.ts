import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Job, JobsAnswer } from '../../src/shared/api/download.ts';
import {
  type FlowFixture,
  type FlowVisitor,
  goodLink,
  refusedLink,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

/** Whole downloads in a browser take their time where many tests share two cores. */

let fixture: FlowFixture;
let undo: () => void = () => undefined;
beforeAll(async () => {
  fixture = await startFlowFixture();
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
  it('is cancelled midway: at once on the page, then on the server, and the choices are back', async () => {
    undo = fixture.slowDown(MEDIA, 4_000);
    const ann = await fixture.visitor();
    const { page, cancel, progress, options, bar } = await startSlowly(ann, /^240p/);
    await until(() => stateOf(ann)).toEqual(['open']);
    await cancel.click();
    expect(await bar.count()).toBe(0);
    await options.waitFor();
    await until(() => stateOf(ann)).toEqual(['cancelled']);
    await page.reload();
    await until(() => progress.count()).toBe(0);
  });

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

describe('two visitors', () => {
  it('who want the same see nothing of each other, and one who cancels does not stop the other', async () => {
    undo = fixture.slowDown(MEDIA, 4_000);
    const [ann, bob] = [await fixture.visitor(), await fixture.visitor()];
    const hers = await startSlowly(ann, /^720p60.*VP9/);
    const his = await startSlowly(bob, /^720p60.*VP9/);
    await until(() => stateOf(bob)).toEqual(['open']);
    const [job] = await jobsOf(ann);
    const stranger = await bob.context.request.get(`${fixture.origin}/api/jobs/${job?.job}`);
    expect(stranger.status()).toBe(404);
    const kill = await bob.context.request.post(`${fixture.origin}/api/cancel-download`, {
      data: { job: job?.job },
    });
    expect(kill.status()).toBe(404);
    await hers.cancel.click();
    await until(() => stateOf(ann)).toEqual(['cancelled']);
    expect(await stateOf(bob)).toEqual(['open']);
    undo();
    await his.ready.waitFor();
    await his.page.getByText('1280 × 720').waitFor();
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

  it('a download whose media are unavailable fails with toast and card, and works once they are available', async () => {
    const page = await (await fixture.visitor()).open();
    const { box, start, failed, button, ready } = seen(page);
    const fault = { kind: 'html' } as const;
    undo = fixture.product.lab.faults.add({ host: 'video.twimg.com', pathPrefix: '/', fault });
    await box.fill(goodLink('twitter').url);
    await page.keyboard.press('Enter');
    await start.click();
    await failed.waitFor();
    await page.getByRole('alert').getByText('Download Failed').waitFor();
    undo();
    await button('Pick another quality').click();
    await start.click();
    await ready.waitFor();
  });
});
