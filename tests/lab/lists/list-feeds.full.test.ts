// Feeds of lists over HTTP: keys, tokens, validators and hostile titles, with the real engine against the lab.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAYLISTS, REFUSED_PLAYLISTS } from '../../../lab/platforms/youtube/playlists.ts';
import { aProgram, bearer } from '../../support/http/keys-fixture.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';

let product: Product;
let key: { readonly id: string; readonly secret: string };
beforeAll(async () => {
  product = await startProduct({ PUBLIC_URL: 'https://video.example' });
  key = await newKey();
});
afterAll(async () => {
  expect(product.lab.unknown()).toEqual([]);
  expect(product.warnings).toEqual([]);
  await product.close();
});

async function newKey() {
  const made = await product.apiKeys.makeForProgram(null, aProgram());
  return { id: made.key.id, secret: made.secret };
}
const listOf = (id: string) => `https://www.youtube.com/playlist?list=${id}`;
/** What the tests before have read. */
const READ = ['PLabLong_0123456789', 'PLabEvil_0123456789'];
const LONG = listOf('PLabLong_0123456789');
const get = (url: string, headers: Record<string, string> = {}) =>
  product.app.inject({ url, headers, remoteAddress: freshAddress() });
const feedOf = (list: string, rest = '') => `/api/feed?url=${encodeURIComponent(list)}${rest}`;
async function addressesOf(list: string, { secret } = key) {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/feed',
    headers: bearer(secret),
    payload: { url: list },
    remoteAddress: freshAddress(),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json() as { json: string; rss: string };
}
const pathOf = (address: string) => address.replace('https://video.example', '');

