import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trendingAnswer } from '../../src/shared/api/site.ts';
import { aVideo, type SiteFixture, startSiteFixture } from '../support/http/site-fixture.ts';

let fixture: SiteFixture;
beforeEach(async () => {
  fixture = await startSiteFixture();
});
afterEach(() => fixture.close());
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(fixture.origin + address, { method, headers });

describe('trending videos', () => {
  it('are an empty list at first', async () => {
    const response = await get('/api/trending');
    expect([response.status, await response.json()]).toEqual([200, []]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('are shown with their public fields, and no others', async () => {
    await fixture.videos.add(aVideo('bare'));
    await fixture.videos.add(
      aVideo('full', {
        description: 'About it',
        thumbnail: 'full.jpg',
        platform: 'twitter',
        viewCount: 12,
        featured: true,
        isAvailable: false,
        position: 3,
        createdAt: Date.UTC(2026, 0, 2),
      }),
    );
    const body: unknown = await (await get('/api/trending')).json();
    expect(trendingAnswer.element.strict().array().parse(body)).toEqual(body);
    expect(body).toEqual([
      {
        id: 'full',
        title: 'Video full',
        description: 'About it',
        viewCount: 12,
        videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
        featured: true,
        thumbnailUrl: '/trending-files/full.jpg',
        platform: 'Twitter / X',
        platformId: 'twitter',
        createdAt: '2026-01-02T00:00:00.000Z',
        available: false,
        downloadable: true,
      },
      {
        id: 'bare',
        title: 'Video bare',
        viewCount: 0,
        platform: 'Unknown',
        platformId: null,
        videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
        featured: false,
        createdAt: '2026-11-21T00:00:00.000Z',
        available: true,
        downloadable: true,
      },
    ]);
  });

  it.each([
    ['a link to one video', { videoUrl: 'https://youtu.be/labMain_001?si=x' }, true],
    ['a short link', { videoUrl: 'https://vm.tiktok.com/ZMlab001/' }, true],
    ['a film of this site', { videoUrl: null, film: 'film.mp4' }, true],
    ['another site', { videoUrl: 'https://films.example/watch?v=labMain_001' }, false],
    ['a channel', { videoUrl: 'https://www.youtube.com/@lab' }, false],
  ])('with %s as their source say whether they can be downloaded', async (_of, source, can) => {
    await fixture.videos.add(aVideo('one', source));
    const [video] = (await (await get('/api/trending')).json()) as { downloadable?: boolean }[];
    expect(video?.downloadable).toBe(can);
  });

  it('are two hundred at most', async () => {
    for (let n = 0; n < 205; n += 1) await fixture.videos.add(aVideo(`v${n}`, { createdAt: n }));
    const body = (await (await get('/api/trending')).json()) as { id: string }[];
    expect([body.length, body[0]?.id, body.at(-1)?.id]).toEqual([200, 'v204', 'v5']);
  });

  it('are sent again only when they changed', async () => {
    await fixture.videos.add(aVideo('a'));
    const first = await get('/api/trending');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const again = await get('/api/trending', { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    await fixture.videos.update('a', { viewCount: 1 }, null);
    expect((await get('/api/trending', { 'if-none-match': etag })).status).toBe(200);
  });

  it('are left out when a stored address leads elsewhere', async () => {
    await fixture.videos.add(aVideo('good'));
    for (const [id, part] of Object.entries({
      script: { video_url: 'javascript:alert(1)' },
      outside: { thumbnail: '../secret.key' },
    })) {
      await fixture.videos.add(aVideo(id));
      await fixture.database.db
        .updateTable('trending_videos')
        .set(part)
        .where('id', '=', id)
        .execute();
    }
    const body = (await (await get('/api/trending')).json()) as { id: string }[];
    expect(body.map(({ id }) => id)).toEqual(['good']);
  });

  it('are limited', async () => {
    let last = 200;
    for (let n = 0; n < 61; n += 1) last = (await get('/api/trending')).status;
    expect(last).toBe(429);
  });
});

describe('a trending file', () => {
  const content = Buffer.from('0123456789'.repeat(1000));

  it('is sent with its type and length, and may be neither sniffed nor run', async () => {
    await fixture.files.add('a.jpg', content);
    const response = await get('/trending-files/a.jpg');
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10000',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
    });
  });

  it('is sent in ranges, and not again to a client that has it', async () => {
    await fixture.files.add('film.mp4', content);
    const part = await get('/trending-files/film.mp4', { range: 'bytes=10-14' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '01234',
      'bytes 10-14/10000',
    ]);
    const etag = part.headers.get('etag') ?? '';
    const beyond = await get('/trending-files/film.mp4', { range: 'bytes=20000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10000']);
    const known = await get('/trending-files/film.mp4', { 'if-none-match': etag });
    expect([known.status, known.headers.get('content-type')]).toEqual([304, 'video/mp4']);
    const head = await get('/trending-files/film.mp4', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10000']);
  });

  it.each([
    '/trending-files/gone.jpg',
    '/trending-files/..%2fsecret.key',
    '/trending-files/%2e%2e%2fsecret.key',
    '/trending-files/..%5csecret.key',
    '/trending-files/secret.key',
    '/trending-files/a.jpg%00.html',
    '/trending-files/.hidden.jpg',
    '/trending-files/',
    '/trending-files/%2fetc%2fpasswd',
  ])('%s is not there', async (address) => {
    await fixture.files.add('a.jpg', content);
    await writeFile(path.join(fixture.dataDir, 'secret.key'), 'canary');
    await writeFile(path.join(fixture.dataDir, 'trending/secret.key'), 'canary');
    await writeFile(path.join(fixture.dataDir, 'trending/.hidden.jpg'), 'canary');
    const response = await get(address);
    const text = await response.text();
    expect([response.status, JSON.parse(text).code]).toEqual([404, 'not_found_page']);
    expect(text).not.toContain('canary');
  });
});
