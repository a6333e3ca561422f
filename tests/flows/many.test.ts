// A download that is cancelled, two visitors who want the same, and a failure.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Job, JobsAnswer } from '../../src/shared/api/download.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  type FlowVisitor,
  goodLink,
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
