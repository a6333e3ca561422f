// The speed and the time left of a job whose bytes come late, or over connections that are still being opened.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createJobMeter } from './job-meter.ts';
import type { JobProgress } from './progress.ts';

/** The figures after each second, in which the source has come to so many bytes. */
function play(totalBytes: number, bytesBySecond: readonly number[]): JobProgress[] {
  const clock = createManualClock();
  let last: JobProgress | null = null;
  const meter = createJobMeter({
    clock,
    encodes: false,
    isStored: false,
    durationSeconds: 100,
    expectedBytes: [null],
    report: (progress) => {
      last = progress;
    },
  });
  return bytesBySecond.map((bytes) => {
    clock.advance(1000);
    meter.fetched(0, { bytes, totalBytes, connections: 1 });
    return last as unknown as JobProgress;
  });
}

it('the time before the first bytes does not count', () => {
  expect(play(1000, [0, 0, 0, 200, 400]).at(-1)?.bytesPerSecond).toBe(200);
});

it('a long time left is unknown while connections are being opened', () => {
  const left = play(10_000, [100, 200, 300, 400]).map(({ etaSeconds }) => etaSeconds);
  expect(left).toEqual([null, null, 97, 96]);
});

it('a short one is not', () => {
  const left = play(1000, [100, 200]).map(({ etaSeconds }) => etaSeconds);
  expect(left).toEqual([9, 8]);
});
