// Pauses the waiting rows of a platform that refuses the server; they are retried by themselves. Other platforms' rows go on.
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import type { Failure } from '../../download-client/failure.ts';
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import type { BatchRow } from './batch-state.ts';
import { platformWaitOf } from './retry-delay.ts';

/** A post that is refused so often while others may not be fails. */
const MAX_REFUSALS = 3;
/** A list lets others retry first: one refusal more would double the pause for everyone. */
const PATIENCE_MS = 10_000;

/** The paused platforms. */
export type Holds = {
  /** Puts a row back among the waiting ones after a transient failure. False: it has failed. */
  readonly hold: (row: BatchRow, failure: Failure) => boolean;
  /** The waiting rows that may be started, those first that were not refused. */
  readonly next: () => readonly BatchRow[];
};

/** `onOver` is called when the pause of a platform ends. */
export function createHolds(
  { after }: Pick<BatchNeeds, 'after'>,
  { getState, update, setRow }: BatchStore,
  onOver: () => void,
): Holds {
  const callOffs = new Map<PlatformId, () => void>();
  const refusals = new Map<string, number>();
  const setWait = (platform: PlatformId, wait: { waitSeconds?: number }) =>
    update((before) => ({
      ...before,
      rows: before.rows.map((row) =>
        row.platform === platform && row.state.kind === 'waiting'
          ? { ...row, state: { kind: 'waiting', ...wait } }
          : row,
      ),
    }));
  const wait = (platform: PlatformId, seconds: number) => {
    callOffs.get(platform)?.();
    let callOffTick: () => void = () => undefined;
    // Counted beside the wait itself: a hidden page counts late.
    const tick = (waitSeconds: number) => {
      setWait(platform, { waitSeconds });
      if (waitSeconds > 0) callOffTick = after(1000, () => tick(waitSeconds - 1));
    };
    tick(seconds);
    const callOffEnd = after(1000 * seconds + PATIENCE_MS, () => {
      callOffTick();
      setWait(platform, {});
      onOver();
    });
    callOffs.set(platform, () => {
      callOffTick();
      callOffEnd();
    });
  };
  const refusalsOf = ({ key }: BatchRow) => refusals.get(key) ?? 0;
  return {
    hold(row, failure) {
      const { key, platform } = row;
      const waitSeconds = platformWaitOf(failure);
      if (waitSeconds === null) return false;
      // The server sent no request to the platform, so this row was not refused.
      if (failure.code !== 'platform_paused') refusals.set(key, refusalsOf(row) + 1);
      if (refusalsOf(row) >= MAX_REFUSALS) return !refusals.delete(key);
      setRow(key, { kind: 'waiting' });
      wait(platform, waitSeconds);
      return true;
    },
    next: () =>
      getState()
        .rows.filter(
          ({ state, isPartWrong }) =>
            state.kind === 'waiting' && state.waitSeconds === undefined && !isPartWrong,
        )
        .sort((one, other) => refusalsOf(one) - refusalsOf(other)),
  };
}
