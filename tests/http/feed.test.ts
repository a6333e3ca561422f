import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_FACTS } from '../support/http/http-fixture.ts';
import { aVideo, type SiteFixture, startSiteFixture } from '../support/http/site-fixture.ts';

let fixture: SiteFixture;
afterEach(() => fixture.close());

/** Asks for the feed under a host of one's choice, which `fetch` does not allow. */
async function get(headers: Record<string, string> = {}) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    request(`${fixture.origin}/feed.xml`, { headers, agent: false }, resolve)
      .once('error', reject)
      .end(),
  );
  const body = await textOf(response);
  return { status: response.statusCode, headers: response.headers, body };
}
const linksOf = (body: string): string[] => {
  expect(XMLValidator.validate(body)).toBe(true);
  const { rss } = new XMLParser({ isArray: (name) => name === 'item' }).parse(body);
  return [rss.channel.link, ...(rss.channel.item ?? []).map((item: { link: string }) => item.link)];
};

describe('the feed', () => {
  it('has the videos and articles under the public address', async () => {
    fixture = await startSiteFixture(
      {
        publicUrl: 'https://video.example',
        site: { ...NO_FACTS, name: 'A & B' },
      },
      [
        {
          language: 'en',
          path: '/blog/one',
          title: 'One',
          published: '2026-11-01',
          description: 'About one',
        },
      ],
    );
    await fixture.videos.add(aVideo('v1', { title: 'Ünï <b> ]]> \u0007' }));
    const { status, headers, body } = await get({ host: 'evil.example' });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
      'no-cache',
    ]);
    expect(linksOf(body)).toEqual([
      'https://video.example/',
      'https://video.example/trending#v1',
      'https://video.example/blog/one',
    ]);
    expect(body).not.toContain('evil.example');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is sent again only when it changed', async () => {
    fixture = await startSiteFixture();
    const etag = String((await get()).headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 304, body: '' });
    await fixture.videos.add(aVideo('v1'));
    expect((await get({ 'if-none-match': etag })).status).toBe(200);
  });

  it('has the newest video first, whatever the order of the list, and none that is gone', async () => {
    fixture = await startSiteFixture();
    const at = (day: number) => Date.UTC(2026, 10, day);
    await fixture.videos.add(aVideo('old', { createdAt: at(1), featured: true }));
    await fixture.videos.add(aVideo('older', { createdAt: at(2), position: 0 }));
    await fixture.videos.add(aVideo('new', { createdAt: at(3) }));
    await fixture.videos.add(aVideo('gone', { createdAt: at(4), isAvailable: false }));
    const ids = linksOf((await get()).body).slice(1);
    expect(ids.map((link) => link.split('#')[1])).toEqual(['new', 'older', 'old']);
  });

  it('changes with every edit of a video, but not with its views', async () => {
    fixture = await startSiteFixture();
    for (const id of ['v1', 'v2']) await fixture.videos.add(aVideo(id));
    const known = String((await get()).headers.etag);
    await fixture.videos.update('v1', { viewCount: 7 }, null);
    expect((await get({ 'if-none-match': known })).status).toBe(304);
    const etags = [known];
    for (const change of [
      () => fixture.videos.update('v1', { title: 'Another' }, null),
      () => fixture.videos.update('v1', { description: 'About it' }, null),
      () => fixture.videos.update('v1', { isAvailable: false }, null),
      () => fixture.videos.remove('v2', 1, null),
    ]) {
      await change();
      const { status, headers } = await get({ 'if-none-match': String(etags.at(-1)) });
      expect(status).toBe(200);
      etags.push(String(headers.etag));
    }
    expect(new Set(etags).size).toBe(5);
  });

  it.each([
    ['video.example', 'http://video.example'],
    ['Video.Example:8080', 'http://video.example:8080'],
    ['[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
  ])('asked for as %s has addresses of %s', async (host, origin) => {
    fixture = await startSiteFixture();
    await fixture.videos.add(aVideo('v1'));
    expect(linksOf((await get({ host })).body)).toEqual([`${origin}/`, `${origin}/trending#v1`]);
  });

  it('has https addresses behind a trusted proxy that uses https', async () => {
    fixture = await startSiteFixture();
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'video.example' };
    expect(linksOf((await get(headers)).body)).toEqual(['https://video.example/']);
  });

  it.each([
    'a b',
    'a/../b',
    'me@video.example',
    '"><script>',
    'video.example:port',
    '-',
    'x]]>',
    '1.2.3.999',
    'a:99999',
  ])('is refused for the host %j', async (host) => {
    fixture = await startSiteFixture();
    const { status, body } = await get({ host });
    expect(status).toBe(400);
    expect(body).not.toContain('<script>');
  });
});
