// Popular downloads for operators over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPopular } from '../../src/adapters/database/popular.ts';
import { createTrendingChecks } from '../../src/adapters/database/trending-checks.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import { createPopularNames } from '../../src/adapters/secrets/count-names.ts';
import { canonicalItem } from '../../src/core/blocks/canonical-item.ts';
import { createPopularDownloads, type PopularDownloads } from '../../src/core/trending/popular.ts';
import { databases } from '../contracts/databases.ts';
import { bodyOf } from '../support/http/http-fixture.ts';
import { aVideo } from '../support/http/site-fixture.ts';
import { type AdminFixture, startAdminFixture } from '../support/operators/admin-fixture.ts';

// What each database must do is in tests/contracts/popular.test.ts.
describe.each(databases.slice(0, 1))('what is worth featuring, on %s,', (_kind, make) => {
  let fixture: AdminFixture;
  let popular: PopularDownloads;
  beforeAll(async () => {
    fixture = await startAdminFixture(await make(), {}, ({ clock, db }) => {
      popular = createPopularDownloads({
        popular: createPopular(db),
        checks: createTrendingChecks(db),
        names: createPopularNames(new Uint8Array(32).fill(7)),
        blockList: { hasAddress: () => false },
        clock,
      });
      return { popular };
    });
  });
  afterAll(() => fixture?.close());

  it('is for operators only, without listed videos', async () => {
    for (const [id, visitors] of [
      ['labMain_001', 'abcdef'],
      ['labMain_002', 'abcdefg'],
      ['labMain_003', 'abcd'],
      ['labMain_004', 'abcde'],
    ] as const) {
      const item = canonicalItem(`https://youtu.be/${id}`);
      if (!item) throw new TypeError('no link of ours');
      for (const visitor of visitors) await popular.count(visitor, item);
    }
    await createTrendingVideos(fixture.database.db).add(
      aVideo('v', { videoUrl: 'https://youtu.be/labMain_004' }),
    );
    const address = `${fixture.origin}/api/admin/worth-featuring`;
    const refused = await fetch(address);
    expect([refused.status, await bodyOf(refused)]).toMatchObject([401, { code: 'not_signed_in' }]);
    const answer = await fetch(address, { headers: { cookie: await fixture.signedIn() } });
    expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([
      200,
      'no-store',
      ['labMain_002', 'labMain_001'].map((id, place) => ({
        platform: 'youtube',
        link: `https://www.youtube.com/watch?v=${id}`,
        downloads: 7 - place,
        sinceDays: 0,
      })),
    ]);
  });
});
