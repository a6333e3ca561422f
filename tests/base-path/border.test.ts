// A site below a path: what answers within it, what outside, and where the answers lead.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READY } from '../support/http/http-download-views.ts';
import {
  aVisitor,
  bodyOf,
  type HttpFixture,
  startHttpFixture,
} from '../support/http/http-fixture.ts';

const BASE = '/keepreel';
const ann = aVisitor('a');

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await startHttpFixture({ basePath: BASE });
  fixture.fake.set({ id: 'done', visitor: ann.id, ...READY });
});
afterAll(() => fixture?.close());
const ask = (path: string, init: RequestInit = {}) =>
  fetch(fixture.origin + path, { redirect: 'manual', ...init });

describe('a site below a path', () => {
  it.each([
    [BASE, `${BASE}/`],
    [`${BASE}?u=x&v=%2F`, `${BASE}/?u=x&v=%2F`],
  ])('redirects %s to its beginning', async (path, to) => {
    const response = await ask(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, to]);
  });

  it.each([
    '/keepreels/guide',
    '/keepree%6c/guide',
    '//keepreel/guide',
    `/x${BASE}/guide`,
    '/healthz/x',
  ])('has nothing at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('answers the same where a proxy took its path off, and to probes', async () => {
    for (const path of ['/', '/fr/guide', '/api/limits', '/healthz', '/readyz']) {
      const [off, on] = [await ask(path), await ask(BASE + path)];
      expect([path, off.status]).toEqual([path, on.status]);
      expect(off.headers.get('content-type')).toBe(on.headers.get('content-type'));
    }
    const response = await ask('/guide?language=fr');
    expect(response.headers.get('location')).toBe(`${BASE}/guide`);
  });

  it('answers pages, assets and calls within its path, and knows its path once', async () => {
    for (const path of ['/', '/guide', '/fr', '/fr/guide', '/icon.svg', '/offline-worker.js'])
      expect([path, (await ask(BASE + path)).status]).toEqual([path, 200]);
    expect((await ask(`${BASE}/api/limits`)).status).toBe(200);
    expect((await ask(`${BASE}${BASE}/guide`)).status).toBe(404);
  });

  it('leads to its own files and downloads', async () => {
    const jobs = await bodyOf(
      await ask(`${BASE}/api/jobs/done/share`, { method: 'POST', headers: { cookie: ann.cookie } }),
    );
    expect(jobs['result']).toMatchObject({
      downloadUrl: expect.stringMatching(/^\/keepreel\/files\//),
      shareUrl: expect.stringMatching(/^\/keepreel\/files\//),
    });
  });

  it('keeps the chosen language within its path, and goes there', async () => {
    const response = await ask(`${BASE}/guide?language=fr`);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${BASE}/guide`]);
    expect(response.headers.get('set-cookie')).toMatch(/^language=fr; .*Path=\/keepreel; /);
  });

  it('describes its API with its path', async () => {
    const document = await bodyOf(await ask(`${BASE}/api/openapi.json`));
    expect(document).toMatchObject({ servers: [{ url: BASE }], paths: { '/api/inspect': {} } });
    const page = await (await ask(`${BASE}/api/docs`)).text();
    const addresses = [...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toHaveLength(3);
    for (const address of addresses) expect((await ask(address ?? '')).status).toBe(200);
  });
});

it('a site with a host name of its own has no such border', async () => {
  const own = await startHttpFixture();
  const page = await fetch(`${own.origin}/guide`);
  expect([page.status, (await fetch(`${own.origin}${BASE}/guide`)).status]).toEqual([200, 404]);
  const { servers } = await bodyOf(await fetch(`${own.origin}/api/openapi.json`));
  expect(servers).toBeUndefined();
  await own.close();
});
