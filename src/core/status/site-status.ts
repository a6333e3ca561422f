// The current state of the platforms, computed from the stored outcomes of attempts.
import { MIN_ATTEMPTS } from '../../shared/limits.ts';
import type { NoticeMode } from '../../shared/operator-limits.ts';
import { MAIN_PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { rememberFor } from '../async/remember-for.ts';
import type { Refused } from '../inspecting/egress/breaker.ts';
import { countsAsFailure } from '../outcomes/counts-as-failure.ts';
import type { OutcomeCount, Outcomes } from '../outcomes/ports.ts';
import type { PlatformSwitches } from '../settings/platform-switches.ts';
import type { RatingSummary } from '../site/ratings.ts';
import type { Canaries } from './canaries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** Shares of successes: from the first on a platform is good, below the second it is down. */
const GOOD_SHARE = 0.8;
const DOWN_SHARE = 0.2;

/** Successful attempts, and those that failed because of the platform or this server. */
export type Tally = { readonly done: number; readonly failed: number };

/** The state of a platform. `unknown`: too few attempts. `off`: switched off. */
export type PlatformState = 'good' | 'limited' | 'down' | 'unknown' | 'off';

/** The status of one platform. `medianMs` is the median time from link to file within the last day, of files made for one download alone. */
export type PlatformStatus = {
  readonly platform: PlatformId;
  readonly state: PlatformState;
  readonly hour: Tally;
  readonly day: Tally;
  readonly medianMs: number | null;
  /** The operator's reason why it is switched off. */
  readonly reason: string | null;
  /** What it refuses this server at the moment, so that it is not asked; null for nothing. */
  readonly refused: Refused | null;
  /** The latest result of its canaries. */
  readonly canary: ReturnType<Canaries['lastOf']>;
};

type Figures = Omit<PlatformStatus, 'reason' | 'refused' | 'canary'>;

/** The status of the site. `at` is epoch milliseconds. */
export type SiteStatus = {
  readonly platforms: readonly PlatformStatus[];
  /** Platforms about which visitors are warned. */
  readonly notices: { readonly youtube: boolean };
  /** Successful downloads of the last seven days, and the median duration of those that had their file made. */
  readonly made: { readonly weekFiles: number; readonly medianSeconds: number | null };
  readonly rating: RatingSummary | null;
  readonly at: number;
};

type Counted = Omit<SiteStatus, 'platforms'> & { readonly platforms: readonly Figures[] };

/** What operators control, and what is known of each platform at this moment. */
export type OperatorSettings = {
  readonly refusedBy: (platform: PlatformId) => Refused | null;
  readonly switches: Pick<PlatformSwitches, 'of'>;
  readonly canaries: Pick<Canaries, 'lastOf'>;
  readonly noticeMode: () => NoticeMode;
};

/** Sums up the attempts of a platform. */
export function tallyOf(counts: readonly OutcomeCount[], platform: PlatformId): Tally {
  const own = counts.filter((count) => count.platform === platform);
  const sum = (list: readonly OutcomeCount[]) =>
    list.reduce((total, { count }) => total + count, 0);
  return {
    done: sum(own.filter(({ code }) => code === 'ok')),
    failed: sum(own.filter(({ code }) => code !== 'ok' && countsAsFailure(code))),
  };
}

/** The state according to the last hour, or the last day if that hour has too few attempts. */
export function stateOf(hour: Tally, day: Tally): PlatformState {
  const tally = [hour, day].find(isEnough);
  if (!tally) return 'unknown';
  const share = shareOf(tally);
  return share >= GOOD_SHARE ? 'good' : share < DOWN_SHARE ? 'down' : 'limited';
}

/** Whether visitors see a notice: at least five attempts in the last hour, less than four fifths of them successful. */
export function needsNotice(hour: Tally): boolean {
  return isEnough(hour) && shareOf(hour) < GOOD_SHARE;
}

export type SiteStatusNeeds = {
  readonly outcomes: Outcomes;
  readonly rating: () => Promise<RatingSummary | null>;
  readonly clock: Clock;
  readonly operated: OperatorSettings;
  /** Those that this server has: the main ones if left out. */
  readonly platforms?: readonly PlatformId[];
};

/**
 * Creates a function that returns the status. The outcomes are read at most once a minute. They are stored by the hour, so "the
 * last hour" is the current clock hour and the whole one before it.
 */
export function createSiteStatus(needs: SiteStatusNeeds): () => Promise<SiteStatus> {
  const { switches, canaries, noticeMode, refusedBy } = needs.operated;
  const counted = rememberFor(MINUTE_MS, needs.clock, () => readStatus(needs));
  // Switches and refusals take effect at once, whatever the age of the figures.
  return async () => {
    const { platforms, notices, ...rest } = await counted();
    const mode = noticeMode();
    return {
      ...rest,
      notices: { youtube: mode === 'auto' ? notices.youtube : mode === 'on' },
      platforms: platforms.map((figures) => {
        const { off, reason } = switches.of(figures.platform);
        const canary = canaries.lastOf(figures.platform);
        const refused = off ? null : refusedBy(figures.platform);
        const state = off ? 'off' : withRefusal(withCanary(figures.state, canary), refused);
        return { ...figures, state, reason: off ? reason : null, refused, canary };
      }),
    };
  };
}

async function readStatus({
  outcomes,
  clock,
  rating,
  platforms: known = MAIN_PLATFORM_IDS,
}: SiteStatusNeeds): Promise<Counted> {
  const at = clock.now();
  const since = (ms: number) => Math.floor((at - ms) / HOUR_MS) * HOUR_MS;
  const [hourCounts, dayCounts, weekCounts, medianMs, ratingNow] = await Promise.all([
    outcomes.countSince(since(HOUR_MS)),
    outcomes.countSince(since(DAY_MS)),
    outcomes.countSince(since(WEEK_MS)),
    outcomes.medianMsSince(since(WEEK_MS), 'all'),
    rating(),
  ]);
  const platforms = await Promise.all(
    known.map(async (platform): Promise<Figures> => {
      const [hour, day] = [tallyOf(hourCounts, platform), tallyOf(dayCounts, platform)];
      return {
        platform,
        state: stateOf(hour, day),
        hour,
        day,
        medianMs: await outcomes.medianMsSince(since(DAY_MS), platform),
      };
    }),
  );
  const made = weekCounts.filter(({ step, code }) => step === 'download' && code === 'ok');
  return {
    platforms,
    rating: ratingNow,
    at,
    notices: { youtube: needsNotice(tallyOf(hourCounts, 'youtube')) },
    made: {
      weekFiles: made.reduce((total, one) => total + one.count, 0),
      medianSeconds: medianMs === null ? null : Math.round(medianMs / 100) / 10,
    },
  };
}

/**
 * Canaries decide if there are too few attempts of visitors. They are few links, so the state is never `down`; and one that never worked
 * here may be the link's own fault.
 */
function withCanary(state: PlatformState, canary: PlatformStatus['canary']): PlatformState {
  if (state !== 'unknown' || canary === null) return state;
  if (canary.ok) return 'good';
  return canary.hasWorked ? 'limited' : state;
}

/** A platform that refuses this server now is never good, whatever it did before. */
function withRefusal(state: PlatformState, refused: Refused | null): PlatformState {
  return refused && state !== 'down' ? 'limited' : state;
}

function isEnough({ done, failed }: Tally): boolean {
  return done + failed >= MIN_ATTEMPTS;
}

function shareOf({ done, failed }: Tally): number {
  return done / (done + failed);
}
