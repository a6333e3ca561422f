import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createJobMeter } from './job-meter.ts';
import type { JobProgress } from './progress.ts';

type Options = { encodes?: boolean; isStored?: boolean; expected?: (number | null)[] };

function stage(options: Options = {}) {
  const clock = createManualClock();
  const reports: JobProgress[] = [];
  const meter = createJobMeter({
    clock,
    encodes: options.encodes ?? false,
    isStored: options.isStored ?? false,
    durationSeconds: 100,
    expectedBytes: options.expected ?? [null, null],
    report: (progress) => reports.push(progress),
  });
  return { clock, meter, reports, last: () => reports.at(-1) as JobProgress };
}

const source = (bytes: number, totalBytes: number | null = 1000, connections = 1) => ({
  bytes,
  totalBytes,
  connections,
});

describe('the progress of a work', () => {
  it('weighs both sources by their bytes', () => {
    const { clock, meter, last } = stage();
    meter.enter('fetching');
    clock.advance(1000);
    meter.fetched(0, source(500, 900, 3));
    clock.advance(1000);
    meter.fetched(1, source(0, 100, 1));
    expect(last()).toMatchObject({ percent: 46, bytes: 500, totalBytes: 1000, connections: 4 });
  });

  it('estimates speed and time left from the latest bytes', () => {
    const { clock, meter, last } = stage({ expected: [1000] });
    for (let bytes = 100; bytes <= 500; bytes += 100) {
      clock.advance(1000);
      meter.fetched(0, source(bytes));
    }
    expect(last()).toMatchObject({ bytesPerSecond: 100, etaSeconds: 5 });
  });

  it('never goes back, whatever a source reports', () => {
    const { clock, meter, reports } = stage({ expected: [null] });
    for (const [bytes, total] of [
      [500, 1000],
      [100, 1000],
      [600, 100_000],
      [1000, 1000],
    ] as const) {
      clock.advance(1000);
      meter.fetched(0, source(bytes, total));
    }
    const percents = reports.map(({ percent }) => percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(92);
  });

  it('uses the seconds written when sizes are unknown', () => {
    const { clock, meter, last } = stage({ expected: [null] });
    meter.fetched(0, source(5000, null));
    clock.advance(1000);
    meter.written(50);
    expect(last()).toMatchObject({ percent: 46, totalBytes: null });
  });

  it('counts mostly the encoding when everything is re-encoded', () => {
    const { clock, meter, last } = stage({ encodes: true, expected: [1000] });
    clock.advance(1000);
    meter.fetched(0, source(1000));
    expect(last().percent).toBe(23);
    clock.advance(1000);
    meter.enter('making');
    meter.written(50);
    clock.advance(1000);
    meter.written(100);
    expect(last()).toMatchObject({ percent: 92, phase: 'making', connections: 0 });
  });

  it('counts the making alone when the source is a stored file', () => {
    const { clock, meter, last } = stage({ encodes: true, isStored: true, expected: [1000] });
    meter.fetched(0, source(1000));
    meter.enter('making');
    expect(last().percent).toBe(0);
    clock.advance(1000);
    meter.written(50);
    expect(last().percent).toBe(46);
  });

  it('speaks at most five times a second, and at once when a new phase begins', () => {
    const { clock, meter, reports } = stage();
    meter.enter('fetching');
    for (let step = 0; step < 100; step += 1) {
      clock.advance(10);
      meter.fetched(0, source(step));
    }
    meter.enter('making');
    meter.enter('checking');
    expect(reports.length).toBeLessThanOrEqual(1 + 5 + 2);
    expect(reports.slice(-2).map(({ phase }) => phase)).toEqual(['making', 'checking']);
  });
});
