// A list whose posts are shown while every file is refused with "later", by two egresses: how many requests that costs.
import { afterAll, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { shared } from '../../support/browser/shared.ts';
import { type FlowFixture, startFlowFixture, until } from '../../support/flow/flow-fixture.ts';
import { clientAt } from '../../support/product/job-client.ts';
import { namedEgresses } from '../../support/product/named-egresses.ts';

const FILES = '.googlevideo.com';
/** What a list may request of a platform that says "later". */
const MOST_REQUESTS = 10;
/** One pause, and what lies around it. */
const PAUSE_TIMEOUT_MS = 150_000;
const LINKS = LAB_PLATFORMS.youtube.links
  .filter(({ url, downloads }) => downloads && url.includes('/watch?v=') && !/Hls|Live/.test(url))
  .map(({ url }) => url)
  .slice(0, 13);

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser, [], (proxyUrl) =>
    namedEgresses(proxyUrl, ['home', 'office']),
  );
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

it(
  'sends so few requests at first that there are ten with those after the pause',
  async () => {
    const { lab } = fixture.product;
    const sent = () => lab.requests().filter(({ host }) => host.endsWith(FILES)).length;
    // A file that the server has says nothing of what the platform gives now.
    await clientAt(fixture.origin).make({ url: LINKS[0] ?? '', quality: 'high' });
    const before = sent();
    const requests = () => sent() - before;
    lab.faults.add({ host: FILES, pathPrefix: '/', fault: { kind: 'status', status: 429 } });
    const visitor = await fixture.visitor();
    const page = await visitor.open('/batch-downloader');
    const count = LINKS.length;
    await page.getByLabel('Links, one per line').fill(LINKS.join('\n'));
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByRole('button', { name: `Download all ${count} links` }).click();
    const waiting = page.locator('.batch-row').getByText(/^Waiting for YouTube until about/);
    await until(() => waiting.count(), PAUSE_TIMEOUT_MS).toBe(count - 1);
    const atFirst = requests();
    // Picture and sound of two posts, by two egresses.
    expect(atFirst).toBeGreaterThan(2);
    expect(atFirst).toBeLessThanOrEqual(MOST_REQUESTS - 2);
    await until(requests, PAUSE_TIMEOUT_MS).toBeGreaterThan(atFirst);
    const limited = page.locator('.batch-row').getByText(/is limiting requests from our server/);
    await until(async () => (await waiting.count()) + (await limited.count())).toBe(count - 1);
    expect(requests()).toBeLessThanOrEqual(MOST_REQUESTS);
    await visitor.context.close();
  },
  2 * PAUSE_TIMEOUT_MS,
);
