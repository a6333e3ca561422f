// How far a work is, from what its parts report: one percentage that never goes back, speed and time left. For run-work.ts.

import type { Clock } from '../async/clock.ts';
import type { FetchProgress } from './ports.ts';

/** The progress of a work that is not waiting. */
export type WorkProgress = Omit<Progress, 'position'>;

/** The shares of the whole way, in percent, where fetching and making end. */
const FETCHED = 92;
const MADE = 96;
/** Of the way to {@link FETCHED}, how much is fetching where every second has to be coded anew. */
const FETCHING_SHARE_OF_ENCODING = 0.25;
const REPORT_EVERY_MS = 200;
/** The speed follows the last seconds and not the first. */
const SPEED_HALF_LIFE_MS = 1500;

/** Collects what the parts of a work report and passes it on, at most five times a second and at each new phase. */
export type WorkMeter = {
  /** A source's figures; `index` is its place in the plan. */
  readonly fetched: (index: number, progress: FetchProgress) => void;
  readonly written: (seconds: number) => void;
  readonly enter: (phase: Phase) => void;
};

/** Makes a meter. `expectedBytes` per source stands in until an origin has told its size. */
export function createWorkMeter(needs: {
  readonly clock: Clock;
  readonly encodes: boolean;
  readonly durationSeconds: number | null;
  readonly expectedBytes: readonly (number | null)[];
  readonly report: (progress: WorkProgress) => void;
}): WorkMeter {
  const { clock, durationSeconds } = needs;
  const sources: FetchProgress[] = needs.expectedBytes.map(() => ({
    bytes: 0,
    totalBytes: null,
    connections: 0,
  }));
  const speed = createSpeed(clock);
  const startedAt = clock.monotonic();
  let phase: Phase = 'fetching';
  let writtenSeconds = 0;
  let percent = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  const share = (part: number, whole: number | null) =>
    whole && whole > 0 ? Math.min(1, part / whole) : null;

  /** 0 … 1, or null while nobody knows. */
  const fetchedShare = (): number | null => {
    let bytes = 0;
    let whole = 0;
    for (const [index, source] of sources.entries()) {
      const total = source.totalBytes ?? needs.expectedBytes[index] ?? null;
      if (total === null) return share(writtenSeconds, durationSeconds);
      bytes += Math.min(source.bytes, total);
      whole += total;
    }
    return share(bytes, whole);
  };

  const shareDone = (): number => {
    const fetching = fetchedShare() ?? 0;
    if (!needs.encodes) return fetching;
    const writing = share(writtenSeconds, durationSeconds) ?? 0;
    return FETCHING_SHARE_OF_ENCODING * fetching + (1 - FETCHING_SHARE_OF_ENCODING) * writing;
  };

  const percentNow = (): number => {
    if (phase === 'ready') return 100;
    if (phase === 'checking') return MADE;
    if (phase === 'making' && !needs.encodes) return FETCHED;
    return Math.floor(shareDone() * FETCHED);
  };

  const etaSeconds = (bytes: number, totalBytes: number | null): number | null => {
    if (phase === 'checking') return 1;
    const rate = speed.bytesPerSecond();
    if (!needs.encodes && phase === 'fetching')
      return totalBytes && rate ? Math.ceil(Math.max(0, totalBytes - bytes) / rate) : null;
    const done = shareDone();
    const elapsedSeconds = (clock.monotonic() - startedAt) / 1000;
    return done > 0.05 ? Math.ceil((elapsedSeconds * (1 - done)) / done) : null;
  };

  const report = (isDue: boolean) => {
    const now = clock.monotonic();
    if (!isDue && now - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now;
    percent = Math.max(percent, percentNow());
    const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
    const totals = sources.map(({ totalBytes }) => totalBytes);
    const totalBytes = totals.includes(null)
      ? null
      : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
    const isFetching = phase === 'fetching';
    needs.report({
      phase,
      percent,
      bytes,
      totalBytes,
      bytesPerSecond: isFetching ? speed.bytesPerSecond() : null,
      connections: isFetching ? sources.reduce((sum, one) => sum + one.connections, 0) : 0,
      etaSeconds: etaSeconds(bytes, totalBytes),
    });
  };

  return {
    fetched(index, progress) {
      speed.add(progress.bytes - (sources[index]?.bytes ?? 0));
      sources[index] = progress;
      report(false);
    },
    written(seconds) {
      writtenSeconds = seconds;
      report(false);
    },
    enter(next) {
      if (next === phase && next !== 'fetching') return;
      phase = next;
      report(true);
    },
  };
}

/** Bytes a second, a moving average; null in the first moments. */
function createSpeed(clock: Clock) {
  let average: number | null = null;
  let pending = 0;
  let since = clock.monotonic();
  return {
    add(bytes: number) {
      pending += Math.max(0, bytes);
      const elapsed = clock.monotonic() - since;
      if (elapsed < REPORT_EVERY_MS) return;
      const now = (pending * 1000) / elapsed;
      const weight = 1 - 0.5 ** (elapsed / SPEED_HALF_LIFE_MS);
      average = average === null ? now : average + (now - average) * weight;
      pending = 0;
      since = clock.monotonic();
    },
    bytesPerSecond: () => (average === null ? null : Math.round(average)),
  };
}

/** What a work is doing. */
export const PHASES = [
  'queued',
  'inspecting',
  'fetching',
  'making',
  'checking',
  'ready',
  'failed',
  'cancelled',
] as const;

/** One of {@link PHASES}. */
export type Phase = (typeof PHASES)[number];

/** How far a download is. `percent` is whole, 0–100, and never goes back; unknown figures are null. */
export type Progress = {
  readonly phase: Phase;
  readonly percent: number;
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number | null;
  readonly connections: number;
  readonly etaSeconds: number | null;
  /** How many works come before this one, from 1; null when it is not waiting. */
  readonly position: number | null;
};
