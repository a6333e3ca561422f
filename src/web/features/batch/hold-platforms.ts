// Pauses the waiting rows of a platform that refuses the server; they go on by themselves. Other platforms' rows are not held up.
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import type { Failure } from '../../download-client/failure.ts';
import { createPatience, type Patience } from '../../download-client/patience.ts';
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import type { BatchRow, BatchState, PlatformWaits } from './batch-state.ts';
import { isPlatformWait } from './retry-delay.ts';

/** A post that is refused so often while others are downloaded fails. */
const MAX_REFUSALS = 3;
/** For titles and pictures alone: nothing has been started that could fail. */
const IDLE_SECONDS = 15 * 60;
/** A list lets others retry first: one refusal more would double the pause for everyone. */
const PATIENCE_MS = 10_000;

/** The paused platforms. */
export type Holds = {
  /** Puts a row back among the waiting ones after a transient failure. False: it has failed. */
  readonly hold: (row: BatchRow, failure: Failure) => boolean;
  /** Called when the server has made a job of a row: its platform shows posts. */
  readonly started: (platform: PlatformId) => void;
  /** Called when a row is ready whose bytes have arrived: its platform gives files. */
  readonly served: (platform: PlatformId) => void;
  /** Whether its platform has given a file, and refused nothing since. */
  readonly hasServed: (platform: PlatformId) => boolean;
  /** The waiting rows that may be started, those first that were not refused; one at a time of a platform that refused the last. */
  readonly next: () => readonly BatchRow[];
  /** Takes up the waits of a stored queue. */
  readonly restore: () => void;
  /** Counts anew, when the visitor starts rows. */
  readonly forget: () => void;
};

/** How often a row was refused, and whether others of its platform were downloaded after the first time. */
type Refusals = { readonly count: number; readonly isAlone: boolean };

/** `onOver` is called when the pause of a platform ends. */
export function createHolds(
  { after, now }: Pick<BatchNeeds, 'after' | 'now'>,
  { getState, update, setRow }: BatchStore,
  onOver: () => void,
): Holds {
  const callOffs = new Map<PlatformId, () => void>();
  const refusals = new Map<string, Refusals & { readonly platform: PlatformId }>();
  const patiences = new Map<PlatformId, Patience>();
  /** What was refused last, its posts or only their files; or that it has given a file since. */
  const last = new Map<PlatformId, 'posts' | 'files' | 'served'>();
  const isRefusing = (platform: PlatformId) => (last.get(platform) ?? 'served') !== 'served';
  const patienceOf = (platform: PlatformId) => {
    const patience = patiences.get(platform) ?? createPatience(now);
    patiences.set(platform, patience);
    return patience;
  };
  const countOf = ({ key }: BatchRow) => refusals.get(key)?.count ?? 0;

  const setWait = (platform: PlatformId, until: number | null) =>
    update(({ waits: { [platform]: _, ...others }, ...before }) => ({
      ...before,
      waits: until === null ? others : { ...others, [platform]: until },
    }));
  const end = (platform: PlatformId) => {
    callOffs.get(platform)?.();
    callOffs.delete(platform);
    setWait(platform, null);
  };
  const waitUntil = (platform: PlatformId, until: number) => {
    callOffs.get(platform)?.();
    setWait(platform, until);
    const finish = () => {
      end(platform);
      onOver();
    };
    callOffs.set(platform, after(Math.max(0, until - now()), finish));
  };
  const giveUp = (platform: PlatformId, failure: Failure) => {
    patiences.delete(platform);
    end(platform);
    update((before) => ({ ...before, rows: before.rows.map(failed(platform, failure)) }));
  };
  return {
    hold(row, failure) {
      const { key, platform, state } = row;
      if (!isPlatformWait(failure)) return false;
      // Otherwise the server sent no request to the platform, so nothing was refused.
      if (failure.code !== 'platform_paused') {
        const { count, isAlone } = refusals.get(key) ?? { count: 0, isAlone: true };
        if (count + 1 >= MAX_REFUSALS && !isAlone) return !refusals.delete(key);
        refusals.set(key, { count: count + 1, isAlone, platform });
        if (state.kind === 'open') last.set(platform, 'files');
        else if (!isRefusing(platform)) last.set(platform, 'posts');
      }
      const waitSeconds = patienceOf(platform).refused(failure, state.kind === 'open');
      if (waitSeconds === null && getState().isRunning) {
        giveUp(platform, failure);
        return false;
      }
      setRow(key, { kind: 'waiting' });
      waitUntil(platform, now() + 1000 * (waitSeconds ?? IDLE_SECONDS) + PATIENCE_MS);
      return true;
    },
    started(platform) {
      if (last.get(platform) === 'posts') last.delete(platform);
    },
    served(platform) {
      last.set(platform, 'served');
      patiences.delete(platform);
      for (const [key, one] of refusals)
        if (one.platform === platform) refusals.set(key, { ...one, isAlone: false });
    },
    hasServed: (platform) => last.get(platform) === 'served',
    next() {
      const { rows, waits } = getState();
      const tried = new Set(
        rows.flatMap(({ state, platform }) =>
          state.kind === 'starting' || (state.kind === 'open' && last.get(platform) === 'files')
            ? platform
            : [],
        ),
      );
      return rows
        .filter(
          ({ state, platform, isPartWrong }) =>
            state.kind === 'waiting' && waits[platform] === undefined && !isPartWrong,
        )
        .sort((one, other) => countOf(one) - countOf(other))
        .filter(({ platform }) => !isRefusing(platform) || !isIn(tried, platform));
    },
    restore() {
      for (const [platform, until] of entriesOf(getState().waits)) waitUntil(platform, until);
    },
    forget() {
      patiences.clear();
      refusals.clear();
      last.clear();
    },
  };
}

/** Whether it was in the set; it is afterwards. */
function isIn<T>(set: Set<T>, one: T): boolean {
  return set.has(one) || !set.add(one);
}

function entriesOf(waits: PlatformWaits): readonly [PlatformId, number][] {
  return Object.entries(waits) as [PlatformId, number][];
}

function failed(platform: PlatformId, failure: Failure) {
  return (row: BatchState['rows'][number]): BatchRow =>
    row.platform === platform && row.state.kind === 'waiting'
      ? { ...row, state: { kind: 'failed', job: null, failure } }
      : row;
}
