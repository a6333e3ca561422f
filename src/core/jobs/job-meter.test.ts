import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createJobMeter } from './job-meter.ts';
import type { JobProgress } from './progress.ts';

type Options = {
  encodes?: boolean;
  isStored?: boolean;
  seconds?: number | null;
  expected?: (number | null)[];
};

function stage(options: Options = {}) {
  const clock = createManualClock();
  clock.advance(60_000);
  const reports: JobProgress[] = [];
  const meter = createJobMeter({
    clock,
    encodes: options.encodes ?? false,
    isStored: options.isStored ?? false,
    durationSeconds: options.seconds === undefined ? 100 : options.seconds,
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
    expect(last()).toMatchObject({
      percent: 92,
      phase: 'making',
      connections: 0,
      bytesPerSecond: null,
    });
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

describe('the percentage of a work', () => {
  it('is 92 once all is fetched, 96 once it is made, and 100 once it is there', () => {
    const { meter, last, reports } = stage();
    const percents = (['fetching', 'making', 'checking', 'ready'] as const).map((phase) => {
      meter.enter(phase);
      return last().percent;
    });
    expect(percents).toEqual([0, 92, 96, 100]);
    expect(reports[2]?.etaSeconds).toBe(1);
  });

  it.each<[string, Options, number, number]>([
    ['counts the making where a stored file is copied', { isStored: true }, 50, 46],
    ['is whole', { isStored: true }, 33.4, 30],
    ['is full at its length', { isStored: true }, 120, 92],
    ['does not grow where nobody knows the length', { isStored: true, seconds: null }, 50, 0],
    ['counts the fetching as a quarter where all is encoded', { encodes: true }, 50, 34],
  ])('%s', (_what, options, seconds, percent) => {
    const { clock, meter, last } = stage({ expected: [null], ...options });
    meter.enter('making');
    clock.advance(1000);
    if (options.encodes) meter.fetched(0, source(0, 1000));
    clock.advance(1000);
    meter.written(seconds);
    expect(last().percent).toBe(percent);
  });

  it.each<[string, (number | null)[], [number, number | null][], number]>([
    ['counts on the expected size until the origin announces one', [1000], [[250, null]], 23],
    ['counts on the announced size then', [1000], [[250, 500]], 46],
    [
      'counts on both sources',
      [1000, 1000],
      [
        [500, null],
        [0, null],
      ],
      23,
    ],
    [
      'gives no source more than its own share',
      [1000, 1000],
      [
        [5000, 1000],
        [0, 1000],
      ],
      46,
    ],
    [
      'is unknown where the size of one source is',
      [1000, null],
      [
        [500, null],
        [0, null],
      ],
      0,
    ],
  ])('%s', (_what, expected, sources, percent) => {
    const { clock, meter, last } = stage({ expected });
    for (const [index, [bytes, total]] of sources.entries()) {
      clock.advance(1000);
      meter.fetched(index, source(bytes, total));
    }
    expect(last().percent).toBe(percent);
  });
});

describe('the speed of a work', () => {
  it('follows the latest bytes: half of the way to them in a second and a half', () => {
    const { clock, meter, last } = stage({ expected: [null] });
    clock.advance(1000);
    meter.fetched(0, source(100));
    expect(last().bytesPerSecond).toBe(100);
    clock.advance(1500);
    meter.fetched(0, source(100 + 450, 3550));
    expect(last()).toMatchObject({ bytesPerSecond: 200, etaSeconds: 15 });
  });

  it('is unknown until a fifth of a second has passed, and counts what came till then', () => {
    const { clock, meter, last } = stage({ expected: [null] });
    clock.advance(100);
    meter.fetched(0, source(100));
    expect(last().bytesPerSecond).toBeNull();
    clock.advance(100);
    meter.fetched(0, source(200));
    clock.advance(100);
    meter.enter('fetching');
    expect(last().bytesPerSecond).toBe(1000);
  });

  it('is never less than nothing, even where a source starts over', () => {
    const { clock, meter, last } = stage({ expected: [null] });
    clock.advance(1000);
    meter.fetched(0, source(500));
    clock.advance(1500);
    meter.fetched(0, source(100));
    expect(last().bytesPerSecond).toBe(250);
  });

  it('is that of all sources, in whole bytes', () => {
    const { clock, meter, last } = stage();
    clock.advance(150);
    meter.fetched(0, source(100));
    clock.advance(200);
    meter.fetched(1, source(100));
    expect(last()).toMatchObject({ bytesPerSecond: 571, bytes: 200 });
  });
});

describe('the time that is left', () => {
  const fetching = (bytes: number, total: number | null) => {
    const { clock, meter, last } = stage({ expected: [null] });
    clock.advance(1000);
    meter.fetched(0, source(bytes, total));
    return last().etaSeconds;
  };

  it('is what the rest of the bytes takes, rounded up; unknown without a size or a speed', () => {
    expect([fetching(100, 550), fetching(100, null), fetching(0, 500)]).toEqual([5, null, null]);
    expect(fetching(600, 500)).toBe(0);
  });

  it.each<[string, number, number | null]>([
    ['unknown before a twentieth is done', 5, null],
    ['by the share that is done', 6, 157],
    ['less and less', 20, 40],
    ['nothing at the end', 100, 0],
  ])(
    'is estimated from the time that has passed where a file is encoded: %s',
    (_what, seconds, left) => {
      const { clock, meter, last } = stage({ encodes: true, isStored: true });
      meter.enter('making');
      clock.advance(10_000);
      meter.written(seconds);
      expect(last().etaSeconds).toBe(left);
    },
  );

  it('is estimated so from the start where all is encoded, not from the bytes alone', () => {
    const { clock, meter, last } = stage({ encodes: true, expected: [1000] });
    clock.advance(10_000);
    meter.fetched(0, source(400));
    expect(last()).toMatchObject({ phase: 'fetching', etaSeconds: 90 });
  });
});

describe('the reports of a work', () => {
  it('begin at once, and come every 200 ms at most', () => {
    const { clock, meter, reports } = stage();
    meter.fetched(0, source(1));
    clock.advance(199);
    meter.written(1);
    expect(reports).toHaveLength(1);
    clock.advance(1);
    meter.written(2);
    expect(reports).toHaveLength(2);
  });

  it('tell of a phase once, but of each new attempt at fetching', () => {
    const { meter, reports } = stage();
    for (const phase of ['fetching', 'making', 'making', 'fetching', 'checking'] as const)
      meter.enter(phase);
    expect(reports.map(({ phase }) => phase)).toEqual([
      ...['fetching', 'making', 'fetching', 'checking'],
    ]);
  });

  it('have no figures before anything has come', () => {
    const { meter, last } = stage();
    meter.enter('fetching');
    expect(last()).toEqual({
      phase: 'fetching',
      percent: 0,
      bytes: 0,
      totalBytes: null,
      bytesPerSecond: null,
      connections: 0,
      etaSeconds: null,
    });
  });
});
