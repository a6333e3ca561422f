// Looks at each trending video about once a day, so that what is gone is shown as gone, and as there again when it is back.
import { codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import { canonicalItem } from '../blocks/canonical-item.ts';
import type { Inspecting } from '../inspecting/inspecting.ts';
import type { CheckedVideo, TrendingChecks, TrendingFiles } from './ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A platform may deny for a moment what it has: the second look comes an hour later at the earliest. */
const MAX_MISSES = 2;

/** Answers about the item that mean: it cannot be had here any more. All others say nothing about it. */
const GONE: ReadonlySet<ErrorCode> = new Set(['not_found', 'private', 'members_only', 'no_video']);

/** The service; the minute's timer calls it. */
export type CheckingVideos = {
  /**
   * Looks at the one video whose look is most overdue, if any is; does nothing while the one before is still under way.
   * Its looks are attempts at a platform like any other, and are remembered among the outcomes.
   */
  readonly checkNext: (signal: AbortSignal) => Promise<void>;
  /** Forgets looks at videos that are gone for good. */
  readonly sweep: () => Promise<void>;
};

/** Makes the service. */
export function createCheckingVideos(needs: {
  readonly checks: TrendingChecks;
  readonly inspecting: Pick<Inspecting, 'resolve' | 'inspectAgain'>;
  readonly files: Pick<TrendingFiles, 'find'>;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
}): CheckingVideos {
  const { checks, inspecting, clock } = needs;
  let isLooking = false;

  /** What came of a look, and which item was found if it is one of a platform. */
  const look = async ({ film, videoUrl, itemId }: CheckedVideo, signal: AbortSignal) => {
    try {
      if (film !== null) {
        const isThere = (await needs.files.find(film)) !== null;
        return { verdict: isThere ? 'there' : 'gone', itemId } as const;
      }
      const link = await inspecting.resolve(videoUrl ?? '', signal);
      await inspecting.inspectAgain(link, signal);
      return { verdict: 'there', itemId: canonicalItem(link.address)?.id ?? itemId } as const;
    } catch (error) {
      if (signal.aborted) throw error;
      const code = codeOf(error);
      if (code === 'internal') needs.warn('a trending video could not be looked at', error);
      return { verdict: GONE.has(code) ? 'missed' : 'unknown', itemId } as const;
    }
  };

  const check = async (video: CheckedVideo, signal: AbortSignal): Promise<void> => {
    const { verdict, itemId } = await look(video, signal);
    const before = video.check?.misses ?? 0;
    const misses = { there: 0, gone: 0, missed: before + 1, unknown: before }[verdict];
    const isGone = verdict === 'gone' || (verdict === 'missed' && misses >= MAX_MISSES);
    const isAvailable = isGone ? false : verdict === 'there' || null;
    await checks.note(video, { checkedAt: clock.now(), misses, itemId, isAvailable });
  };

  return {
    async checkNext(signal) {
      if (isLooking) return;
      isLooking = true;
      try {
        const video = nextToCheck(await checks.list(), clock.now());
        if (video) await check(video, signal);
      } finally {
        isLooking = false;
      }
    },
    sweep: checks.forgetGone,
  };
}

/** The video whose look is most overdue at a time (epoch milliseconds): never looked at, a day old, or an hour after a first miss. */
export function nextToCheck(videos: readonly CheckedVideo[], nowMs: number): CheckedVideo | null {
  const dueAt = ({ check }: CheckedVideo) =>
    check === null ? 0 : check.checkedAt + (check.misses === 1 ? HOUR_MS : DAY_MS);
  const [next] = videos
    .filter((video) => !video.isRemoved && dueAt(video) <= nowMs)
    .sort((one, other) => dueAt(one) - dueAt(other));
  return next ?? null;
}
