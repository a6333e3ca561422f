import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTrendingChecks } from '../../src/adapters/database/trending-checks.ts';
import { createTrendingCounts } from '../../src/adapters/database/trending-counts.ts';
import { createViewMarks } from '../../src/adapters/secrets/count-names.ts';
import { canonicalItem } from '../../src/core/blocks/canonical-item.ts';
import { createTrendingViews } from '../../src/core/trending/trending-views.ts';
import { aVisitor } from '../support/http/http-fixture.ts';
import { aVideo, type SiteFixture, startSiteFixture } from '../support/http/site-fixture.ts';

const DAY_MS = 86_400_000;
const ann = aVisitor('a');
const bob = aVisitor('b');
let fixture: SiteFixture;
beforeEach(async () => {
  fixture = await startSiteFixture();
  await fixture.videos.add(aVideo('v1'));
});
afterEach(() => fixture.close());

const view = (
  cookie: string | null,
  id = 'v1',
  body: unknown = { kind: 'play' },
  headers: Record<string, string> = {},
) =>
  fetch(`${fixture.origin}/api/trending/${id}/views`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(cookie === null ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });
const countOf = async (id = 'v1') => (await fixture.videos.get(id))?.viewCount;
const marks = () => fixture.database.db.selectFrom('trending_view_marks').selectAll().execute();

describe('a view of a trending video', () => {
  it('counts once for each visitor, video and day, whichever kind it is', async () => {
    await fixture.videos.add(aVideo('v2'));
    const answers = [
      await view(ann.cookie),
      await view(ann.cookie),
      await view(ann.cookie, 'v1', { kind: 'download' }),
      await view(bob.cookie, 'v1', { kind: 'download' }),
      await view(ann.cookie, 'v2'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    expect([await countOf(), await countOf('v2')]).toEqual([2, 1]);
    fixture.clock.advance(DAY_MS);
    await view(ann.cookie);
    expect(await countOf()).toBe(3);
  });

  it('counts once when the same visitor sends it twenty times at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => view(ann.cookie)));
    expect(await countOf()).toBe(1);
  });

  it('sets no cookie, and counts visitors without one by their network', async () => {
    const from = (address: string) => view(null, 'v1', undefined, { 'x-forwarded-for': address });
    const answers = [await from('198.51.100.1'), await from('198.51.100.1')];
    expect(answers.map(({ status, headers }) => [status, headers.getSetCookie()])).toEqual([
      [204, []],
      [204, []],
    ]);
    expect(await countOf()).toBe(1);
    await from('198.51.100.2');
    expect(await countOf()).toBe(2);
    expect(JSON.stringify(await marks())).not.toContain('198.51');
  });

  it('stores nothing that identifies its visitor, and no mark once its day is over', async () => {
    await view(ann.cookie);
    const [mark] = await marks();
    expect(mark).toEqual({ mark: expect.stringMatching(/^[0-9a-f]{64}$/), day: 0 });
    expect(JSON.stringify(mark)).not.toContain(ann.id);
    const views = createTrendingViews({
      counts: createTrendingCounts(fixture.database.db),
      checks: createTrendingChecks(fixture.database.db),
      markOf: createViewMarks(new Uint8Array(32).fill(7)),
      clock: fixture.clock,
    });
    await views.sweep();
    expect(await marks()).toHaveLength(1);
    fixture.clock.advance(DAY_MS);
    await views.sweep();
    expect([await marks(), await countOf()]).toEqual([[], 1]);
  });

  it('conflicts with no edit of the video, and shows on the list at once', async () => {
    const list = (headers: Record<string, string> = {}) =>
      fetch(`${fixture.origin}/api/trending`, { headers });
    const etag = (await list()).headers.get('etag') ?? '';
    await view(ann.cookie);
    const changed = await list({ 'if-none-match': etag });
    expect([changed.status, await changed.json()]).toMatchObject([200, [{ viewCount: 1 }]]);
    expect(await fixture.videos.update('v1', { title: 'Another' }, 1)).toBe('done');
  });

  it.each([['none'], ['%00'], ['v1%2f..'], ['x'.repeat(65)]])(
    'is refused for %s, which is no video',
    async (id) => {
      const answer = await view(ann.cookie, id);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found_page' }]);
      expect(await marks()).toEqual([]);
    },
  );

  it.each([[{}], [{ kind: 'look' }], [{ kind: 'play', count: 5 }], ['play'], [null]])(
    'is refused as %j',
    async (body) => {
      expect((await view(ann.cookie, 'v1', body)).status).toBe(400);
      expect(await countOf()).toBe(0);
    },
  );

  it('is refused from another site', async () => {
    const answer = await fetch(`${fixture.origin}/api/trending/v1/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: '{"kind":"play"}',
    });
    expect([answer.status, await countOf()]).toEqual([403, 0]);
  });

  it('cannot be multiplied with invented cookies', async () => {
    const statuses = new Set<number>();
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcde')
      statuses.add((await view(aVisitor(letter).cookie)).status);
    expect([...statuses, await countOf()]).toEqual([204, 429, 30]);
  });
});

it('a finished download counts for every listed video with that link, once a day with its plays', async () => {
  const { db } = fixture.database;
  const views = createTrendingViews({
    counts: createTrendingCounts(db),
    checks: createTrendingChecks(db),
    markOf: createViewMarks(new Uint8Array(32).fill(7)),
    clock: fixture.clock,
  });
  await fixture.videos.add(aVideo('v2', { videoUrl: 'https://youtu.be/labMain_001?t=3' }));
  await fixture.videos.add(aVideo('v3', { videoUrl: 'https://youtu.be/labMain_003' }));
  await fixture.videos.add(aVideo('v4'));
  await fixture.videos.remove('v4', 1, null);
  const item = canonicalItem('https://m.youtube.com/watch?v=labMain_001&list=PL1');
  if (!item) throw new TypeError('no link of ours');
  await view(ann.cookie);
  for (const visitor of [ann.id, bob.id, bob.id]) await views.countDownload(visitor, item);
  expect(await Promise.all(['v1', 'v2', 'v3'].map(countOf))).toEqual([2, 2, 0]);
});
