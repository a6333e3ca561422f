// Starts the waiting rows, in their order and at most ten at once. What the server has no capacity for is retried later.
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { requestOf } from '../../download-client/calls.ts';
import { failureOf } from '../../download-client/failure.ts';
import type { Choice } from '../../download-client/flow-state.ts';
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import {
  type BatchRow,
  choiceOf,
  hasBytes,
  type PauseReason,
  readInspection,
  rowStateOf,
  withRow,
} from './batch-state.ts';
import type { Holds } from './hold-platforms.ts';
import type { Inspector } from './inspect-rows.ts';
import type { Pace } from './pace.ts';
import { retryDelayOf } from './retry-delay.ts';

/** Below the server's share for one visitor, so that another tab can still download. */
const MAX_OPEN = 10;

/** Of a platform that has sent nothing yet: if it refuses these, which may take two requests each by two egresses, no more are sent. */
const MAX_FIRST = 2;

/** What starts the waiting rows. */
export type Starter = { readonly work: () => void };

type StarterNeeds = Pick<BatchNeeds, 'calls' | 'after' | 'log'> & {
  readonly inspector: Inspector;
  readonly holds: Holds;
  readonly pace: Pace;
  /** Called when a row has been started, or has not. */
  readonly onChange: () => void;
};

export function createStarter(needs: StarterNeeds, store: BatchStore): Starter {
  const { calls, after, log, inspector, holds, pace, onChange } = needs;
  const { getState, update, setRow } = store;
  let isPaused = false;
  const isStarting = (key: string) =>
    getState().rows.find((row) => row.key === key)?.state.kind === 'starting';

  const pause = (pauseReason: PauseReason, ms: number) => {
    if (isPaused) return;
    isPaused = true;
    update((before) => ({ ...before, pauseReason }));
    after(ms, () => {
      isPaused = false;
      onChange();
    });
  };
  const startWith = async (row: BatchRow, choice: Choice) => {
    if (!isStarting(row.key)) return;
    const job = await calls.start(requestOf(row.url, choice));
    if (!isStarting(row.key)) {
      // Cancelled or removed during the request.
      await calls.cancel(job.job);
      return;
    }
    holds.started(row.platform);
    update((before) => ({
      ...withRow(before, row.key, (one) => ({ ...one, state: rowStateOf(job) })),
      pauseReason: null,
    }));
  };
  /** Fits the choice first: a photo, or a video without sound, becomes what the post has. */
  const inspectAndStart = async (row: BatchRow, wanted = row.choice ?? getState().choice) => {
    const answer = await inspector.inspect(row);
    await startWith(row, readInspection(answer, wanted, row).choice);
    inspector.forget(row.key);
  };
  const start = async (row: BatchRow) => {
    try {
      // A preview from before a reload: the server may still have the inspection.
      if (row.preview === null || inspector.isInspected(row.key)) await inspectAndStart(row);
      else
        await startWith(row, choiceOf(row.choice ?? getState().choice, row)).catch((error) => {
          if (failureOf(error).code !== 'choice_unavailable') throw error;
          return inspectAndStart(row);
        });
    } catch (error) {
      if (isStarting(row.key)) fail(row, error);
      else log('a cancelled download failed', error);
    }
    onChange();
  };
  const fail = (row: BatchRow, error: unknown) => {
    const delay = retryDelayOf(error);
    const failure = failureOf(error);
    if (!delay) {
      if (!holds.hold(row, failure)) setRow(row.key, { kind: 'failed', job: null, failure });
      return;
    }
    setRow(row.key, { kind: 'waiting' });
    if (failure.code === 'too_many_requests') pace.empty();
    pause(delay.reason, delay.ms);
  };

  return {
    work() {
      const { rows, isRunning } = getState();
      if (!isRunning || isPaused) return;
      const open = rows.filter(({ state }) => state.kind === 'starting' || state.kind === 'open');
      const ofPlatform = new Map<PlatformId, number>();
      for (const { platform } of open)
        ofPlatform.set(platform, (ofPlatform.get(platform) ?? 0) + 1);
      let room = MAX_OPEN - open.length;
      for (const row of holds.next()) {
        if (room <= 0) return;
        const before = ofPlatform.get(row.platform) ?? 0;
        const sendsFiles = holds.hasServed(row.platform) || hasOpenBytes(open, row.platform);
        if (before >= MAX_FIRST && !sendsFiles) continue;
        if (!inspector.isInspected(row.key) && !pace.take()) return;
        ofPlatform.set(row.platform, before + 1);
        room -= 1;
        setRow(row.key, { kind: 'starting' });
        void start(row);
      }
    },
  };
}

/** Whether bytes of a file of the platform are arriving. */
function hasOpenBytes(open: readonly BatchRow[], platform: PlatformId): boolean {
  return open.some(
    ({ platform: own, state }) => own === platform && state.kind === 'open' && hasBytes(state),
  );
}
