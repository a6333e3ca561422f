// Forty links of which ten fail for a while: one button asks for those ten again, and for nothing else.
import { afterAll, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { longSoundId } from '../../../lab/platforms/youtube/long-video.ts';
import { withSwitch } from '../../../lab/switches.ts';
import { shared } from '../../support/browser/shared.ts';
import {
  type FlowFixture,
  refusedLink,
  startFlowFixture,
  until,
} from '../../support/flow/flow-fixture.ts';

/** The page looks at one post each three seconds once it has looked at twenty. */
const TIMEOUT_MS = 400_000;

const youtube = withSwitch(LAB_PLATFORMS.youtube);
let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser, [youtube]);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const IDS = Array.from({ length: 40 }, (_, index) => longSoundId(2, 5000 + index));
const FAILING = IDS.filter((_, index) => index % 4 === 1);
const linkOf = (id: string) => `https://www.youtube.com/watch?v=${id}`;
const PRIVATE = refusedLink('youtube', 'private');

it(
  'retries what may succeed, and fetches nothing again',
  async () => {
    const { requests, clear } = fixture.product.lab;
    youtube.turn(({ url, body }, usual) =>
      FAILING.some((id) => url.search.includes(id) || body.includes(id))
        ? { status: 503, body: 'Try again later' }
        : usual(),
    );
    const page = await (await fixture.visitor()).open('/batch-downloader');
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await page.getByLabel('Links, one per line').fill([...IDS.map(linkOf), PRIVATE].join('\n'));
    await button('Add to the list').click();
    await button(/^Download all \d+ links$/).click();
    await page.getByText('30 of 41 ready, 11 failed').waitFor({ timeout: TIMEOUT_MS });

    const again = button('Try the 10 failed ones again');
    await again.waitFor();
    youtube.turn(null);
    clear();
    await again.click();
    await page.getByText('40 of 41 ready, 1 failed').waitFor({ timeout: TIMEOUT_MS });
    const asked = requests().map(({ path }) => path);
    const isAsked = (id: string) => asked.some((path) => path.includes(id));
    expect(IDS.filter(isAsked)).toEqual(FAILING);
    expect(asked.some((path) => path.includes(PRIVATE.slice(-11)))).toBe(false);
    await until(() => button(/failed ones? again$/).count()).toBe(0);
    await page.getByText('This post is private on YouTube.').waitFor();
  },
  2 * TIMEOUT_MS,
);
