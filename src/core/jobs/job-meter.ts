// Turns what the parts of a job report into one progress: a percentage that never decreases, speed, and time left.
import type { Clock } from '../async/clock.ts';
import type { EarlyFile } from '../files/early-files.ts';
import type { FetchProgress } from './ports.ts';
import type { JobProgress, Phase } from './progress.ts';

/** The percentages at which fetching and making end. */
const FETCHED = 92;
const MADE = 96;
/** How much of the way to {@link FETCHED} is fetching when every second has to be encoded. */
const FETCHING_SHARE_OF_ENCODING = 0.25;
const REPORT_EVERY_MS = 200;
/** Half-life of a speed in the moving average. */
const SPEED_HALF_LIFE_MS = 1500;
/** While connections are being opened, the speed says too much of the time left: only little is believed. */
const SPEED_SETTLES_MS = 3000;
const BELIEVED_SECONDS = 15;
/** Before this share of the job, the time left is not estimated from the time that has passed. */
const MIN_SHARE_FOR_ETA = 0.05;

/** What a meter needs. */
export type JobMeterNeeds = {
  readonly clock: Clock;
  readonly encodes: boolean;
  /** Whether the source is a stored file: then all of the work is making. */
  readonly isStored: boolean;
  readonly durationSeconds: number | null;
  /** Expected bytes of each source, used until its origin announces the size. */
  readonly expectedBytes: readonly (number | null)[];
  /** Called at most five times a second, and at each new phase. */
  readonly report: (progress: JobProgress) => void;
};

/** Collects what the parts of a job report. */
export type JobMeter = {
  /** The figures of a source; `index` is its place in the plan. */
  readonly fetched: (index: number, progress: FetchProgress) => void;
  /** Seconds of the file that have been written. */
  readonly written: (seconds: number) => void;
  readonly enter: (phase: Phase) => void;
  /** The file may be saved while it arrives, or with null no longer. */
  readonly offered: (file: EarlyFile | null) => void;
};

type State = JobMeterNeeds & {
  readonly sources: FetchProgress[];
  readonly speed: ReturnType<typeof createSpeed>;
  readonly startedAtMs: number;
  phase: Phase;
  writtenSeconds: number;
  percent: number;
  reportedAtMs: number;
  early: EarlyFile | null;
};

/** Creates a meter in the phase `fetching`. */
export function createJobMeter(needs: JobMeterNeeds): JobMeter {
  const state: State = {
    ...needs,
    sources: needs.expectedBytes.map(() => ({ bytes: 0, totalBytes: null, connections: 0 })),
    speed: createSpeed(needs.clock),
    startedAtMs: needs.clock.monotonic(),
    phase: 'fetching',
    writtenSeconds: 0,
    percent: 0,
    reportedAtMs: Number.NEGATIVE_INFINITY,
    early: null,
  };
  return {
    fetched(index, progress) {
      state.speed.add(progress.bytes - (state.sources[index]?.bytes ?? 0));
      state.sources[index] = progress;
      report(state, false);
    },
    written(seconds) {
      state.writtenSeconds = seconds;
      report(state, false);
    },
    enter(next) {
      if (next === state.phase && next !== 'fetching') return;
      state.phase = next;
      report(state, true);
    },
    offered(file) {
      state.early = file;
      report(state, true);
    },
  };
}

function report(state: State, isDue: boolean): void {
  const { clock, sources } = state;
  const nowMs = clock.monotonic();
  if (!isDue && nowMs - state.reportedAtMs < REPORT_EVERY_MS) return;
  state.reportedAtMs = nowMs;
  state.percent = Math.max(state.percent, percentOf(state));
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  const totals = sources.map(({ totalBytes }) => totalBytes);
  const totalBytes = totals.includes(null)
    ? null
    : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
  const isFetching = state.phase === 'fetching';
  state.report({
    phase: state.phase,
    percent: state.percent,
    bytes,
    totalBytes,
    bytesPerSecond: isFetching ? state.speed.bytesPerSecond() : null,
    connections: isFetching ? sources.reduce((sum, one) => sum + one.connections, 0) : 0,
    etaSeconds: etaSecondsOf(state, bytes, totalBytes),
    ...(state.early && { early: state.early }),
  });
}

function percentOf(state: State): number {
  const { phase, encodes, isStored } = state;
  if (phase === 'ready') return 100;
  if (phase === 'checking') return MADE;
  if (phase === 'making' && !encodes && !isStored) return FETCHED;
  return Math.floor(shareDone(state) * FETCHED);
}

/** The share of the job that is done, from 0 to 1. */
function shareDone(state: State): number {
  const writing = shareOf(state.writtenSeconds, state.durationSeconds) ?? 0;
  if (state.isStored) return writing;
  const fetching = fetchedShare(state) ?? 0;
  if (!state.encodes) return fetching;
  return FETCHING_SHARE_OF_ENCODING * fetching + (1 - FETCHING_SHARE_OF_ENCODING) * writing;
}

/** The share of all sources that is fetched, from 0 to 1, or null while it is unknown. */
function fetchedShare(state: State): number | null {
  let bytes = 0;
  let whole = 0;
  for (const [index, source] of state.sources.entries()) {
    const total = source.totalBytes ?? state.expectedBytes[index] ?? null;
    if (total === null) return shareOf(state.writtenSeconds, state.durationSeconds);
    bytes += Math.min(source.bytes, total);
    whole += total;
  }
  return shareOf(bytes, whole);
}

function etaSecondsOf(state: State, bytes: number, totalBytes: number | null): number | null {
  const { phase, encodes, clock, startedAtMs } = state;
  if (phase === 'checking') return 1;
  const rate = state.speed.bytesPerSecond();
  if (!encodes && phase === 'fetching') {
    if (!totalBytes || !rate) return null;
    const seconds = Math.ceil(Math.max(0, totalBytes - bytes) / rate);
    return seconds <= BELIEVED_SECONDS || state.speed.isSettled() ? seconds : null;
  }
  const done = shareDone(state);
  const elapsedSeconds = (clock.monotonic() - startedAtMs) / 1000;
  return done > MIN_SHARE_FOR_ETA ? Math.ceil((elapsedSeconds * (1 - done)) / done) : null;
}

function shareOf(part: number, whole: number | null): number | null {
  return whole && whole > 0 ? Math.min(1, part / whole) : null;
}

/** Bytes a second as a moving average; null at first. */
function createSpeed(clock: Clock) {
  let average: number | null = null;
  let pendingBytes = 0;
  let sinceMs = clock.monotonic();
  let firstMs: number | null = null;
  return {
    add(bytes: number) {
      pendingBytes += Math.max(0, bytes);
      const nowMs = clock.monotonic();
      if (pendingBytes === 0 && firstMs === null)
        sinceMs = nowMs; // waiting is not slow
      else firstMs ??= sinceMs;
      const elapsedMs = nowMs - sinceMs;
      if (elapsedMs < REPORT_EVERY_MS) return;
      const rate = (pendingBytes * 1000) / elapsedMs;
      const weight = 1 - 0.5 ** (elapsedMs / SPEED_HALF_LIFE_MS);
      average = average === null ? rate : average + (rate - average) * weight;
      pendingBytes = 0;
      sinceMs = nowMs;
    },
    bytesPerSecond: () => (average === null ? null : Math.round(average)),
    isSettled: () => firstMs !== null && clock.monotonic() - firstMs >= SPEED_SETTLES_MS,
  };
}
