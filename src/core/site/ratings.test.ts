import { describe, expect, it } from 'vitest';
import { createFakeDownloading } from '../../../tests/support/http/http-fake-downloading.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryLimiter } from '../../adapters/limiter/memory.ts';
import type { Rating } from './ports.ts';
import { createRatingService } from './ratings.ts';

const DAY_MS = 86_400_000;

function makeService(
  kept: { count: number; average: number | null } = { count: 0, average: null },
) {
  const fake = createFakeDownloading();
  const stored: Rating[] = [];
  const clock = createManualClock(20_400 * DAY_MS + 12_345);
  const service = createRatingService({
    ratings: {
      put: async (rating) => void stored.push(rating),
      has: async (name) => stored.some(({ rater }) => rater === name),
      summary: async () => kept,
    },
    downloading: fake.service,
    raterOf: (visitor) => `rater of ${visitor}`,
    limiter: createMemoryLimiter({ clock }),
    clock,
  });
  return { service, stored, fake };
}

describe('a rating', () => {
  it('is stored by a pseudonym, with its day only', async () => {
    const { service, stored, fake } = makeService();
    fake.set({ id: 'done', visitor: 'ann', phase: 'ready' });
    await service.rate({ visitor: 'ann', job: 'done', stars: 4, network: 'home' });
    expect(stored).toEqual([{ rater: 'rater of ann', stars: 4, day: 20_400 * DAY_MS }]);
  });

  it('is a new one three times a day from one network, and may be changed at any time', async () => {
    const { service, stored, fake } = makeService();
    const network = '192.0.2.1/32';
    const rate = (visitor: string, from = network) => {
      fake.set({ id: visitor, visitor, phase: 'ready' });
      return service.rate({ visitor, job: visitor, stars: 1, network: from }).then(
        () => 'taken',
        (error) => error.code,
      );
    };
    for (const visitor of ['a', 'b', 'c']) expect(await rate(visitor)).toBe('taken');
    expect(await rate('d')).toBe('too_many_requests');
    expect(await rate('a')).toBe('taken');
    expect(await rate('e', '192.0.2.2/32')).toBe('taken');
    expect(stored).toHaveLength(5);
  });

  it.each(['queued', 'fetching', 'failed', 'cancelled'] as const)(
    'is refused for a download that is %s',
    async (phase) => {
      const { service, stored, fake } = makeService();
      fake.set({ id: 'one', visitor: 'ann', phase });
      await expect(
        service.rate({ visitor: 'ann', job: 'one', stars: 5, network: 'home' }),
      ).rejects.toMatchObject({ code: 'job_not_found' });
      expect(stored).toEqual([]);
    },
  );

  it('is refused for the download of another visitor, and for an unknown one', async () => {
    const { service, stored, fake } = makeService();
    fake.set({ id: 'done', visitor: 'ann', phase: 'ready' });
    await expect(
      service.rate({ visitor: 'bob', job: 'done', stars: 5, network: 'home' }),
    ).rejects.toMatchObject({ code: 'job_not_found' });
    await expect(
      service.rate({ visitor: 'ann', job: 'gone', stars: 5, network: 'home' }),
    ).rejects.toMatchObject({ code: 'job_not_found' });
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
