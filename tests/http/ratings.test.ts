import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { READY } from '../support/http/http-download-views.ts';
import { aVisitor } from '../support/http/http-fixture.ts';
import { type SiteFixture, startSiteFixture } from '../support/http/site-fixture.ts';

const ann = aVisitor('a');
const bob = aVisitor('b');

let fixture: SiteFixture;
beforeEach(async () => {
  fixture = await startSiteFixture();
  fixture.fake.set({ id: 'done', visitor: ann.id, ...READY });
  fixture.fake.set({ id: 'also-done', visitor: ann.id, ...READY });
  fixture.fake.set({ id: 'running', visitor: ann.id, phase: 'fetching' });
});
afterEach(() => fixture.close());

const rate = async (body: unknown, headers: Record<string, string> = { cookie: ann.cookie }) => {
  const response = await fetch(`${fixture.origin}/api/ratings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { code?: string };
  return { status: response.status, answer, response };
};
const rows = () => fixture.database.db.selectFrom('ratings').selectAll().execute();

describe('a rating', () => {
  it('is accepted from the visitor of a finished download, and answered with the stars', async () => {
    const { status, answer } = await rate({ stars: 4, job: 'done' });
    expect([status, answer]).toEqual([200, { stars: 4 }]);
    expect(await rows()).toMatchObject([{ stars: 4 }]);
  });

  it('replaces an earlier one, also of another download', async () => {
    await rate({ stars: 1, job: 'done' });
    await rate({ stars: 5, job: 'also-done' });
    expect(await rows()).toMatchObject([{ stars: 5 }]);
  });

  it('stores nothing of the visitor, the download or the address', async () => {
    await rate({ stars: 5, job: 'done' });
    const [row] = await rows();
    expect(Object.keys(row ?? {}).sort()).toEqual(['day', 'rater', 'stars']);
    const text = JSON.stringify(row);
    for (const known of [ann.id, ann.cookie.slice(8), 'done', '127.0.0.1'])
      expect(text).not.toContain(known);
    expect((row?.day ?? 1) % 86_400_000).toBe(0);
  });

  it.each([
    ['somebody else’s download', { stars: 5, job: 'done' }, bob.cookie],
    ['a visitor without a cookie', { stars: 5, job: 'done' }, ''],
    ['a download that never was', { stars: 5, job: 'gone' }, ann.cookie],
    ['an id that is none', { stars: 5, job: '../x' }, ann.cookie],
    ['a download that runs', { stars: 5, job: 'running' }, ann.cookie],
  ])('is refused like a job for %s', async (_name, body, cookie) => {
    const { status, answer, response } = await rate(body, { cookie });
    expect([status, answer.code]).toEqual([404, 'job_not_found']);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await rows()).toEqual([]);
  });

  it.each([
    { stars: 0, job: 'done' },
    { stars: 6, job: 'done' },
    { stars: 4.5, job: 'done' },
    { stars: '5', job: 'done' },
    { stars: 5 },
    { job: 'done' },
    { stars: 5, job: 'done', more: 1 },
  ])('is refused as %j', async (body) => {
    const { status, answer } = await rate(body);
    expect([status, answer.code]).toEqual([400, 'invalid_request']);
    expect(await rows()).toEqual([]);
  });

  it('is refused when another site sends it', async () => {
    const headers = { cookie: ann.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await rate({ stars: 5, job: 'done' }, headers)).answer.code).toBe('cross_site');
  });

  it('has a limit of its own', async () => {
    for (let n = 0; n < 10; n += 1) await rate({ stars: 5, job: 'done' });
    const { status, response } = await rate({ stars: 1, job: 'done' });
    expect([status, response.headers.get('retry-after')]).toEqual([429, '6']);
    expect(await rows()).toMatchObject([{ stars: 5 }]);
    expect((await fetch(`${fixture.origin}/api/status`)).status).toBe(200);
  });
});
