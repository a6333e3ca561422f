// Extra sites on the pages: named in every language while they are on, and downloaded from with the link box.
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXTRA_SITE_IDS } from '../../../src/shared/platforms/platform.ts';
import { shared } from '../../support/browser/shared.ts';
import { type FlowFixture, startFlowFixture } from '../../support/flow/flow-fixture.ts';

const NAMES = ['Bluesky', 'Reddit', 'SoundCloud', 'Streamable', 'Twitch Clips'];
const LANGUAGES = ['', '/ar', '/de', '/es', '/fr', '/it', '/la', '/zh-CN'];
const LINK = 'https://www.twitch.tv/ea/clip/FaintLightGullWholeWheat';
const OTHER = 'https://streamable.com/dnd1';
const SHOTS = process.env['EXTRA_SITES_SHOTS'];

const pageOf = async ({ product }: FlowFixture, url: string) => {
  const { statusCode, body } = await product.app.inject({ url, headers: { accept: 'text/html' } });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
};

describe('with all of them on', () => {
  let fixture: FlowFixture;
  shared.beforeAll(async ({ browser }) => {
    fixture = await startFlowFixture({ EXTRA_SITES: EXTRA_SITE_IDS.join(',') }, browser);
  });
  afterAll(() => fixture?.close());

  it.each(LANGUAGES)(
    'the home page and the page about the site name them: "%s/"',
    async (prefix) => {
      for (const page of ['/', '/about']) {
        const [, sentence = ''] =
          /<p class="[^"]*" data-extra-sites="">([^<]*)</.exec(
            await pageOf(fixture, prefix + page),
          ) ?? [];
        for (const name of NAMES) expect(sentence).toContain(name);
        expect(sentence).not.toMatch(/\{|\}/);
      }
    },
  );

  it.each(['light', 'dark'] as const)(
    'the sentence can be read, right to left too: %s',
    async (colorScheme) => {
      const visitor = await fixture.visitor({ isPhone: true, colorScheme });
      for (const prefix of ['', '/ar']) {
        const page = await visitor.open(`${prefix}/`);
        const sentence = page.locator('[data-extra-sites]');
        await sentence.scrollIntoViewIfNeeded();
        const [box, width] = [await sentence.boundingBox(), page.viewportSize()?.width ?? 0];
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        if (SHOTS)
          await page.screenshot({ path: path.join(SHOTS, `${colorScheme}${prefix.slice(1)}.png`) });
        await page.close();
      }
    },
  );

  it('a link of one is accepted, named, shown and made', async () => {
    const page = await (await fixture.visitor()).open();
    await page.locator('#video-url-input').fill(LINK);
    await page.locator('#video-url-input').press('Enter');
    await page.getByText('The last round').first().waitFor();
    if (SHOTS) await page.screenshot({ path: path.join(SHOTS, 'found.png'), fullPage: true });
    await page.getByRole('button', { name: 'Get Your Video Now' }).click();
    await page.getByText('Your Download is Ready!').waitFor({ timeout: 60_000 });
    expect(fixture.problems).toEqual([]);
  });

  it('a list takes links of one, also after a reload, and the history has its name', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/batch-downloader');
    await page.getByLabel('Links, one per line').fill(`${LINK}\n${OTHER}`);
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByText('2 links were added.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Download all 2 links' }).click();
    await page.getByText('2 of 2 ready').waitFor();
    const history = await visitor.open('/history');
    await history.getByText('Twitch Clips', { exact: true }).waitFor();
    await history.getByText('Streamable', { exact: true }).waitFor();
    expect(fixture.problems).toEqual([]);
  });
});

describe('with none on', () => {
  let fixture: FlowFixture;
  shared.beforeAll(async ({ browser }) => {
    fixture = await startFlowFixture({}, browser);
  });
  afterAll(() => fixture?.close());

  it('no page names one', async () => {
    for (const prefix of LANGUAGES)
      for (const page of ['/', '/about']) {
        const html = await pageOf(fixture, prefix + page);
        expect(html).not.toMatch(/data-extra-sites|extra_sites/);
        for (const name of NAMES.slice(1)) expect(html).not.toContain(name);
      }
  });

  it('a list takes no links of one', async () => {
    const page = await (await fixture.visitor()).open('/batch-downloader');
    await page.getByLabel('Links, one per line').fill(LINK);
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByText('No new link was found.').waitFor();
    await page.getByText('Unsupported platform or invalid URL').waitFor();
    expect(fixture.product.lab.requests()).toEqual([]);
  });

  it('a link of one is refused in the same words as any unknown site', async () => {
    const page = await (await fixture.visitor()).open();
    const words = async (link: string) => {
      await page.locator('#video-url-input').fill(link);
      await page.locator('#video-url-input').press('Enter');
      const alert = page.getByText('Unsupported platform or invalid URL').first();
      await alert.waitFor();
      return alert.textContent();
    };
    const unknown = await words('https://www.example.com/watch');
    expect(await words(LINK)).toBe(unknown);
    expect(fixture.product.lab.requests()).toEqual([]);
  });
});
