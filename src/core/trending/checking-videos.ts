// Checks each trending video about once a day, and marks it as unavailable when it is gone and as available when it is back.
import { codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import { canonicalItem } from '../blocks/canonical-item.ts';
import type { Inspecting } from '../inspecting/inspecting.ts';
import type { CheckedVideo, TrendingChecks, TrendingFiles } from './ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A platform may report a video as missing for a moment: the second check comes an hour later at the earliest. */
const MAX_MISSES = 2;

/** Errors that mean that the item is gone. All others are inconclusive. */
const GONE: ReadonlySet<ErrorCode> = new Set(['not_found', 'private', 'members_only', 'no_video']);

/** The service, called by duties. */
export type CheckingVideos = {
  /**
   * Checks the video whose check is most overdue, if any; does nothing while a check is in progress. Its inspections count
   * among the outcomes like those of visitors.
   */
  readonly checkNext: (signal: AbortSignal) => Promise<void>;
  /** Removes checks of videos that were deleted for good. */
  readonly sweep: () => Promise<void>;
};

/** Creates the service. */
export function createCheckingVideos(needs: {
  readonly checks: TrendingChecks;
  readonly inspecting: Pick<Inspecting, 'resolve' | 'inspectAgain'>;
  readonly files: Pick<TrendingFiles, 'find'>;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
}): CheckingVideos {
  const { checks, inspecting, clock } = needs;
  let isChecking = false;

  /** The result of a check, and the id of the item if it is one of a platform. */
  const findVerdict = async ({ film, videoUrl, itemId }: CheckedVideo, signal: AbortSignal) => {
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
      if (code === 'internal') needs.warn('a trending video could not be checked', error);
      return { verdict: GONE.has(code) ? 'missed' : 'unknown', itemId } as const;
    }
  };

  const check = async (video: CheckedVideo, signal: AbortSignal): Promise<void> => {
    const { verdict, itemId } = await findVerdict(video, signal);
    const before = video.check?.misses ?? 0;
    const misses = { there: 0, gone: 0, missed: before + 1, unknown: before }[verdict];
    const isGone = verdict === 'gone' || (verdict === 'missed' && misses >= MAX_MISSES);
    const isAvailable = isGone ? false : verdict === 'there' || null;
    await checks.note(video, { checkedAt: clock.now(), misses, itemId, isAvailable });
  };

  return {
    async checkNext(signal) {
      if (isChecking) return;
      isChecking = true;
      try {
        const video = nextToCheck(await checks.list(), clock.now());
        if (video) await check(video, signal);
      } finally {
        isChecking = false;
      }
    },
    sweep: checks.forgetGone,
  };
}

/** The video whose check is most overdue. Checks are due at once, a day after the last, and an hour after a first miss. */
function nextToCheck(videos: readonly CheckedVideo[], nowMs: number): CheckedVideo | null {
  const dueAt = ({ check }: CheckedVideo) =>
    check === null ? 0 : check.checkedAt + (check.misses === 1 ? HOUR_MS : DAY_MS);
  const [next] = videos
    .filter((video) => !video.isRemoved && dueAt(video) <= nowMs)
    .sort((one, other) => dueAt(one) - dueAt(other));
  return next ?? null;
}
