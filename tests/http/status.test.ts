import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRatings } from '../../src/adapters/database/ratings.ts';
import { statusAnswer } from '../../src/shared/api/site.ts';
import { type SiteFixture, startSiteFixture } from '../support/http/site-fixture.ts';

let fixture: SiteFixture;
beforeEach(async () => {
  fixture = await startSiteFixture();
});
afterEach(() => fixture.close());

const read = async () => {
  const response = await fetch(`${fixture.origin}/api/status`);
  const body: unknown = await response.json();
  expect(response.status).toBe(200);
  return { response, body, status: statusAnswer.strict().parse(body) };
};
const record = async (n: number, code: 'ok' | 'bot_check', durationMs = 2500) => {
  for (let at = 0; at < n; at += 1)
    await fixture.outcomes.record({
      platform: 'youtube',
      step: 'download',
      code,
      durationMs,
      bytes: 1,
      hour: 0,
    });
};

it('exists before any attempt', async () => {
  const { body, status, response } = await read();
  expect(status).toEqual(body);
  expect(status.platforms).toHaveLength(8);
  expect(status.platforms[0]).toEqual({
    platform: 'youtube',
    state: 'unknown',
    medianMs: null,
    reason: null,
    refused: null,
    canary: null,
    hour: { done: 0, failed: 0 },
    day: { done: 0, failed: 0 },
  });
  expect(status).toMatchObject({
    notices: { youtube: false },
    rating: null,
    at: '1970-01-01T00:16:40.000Z',
    made: { weekFiles: 0, medianSeconds: null },
  });
  expect(response.headers.get('set-cookie')).toBeNull();
});

it('shows what was recorded, a minute later at most', async () => {
  await record(3, 'ok');
  await record(2, 'bot_check');
  expect((await read()).status).toMatchObject({
    notices: { youtube: true },
    made: { weekFiles: 3, medianSeconds: 2.5 },
  });
  await record(20, 'ok');
  expect((await read()).status.notices.youtube).toBe(true);
  fixture.clock.advance(60_000);
  const { status } = await read();
  expect(status.notices.youtube).toBe(false);
  expect(status.platforms[0]).toMatchObject({
    state: 'good',
    hour: { done: 23, failed: 2 },
    medianMs: 2500,
  });
});

it('shows the mean of ratings from the twentieth on', async () => {
  const ratings = createRatings(fixture.database.db);
  const rate = (n: number) => ratings.put({ rater: `rater ${n}`, stars: n < 10 ? 4 : 5, day: 0 });
  for (let n = 0; n < 19; n += 1) await rate(n);
  expect((await read()).status.rating).toBeNull();
  await rate(19);
  fixture.clock.advance(60_000);
  expect((await read()).status.rating).toEqual({ count: 20, average: 4.5 });
});
