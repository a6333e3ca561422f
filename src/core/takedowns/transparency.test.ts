// The monthly counts of notices, decisions and blocks.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createTransparency } from './transparency.ts';

const NOTHING = {
  received: 0,
  accepted: 0,
  refused: 0,
  counterNotices: 0,
  restored: 0,
  blockedVideos: 0,
  blockedUploaders: 0,
};
const day = (month: number, date: number) => Date.UTC(2026, month - 1, date);

it('days are added up to months of UTC, the newest first', async () => {
  const counts = createTransparency({
    clock: createManualClock(),
    takedowns: {
      stepsPerDay: async () => [
        { day: day(9, 30), state: 'received', count: 3 },
        { day: day(11, 1), state: 'received', count: 2 },
        { day: day(10, 1), state: 'received', count: 4 },
        { day: day(10, 31), state: 'received', count: 5 },
        { day: day(10, 31), state: 'accepted', count: 6 },
        { day: day(10, 31), state: 'refused', count: 7 },
        { day: day(10, 31), state: 'counter_notice', count: 8 },
        { day: day(10, 31), state: 'restored', count: 9 },
        { day: day(10, 31), state: 'kept', count: 99 },
      ],
    },
    blocks: {
      addedPerDay: async () => [
        { day: day(10, 2), kind: 'video', count: 10 },
        { day: day(10, 2), kind: 'uploader', count: 11 },
        { day: day(12, 2), kind: 'uploader', count: 1 },
      ],
    },
  });
  expect(await counts()).toEqual([
    { ...NOTHING, month: '2026-12', blockedUploaders: 1 },
    { ...NOTHING, month: '2026-11', received: 2 },
    {
      month: '2026-10',
      received: 9,
      accepted: 6,
      refused: 7,
      counterNotices: 8,
      restored: 9,
      blockedVideos: 10,
      blockedUploaders: 11,
    },
    { ...NOTHING, month: '2026-09', received: 3 },
  ]);
});

it('the counts are read once a minute at most, however often they are asked for', async () => {
  const clock = createManualClock();
  let reads = 0;
  const counts = createTransparency({
    clock,
    takedowns: {
      stepsPerDay: async () => {
        reads += 1;
        return [];
      },
    },
    blocks: { addedPerDay: async () => [] },
  });
  const readsAfter = async (ms: number) => {
    clock.advance(ms);
    await Promise.all([counts(), counts()]);
    return reads;
  };
  expect([await readsAfter(0), await readsAfter(59_999), await readsAfter(1)]).toEqual([1, 1, 2]);
});