describe('the feed of a list', () => {
  it('is JSON Feed 1.1 for a program with its key', async () => {
    const answer = await get(feedOf(LONG), bearer(key.secret));
    expect(answer.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = answer.json();
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'List: 240 videos, two of them private',
      home_page_url: LONG,
      authors: [{ name: 'Platform Lab' }],
    });
    expect(feed.items.length).toBe(50);
    expect(feed.items[0]).toMatchObject({ id: feed.items[0].url, title: expect.any(String) });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is RSS 2.0 by the address for a feed reader, whatever the titles are', async () => {
    const { rss } = await addressesOf(listOf('PLabEvil_0123456789'));
    expect(rss).toMatch(/^https:\/\/video\.example\/api\/feed\?/);
    const { body, headers } = await get(pathOf(rss));
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(XMLValidator.validate(body)).toBe(true);
    expect(body.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e|<script/u);
    const { rss: parsed } = new XMLParser().parse(body);
    expect(parsed.channel.item.map(({ link }: { link: string }) => link)).toEqual(
      ['labMain_001', 'labShort001', 'labUhd__001'].map(
        (id) => `https://www.youtube.com/watch?v=${id}`,
      ),
    );
    expect(parsed.channel.item[1].title).toContain('onerror=alert(1)');
  });

  it('goes on page after page in both formats, to the end of the list, by the same token', async () => {
    const { json, rss } = await addressesOf(LONG);
    const titles: string[] = [];
    for (let next: string | undefined = json; next; ) {
      const feed: { items: { title: string }[]; next_url?: string; feed_url: string } = (
        await get(pathOf(next))
      ).json();
      expect(feed.feed_url).toBe(next);
      titles.push(...feed.items.map(({ title }) => title));
      next = feed.next_url;
    }
    // Two are private.
    expect(new Set(titles).size).toBe(238);

    const links: string[] = [];
    let count = 0;
    for (let next: string | undefined = rss; next; ) {
      const { body } = await get(pathOf(next));
      expect(XMLValidator.validate(body)).toBe(true);
      const { channel } = new XMLParser({
        ignoreAttributes: false,
        isArray: (name) => name === 'atom:link',
      }).parse(body).rss;
      const of = (rel: string): string | undefined =>
        channel['atom:link'].find((link: Record<string, string>) => link['@_rel'] === rel)?.[
          '@_href'
        ];
      expect(of('self')).toBe(next);
      links.push(...channel.item.map(({ link }: { link: string }) => link));
      next = of('next');
      count += 1;
    }
    expect([count, new Set(links).size]).toEqual([5, 238]);
  });

  it('has the end of a list, newest entry first, for what grows there', async () => {
    const { json } = await addressesOf(LONG);
    const all = (await get(`${pathOf(json)}&page=5`)).json().items;
    const last = (await get(`${pathOf(json)}&page=last`)).json();
    expect(last.items).toEqual(all.toReversed());
    expect(last.items.length).toBe(40);
    expect(last).not.toHaveProperty('next_url');
    const short = listOf('PLabEvil_0123456789');
    const [first, end] = [feedOf(short), feedOf(short, '&page=last')].map(async (url) =>
      (await get(url, bearer(key.secret))).json(),
    );
    expect((await end).items).toEqual((await first).items.toReversed());
    for (const page of ['0', '21', '1.5', 'first'])
      expect((await get(`${pathOf(json)}&page=${page}`)).statusCode).toBe(400);
  });

  it('is sent again only when it has changed, and costs the platform nothing meanwhile', async () => {
    const first = await get(feedOf(LONG, '&format=rss'), bearer(key.secret));
    const asked = product.lab.requests().length;
    const { etag = '', 'last-modified': modified = '' } = first.headers;
    const again = (headers: Record<string, string>) =>
      get(feedOf(LONG, '&format=rss'), { ...bearer(key.secret), ...headers });
    const answers = [
      await again({ 'if-none-match': etag }),
      await again({ 'if-modified-since': String(modified) }),
      await again({ 'if-none-match': '"other"', 'if-modified-since': String(modified) }),
      await again({ 'if-modified-since': new Date(0).toUTCString() }),
      await get(feedOf(LONG), { ...bearer(key.secret), 'if-none-match': etag }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([304, 304, 200, 200, 200]);
    expect(answers[0]?.body).toBe('');
    for (let time = 0; time < 40; time += 1) await again({});
    expect(product.lab.requests().length).toBe(asked);
  });

  it('is read by the platform’s limits where it is not kept', async () => {
    const remoteAddress = '203.0.113.77';
    const { secret } = await newKey();
    const codes: number[] = [];
    const unread = [...PLAYLISTS, ...REFUSED_PLAYLISTS].filter(({ id }) => !READ.includes(id));
    for (const { id } of unread.slice(0, 12)) {
      const url = feedOf(listOf(id));
      const answer = await product.app.inject({ url, headers: bearer(secret), remoteAddress });
      codes.push(answer.statusCode);
    }
    expect(codes.slice(0, 10)).not.toContain(429);
    expect(codes.slice(10)).toEqual([429, 429]);
  });
});

describe('the address of a feed', () => {
  it('opens no other list, and nothing without its token', async () => {
    const { json } = await addressesOf(LONG);
    const other = new URL(json);
    other.searchParams.set('url', listOf('PLab0123456789abcdef'));
    const cut = new URL(json);
    cut.searchParams.set('token', (cut.searchParams.get('token') ?? '').slice(0, -1));
    const codes = [
      pathOf(json),
      pathOf(other.href),
      pathOf(cut.href),
      feedOf(LONG),
      feedOf(LONG, `&token=${key.id}`),
    ].map(async (url) => (await get(url)).statusCode);
    expect(await Promise.all(codes)).toEqual([200, 401, 401, 401, 401]);
    expect((await get(feedOf(LONG))).json().code).toBe('key_missing');
    expect((await get(pathOf(cut.href))).json().code).toBe('key_unknown');
    const jobs = await get('/api/jobs', bearer(other.searchParams.get('token') ?? ''));
    expect(jobs.statusCode).toBe(401);
  });

  it('ends with its key', async () => {
    const own = await newKey();
    const { json } = await addressesOf(LONG, own);
    expect((await get(pathOf(json))).statusCode).toBe(200);
    await product.apiKeys.revoke(null, own.id);
    expect((await get(pathOf(json))).statusCode).toBe(401);
  });

  it('is made for lists alone, and with a key alone', async () => {
    const ask = (url: string, headers: Record<string, string>) =>
      product.app.inject({ method: 'POST', url: '/api/feed', headers, payload: { url } });
    expect(
      (await ask('https://www.youtube.com/@platformlab', bearer(key.secret))).json().code,
    ).toBe('not_a_list');
    const without = await ask(LONG, {});
    expect([without.statusCode, without.json().code]).toEqual([401, 'key_missing']);
    expect(without.json().message).toContain('Authorization: Bearer');
  });
});
