// A list of links while their platform refuses the server: its rows wait with the time that is left, and go on.
import { afterAll, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { TRY_AGAIN_LATER, withSwitch } from '../../lab/switches.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

/** A pause of a minute, and what follows. */
const TIMEOUT_MS = 150_000;

const youtube = withSwitch(LAB_PLATFORMS.youtube);
let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser, [youtube]);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

it(
  'ten links wait out a pause of YouTube, and other platforms do not',
  async () => {
    const { requests, clear } = fixture.product.lab;
    const links = LAB_PLATFORMS.youtube.links
      .filter(({ downloads }) => downloads)
      .map(({ url }) => url)
      .filter((url) => url.includes('/watch?v='))
      .slice(0, 10);
    const visitor = await fixture.visitor();
    const page = await visitor.open('/batch-downloader');
    youtube.turn(TRY_AGAIN_LATER);
    clear();
    await page
      .getByLabel('Links, one per line')
      .fill([...links, goodLink('tiktok').url].join('\n'));
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByRole('button', { name: 'Download all 11 links' }).click();
    const waiting = page.getByText(/^YouTube is refusing .* goes on by itself in \d+ seconds\.$/);
    await until(() => waiting.count()).toBe(10);
    await page.getByText('1 of 11 ready').waitFor();
    const left = async () =>
      Number(/(\d+) seconds/.exec((await waiting.first().textContent()) ?? '')?.[1]);
    const before = await left();
    expect(before).toBeLessThanOrEqual(60);
    await until(left).toBeLessThan(before - 1);
    const asked = requests().filter(({ host }) => host === 'www.youtube.com');
    expect(asked.length).toBeLessThanOrEqual(10);
    youtube.turn(null);
    await page.getByText('11 of 11 ready').waitFor({ timeout: TIMEOUT_MS });
  },
  TIMEOUT_MS,
);
