import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aVisitor } from '../support/http/http-fixture.ts';
import { type SiteFixture, startSiteFixture } from '../support/http/site-fixture.ts';

let fixture: SiteFixture;
beforeEach(async () => {
  fixture = await startSiteFixture();
});
afterEach(() => fixture.close());

const send = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${fixture.origin}/api/page-views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const rows = () => fixture.database.db.selectFrom('page_views').selectAll().execute();

describe('a page view', () => {
  it('is counted per day, page and language, as a beacon sends it', async () => {
    const beacon = (body: unknown) =>
      fetch(`${fixture.origin}/api/page-views`, {
        method: 'POST',
        headers: {
          origin: fixture.origin,
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'no-cors',
        },
        body: new Blob([JSON.stringify(body)], { type: 'application/json' }),
      });
    for (const language of ['en', 'en', 'zh-CN']) {
      const response = await beacon({ path: '/trending', language });
      expect([response.status, await response.text()]).toEqual([204, '']);
    }
    const found = await rows();
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { day: 0, path: '/trending', language: 'en', views: 2 },
        { day: 0, path: '/trending', language: 'zh-CN', views: 1 },
      ]),
    );
  });

  it('stores neither address nor cookie, and sets none', async () => {
    const { cookie, id } = aVisitor('v');
    const headers = {
      cookie,
      'x-forwarded-for': '203.0.113.77',
      'user-agent': 'canary/1.0',
      referer: 'https://canary.example/',
    };
    const response = await send({ path: '/', language: 'fr' }, headers);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, null]);
    const tables = ['page_views', 'ratings', 'downloads', 'outcomes', 'trending_videos'] as const;
    const all = await Promise.all(
      tables.map((table) => fixture.database.db.selectFrom(table).selectAll().execute()),
    );
    expect(all.flat()).toEqual([{ day: 0, path: '/', language: 'fr', views: 1 }]);
    for (const known of [cookie, id, '203.0.113.77', 'canary'])
      expect(JSON.stringify(all)).not.toContain(known);
  });

  it.each<[string, unknown]>([
    ['no page of the site', { path: '/wp-login.php', language: 'en' }],
    ['a page in a language that it does not have', { path: '/de/trending', language: 'de' }],
    ['a page with a question', { path: '/?q=secret', language: 'en' }],
    ['an address', { path: 'https://elsewhere.example/', language: 'en' }],
    ['another language', { path: '/', language: 'xx' }],
    ['a language in another spelling', { path: '/', language: 'EN' }],
    ['no language', { path: '/' }],
    ['more than is asked for', { path: '/', language: 'en', visitor: 'me' }],
    ['a very long path', { path: `/${'a'.repeat(5000)}`, language: 'en' }],
    ['no JSON', '{'],
  ])('is refused with %s', async (_name, body) => {
    const response = await send(body);
    const { code } = (await response.json()) as { code: string };
    expect([response.status, code]).toEqual([400, 'invalid_request']);
    expect(await rows()).toEqual([]);
  });

  it('is refused when another site sends it, or as plain text', async () => {
    expect(
      (await send({ path: '/', language: 'en' }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
    expect(
      (await send({ path: '/', language: 'en' }, { 'content-type': 'text/plain' })).status,
    ).toBe(415);
    expect(await rows()).toEqual([]);
  });

  it('is limited', async () => {
    for (let n = 0; n < 60; n += 1) await send({ path: '/', language: 'en' });
    expect((await send({ path: '/', language: 'en' })).status).toBe(429);
    expect(await rows()).toMatchObject([{ views: 60 }]);
  });
});
