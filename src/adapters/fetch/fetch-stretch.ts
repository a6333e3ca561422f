// Fetches one stretch of a file into its place; a silent connection can be replaced.
import { fetchSpan } from './fetch-span.ts';
import { brokenResponse, type FetchFailure, fetchFailure } from './http/fetch-failure.ts';
import type { PartContext } from './part-file/part-context.ts';
import { createWriteQueue } from './part-file/write-queue.ts';
import type { SpanTask } from './span-task.ts';
import type { Stretch } from './stretches.ts';

/** The file's callbacks for its stretches. `received` throws when there are too many bytes. */
export type StretchTask = Omit<
  SpanTask,
  'span' | 'address' | 'isRange' | 'canMove' | 'content' | 'write' | 'lend'
> & {
  readonly received: () => void;
};

/** A stretch that is being fetched. */
export type StretchRun = {
  /** As {@link fetchSpan}, once everything received is on disk. */
  readonly done: Promise<FetchFailure | null>;
  /** Fails a connection that has been silent for a while, once, so that another takes its place. */
  readonly nudge: () => void;
};

/** How long an idle connection waits for a silent one before it replaces it. */
const SILENT_MS = 3000;

/** Starts at once. */
export function fetchStretch(
  context: PartContext,
  stretch: Stretch,
  { received, ...task }: StretchTask,
): StretchRun {
  const { clock, file, inRanges, origin } = context;
  let hold: (isHeld: boolean) => void = () => undefined;
  let fail: (failure: FetchFailure) => void = () => undefined;
  let lastMs = clock.monotonic();
  let wasNudged = false;
  const queue = createWriteQueue({
    position: stretch.start,
    clock,
    write: file.write,
    hold: (isHeld) => hold(isHeld),
    failed: (error) => fail(fetchFailure('final', error)),
  });

  async function run(): Promise<FetchFailure | null> {
    try {
      return await fetchSpan(context, {
        ...task,
        span: stretch,
        address: () => origin.current().source.address,
        isRange: inRanges,
        canMove: true,
        content: 'media',
        write: (piece) => {
          lastMs = clock.monotonic();
          try {
            received();
          } catch (error) {
            fail(fetchFailure('final', error));
          }
          queue.push(piece);
        },
        lend: (holdConnection, failConnection) => {
          lastMs = clock.monotonic();
          hold = holdConnection;
          fail = failConnection;
        },
      });
    } finally {
      await queue.flush();
    }
  }

  return {
    done: run(),
    nudge: () => {
      if (wasNudged || clock.monotonic() - lastMs < SILENT_MS) return;
      wasNudged = true;
      fail(brokenResponse('silent while all others have come to their end'));
    },
  };
}
