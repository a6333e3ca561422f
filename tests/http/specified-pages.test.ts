// Rows of docs/specification.md that are in the pages as they are sent: addresses, titles, languages, structured data.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteStatus } from '../../src/core/status/site-status.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type HttpFixture, NO_FACTS, startHttpFixture } from '../support/http/http-fixture.ts';

let fixture: HttpFixture;
let rating: SiteStatus['rating'] = null;
beforeAll(async () => {
  fixture = await startHttpFixture(
    { webDir: await builtPages(), site: { ...NO_FACTS, gtmId: 'GTM-TEST1' } },
    { siteStatus: async () => ({ rating }) as SiteStatus },
  );
});
afterAll(() => fixture.close());

async function get(path: string) {
  const answer = await fetch(fixture.origin + path, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  return { status: answer.status, html };
}
const titleOf = (html: string) => /<title>([^<]*)/.exec(html)?.[1];
const headingOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];

it('an address without a page is 404, with the title and heading of the specification', async () => {
  const { status, html } = await get('/nowhere');
  expect([status, titleOf(html), headingOf(html)]).toEqual([
    404,
    expect.stringMatching(/^Page Not Found/),
    'Oops! Page Not Available',
  ]);
});

it.each([
  ['/trimmer', '/video-trimmer'],
  ['/de/trimmer', '/de/video-trimmer'],
])('%s is the page %s', async (alias, canonical) => {
  const page = await get(alias);
  expect(page.status).toBe(200);
  expect(titleOf(page.html)).toBe(titleOf((await get(canonical)).html));
});

it.each(['pinterest', 'threads'])('%s has a page with a form', async (platform) => {
  const { status, html } = await get(`/${platform}-video-downloader`);
  expect([status, /<input[^>]* type="url"/.test(html)]).toEqual([200, true]);
});

it('Latin says that it is Latin', async () => {
  const { html } = await get('/la');
  expect(html).toMatch(/<html lang="la"[^>]* data-language="la-LA"/);
});

it('every header opens a plain form that leads to the search', async () => {
  const { html } = await get('/terms');
  expect(html).toMatch(/<form action="\/search">(?:(?!<\/form>).)*name="q"/s);
});

it('Facebook says how well links behind its login work, and that private ones are refused', async () => {
  const { html } = await get('/facebook-video-downloader');
  expect(html).toMatch(/class="aside-note".*varying success.*private videos stay private/is);
});

it('the mean of real ratings is in the structured data, and nothing while there are too few', async () => {
  const node = async () => /"aggregateRating":(\{[^}]*\})/.exec((await get('/')).html)?.[1];
  expect(await node()).toBeUndefined();
  rating = { count: 20, average: 4.5 };
  expect(JSON.parse((await node()) ?? '')).toMatchObject({ ratingValue: 4.5, ratingCount: 20 });
});

it('a script of others is named only where the operator has set one', async () => {
  expect((await get('/terms')).html).toContain('<meta name="gtm-id" content="GTM-TEST1"/>');
  expect((await get('/terms')).html).not.toContain('name="consent-script"');
});

it('a page states the limits of this server', async () => {
  const { html } = await get('/');
  // Those of the fixture.
  for (const limit of ['180 minutes', '4 GB', '60 minutes']) expect(html).toContain(limit);
});

it('a reader may zoom in', async () => {
  const viewport = /<meta name="viewport" content="([^"]*)"/.exec((await get('/')).html)?.[1];
  expect(viewport).toMatch(/^width=device-width/);
  expect(viewport).not.toMatch(/maximum-scale|user-scalable/);
});

it('long text is there, folded', async () => {
  const folds = (await get('/')).html.match(/<details[^>]*>/g) ?? [];
  expect(folds.length).toBeGreaterThan(3);
  expect(folds.filter((one) => /\bopen\b/.test(one))).toEqual([]);
});
