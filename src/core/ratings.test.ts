import { describe, expect, it } from 'vitest';
import { createFakeDownloading } from '../../tests/http-fake-downloading.ts';
import { createManualClock } from '../../tests/manual-clock.ts';
import { createRatingService } from './ratings.ts';
import type { Rating } from './site-ports.ts';

const DAY_MS = 86_400_000;

function makeService(
  kept: { count: number; average: number | null } = { count: 0, average: null },
) {
  const fake = createFakeDownloading();
  const stored: Rating[] = [];
  const service = createRatingService({
    ratings: {
      put: async (rating) => void stored.push(rating),
      summary: async () => kept,
    },
    downloading: fake.service,
    raterOf: (visitor) => `rater of ${visitor}`,
    clock: createManualClock(20_400 * DAY_MS + 12_345),
  });
  return { service, stored, fake };
}

describe('a rating', () => {
  it('is kept under another name, with its day alone', async () => {
    const { service, stored, fake } = makeService();
    fake.set({ id: 'done', visitor: 'ann', phase: 'ready' });
    await service.rate('ann', 'done', 4);
    expect(stored).toEqual([{ rater: 'rater of ann', stars: 4, day: 20_400 * DAY_MS }]);
  });

  it.each(['queued', 'fetching', 'failed', 'cancelled'] as const)(
    'is refused for a download that is %s',
    async (phase) => {
      const { service, stored, fake } = makeService();
      fake.set({ id: 'one', visitor: 'ann', phase });
      await expect(service.rate('ann', 'one', 5)).rejects.toMatchObject({ code: 'job_not_found' });
      expect(stored).toEqual([]);
    },
  );

  it('is refused for somebody else’s download, and one that never was', async () => {
    const { service, stored, fake } = makeService();
    fake.set({ id: 'done', visitor: 'ann', phase: 'ready' });
    await expect(service.rate('bob', 'done', 5)).rejects.toMatchObject({ code: 'job_not_found' });
    await expect(service.rate('ann', 'gone', 5)).rejects.toMatchObject({ code: 'job_not_found' });
    expect(stored).toEqual([]);
  });

  it.each([
    [{ count: 0, average: null }, null],
    [{ count: 19, average: 5 }, null],
    [
      { count: 20, average: 4.649 },
      { count: 20, average: 4.6 },
    ],
    [
      { count: 21, average: 4.65 },
      { count: 21, average: 4.7 },
    ],
  ])('of %j is shown as %j', async (kept, shown) => {
    expect(await makeService(kept).service.summary()).toEqual(shown);
  });
});
