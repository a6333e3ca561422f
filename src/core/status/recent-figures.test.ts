import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryRecentFailures } from '../../adapters/memory/recent-failures.ts';
import { createMemoryRefusalCounts } from '../../adapters/memory/refusal-counts.ts';
import { type ActiveDownload, restingProgress } from '../downloading/active-downloads.ts';
import type { Running } from '../downloading/run-download.ts';
import { findByHandle, runningHere } from '../downloading/running-downloads.ts';
import type { Limiter } from '../limits/ports.ts';
import { countRefusals } from '../limits/refusal-count.ts';
import type { Outcome, Outcomes } from '../outcomes/ports.ts';
import { withRecentFailures } from '../outcomes/recent-failures.ts';

const none = () => Promise.reject(new TypeError('not part of this test'));

it('the last hundred failures are kept with time, platform, step and code only', async () => {
  const clock = createManualClock(125_000);
  const stored: Outcome[] = [];
  const outcomes: Outcomes = {
    countSince: none,
    medianMsSince: none,
    forgetBefore: none,
    record: async (outcome) => void stored.push(outcome),
  };
  const failures = createMemoryRecentFailures();
  const { record } = withRecentFailures(outcomes, failures, clock);
  const attempt = {
    platform: 'tiktok',
    step: 'inspect',
    durationMs: 7,
    bytes: 1,
    hour: 0,
  } as const;
  for (let n = 0; n < 150; n += 1) {
    await record({ ...attempt, code: n % 2 === 0 ? 'ok' : 'timeout' });
    clock.advance(1);
  }
  expect(stored).toHaveLength(150);
  expect(failures.list()).toHaveLength(75);
  expect(failures.list()[0]).toEqual({
    at: 120_000,
    platform: 'tiktok',
    step: 'inspect',
    code: 'timeout',
  });
  for (let n = 0; n < 150; n += 1) await record({ ...attempt, code: 'private' });
  expect(failures.list().map(({ code }) => code)).toEqual(Array(100).fill('private'));
});

it('refusals of the last hour are counted for each limit', async () => {
  const clock = createManualClock();
  const limiter: Limiter = {
    take: async (_, key) => ({ allowed: key === 'good', retryAfterSeconds: 1 }),
  };
  const counts = createMemoryRefusalCounts(clock);
  const counted = countRefusals(limiter, counts);
  for (const key of ['good', 'bad', 'bad'])
    expect((await counted.take('detect', key)).allowed).toBe(key === 'good');
  clock.advance(59 * 60_000);
  await counted.take('detect', 'bad');
  expect([counts.lastHour('detect'), counts.lastHour('inspect')]).toEqual([3, 0]);
  clock.advance(60_000);
  expect(counts.lastHour('detect')).toBe(1);
});

it('a handle finds one open download, none that is ending, and none if two share it', async () => {
  const active = (id: string, startedAtMs: number, isEnding = false): ActiveDownload => ({
    download: {
      id,
      visitor: 'v',
      link: 'l',
      platform: 'tiktok',
      task: null as never,
      state: 'open',
      title: 'secret',
      fileName: null,
      fileId: null,
      origin: null,
      failure: null,
      attempt: 1,
      shareVersion: 0,
      isShared: false,
      createdAt: 1,
      expiresAt: null,
    },
    progress: restingProgress('fetching', 40),
    network: '',
    controller: new AbortController(),
    startedAtMs,
    stage: isEnding ? 'ending' : 'running',
    link: {} as never,
  });
  const all = [
    active('aaaaaaaa-1', 4000),
    active('bbbbbbbb-1', 1000),
    active('bbbbbbbb-2', 1000),
    active('cccccccc-1', 1000, true),
  ];
  const clock = createManualClock();
  clock.advance(6500);
  const running = {
    active: { byId: new Map(all.map((one) => [one.download.id, one])) },
    clock,
    downloads: { openElsewhere: async () => [] },
  } as unknown as Running;
  expect(await findByHandle(running, 'aaaaaaaa')).toBe(all[0]?.download);
  for (const handle of ['bbbbbbbb', 'cccccccc', 'aaaaaaaa-1', ''])
    expect(await findByHandle(running, handle)).toBeNull();
  const jobs = runningHere(running);
  expect(jobs.map(({ id, sinceSeconds }) => [id, sinceSeconds])).toEqual([
    ['bbbbbbbb', 5],
    ['bbbbbbbb', 5],
    ['aaaaaaaa', 2],
  ]);
  expect(Object.keys(jobs[0] ?? {}).toSorted()).toEqual(
    [
      'bytes',
      'bytesPerSecond',
      'id',
      'percent',
      'phase',
      'platform',
      'position',
      'sinceSeconds',
      'totalBytes',
    ].toSorted(),
  );
});
