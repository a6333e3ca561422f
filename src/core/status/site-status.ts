// How well the platforms work at the moment, from the attempts that this server remembers.
import type { NoticeMode } from '../../shared/operator-limits.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { rememberFor } from '../async/remember-for.ts';
import { countsAsFailure } from '../outcomes/failure-blame.ts';
import type { OutcomeCount, Outcomes } from '../outcomes/ports.ts';
import type { PlatformSwitches } from '../settings/platform-switches.ts';
import type { RatingSummary } from '../site/ratings.ts';
import type { Canaries } from './canaries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** Fewer attempts say nothing. */
const MIN_ATTEMPTS = 5;
/** From this share of successes on a platform works; below the other one it as good as does not. */
const GOOD_SHARE = 0.8;
const DOWN_SHARE = 0.2;

/** Attempts that ended well, and those that the platform or this server spoilt. */
export type Tally = { readonly done: number; readonly failed: number };

/** What is said of a platform: `unknown` means that there were too few attempts to tell, `off` that it is switched off. */
export type PlatformState = 'good' | 'limited' | 'down' | 'unknown' | 'off';

/** How one platform does. `medianMs` is the middle time from link to file within the last day. */
export type PlatformStatus = {
  readonly platform: PlatformId;
  readonly state: PlatformState;
  readonly hour: Tally;
  readonly day: Tally;
  readonly medianMs: number | null;
  /** Why it is switched off, in the operator's words. */
  readonly reason: string | null;
  /** What this server's own looks at it came to lately. */
  readonly canary: { readonly ok: boolean; readonly at: number } | null;
};

type Figures = Omit<PlatformStatus, 'reason' | 'canary'>;

/** How the site does. `at` is epoch milliseconds. */
export type SiteStatus = {
  readonly platforms: readonly PlatformStatus[];
  /** Platforms about which visitors are warned. */
  readonly notices: { readonly youtube: boolean };
  /** Downloads of the last seven days that ended with a file, and the middle time they took. */
  readonly made: { readonly weekFiles: number; readonly medianSeconds: number | null };
  readonly rating: RatingSummary | null;
  readonly at: number;
};

type Counted = Omit<SiteStatus, 'platforms'> & { readonly platforms: readonly Figures[] };

/** What operators have a hand in. */
export type OperatorSettings = {
  readonly switches: Pick<PlatformSwitches, 'of'>;
  readonly canaries: Pick<Canaries, 'lastOf'>;
  readonly noticeMode: () => NoticeMode;
};

/** The attempts of a platform in a list of counts. */
export function tallyOf(counts: readonly OutcomeCount[], platform: PlatformId): Tally {
  const own = counts.filter((count) => count.platform === platform);
  const sum = (list: readonly OutcomeCount[]) =>
    list.reduce((total, { count }) => total + count, 0);
  return {
    done: sum(own.filter(({ code }) => code === 'ok')),
    failed: sum(own.filter(({ code }) => code !== 'ok' && countsAsFailure(code))),
  };
}

/** The state that the last hour tells, or the last day where that hour has too few attempts. */
export function stateOf(hour: Tally, day: Tally): PlatformState {
  const telling = [hour, day].find(isEnough);
  if (!telling) return 'unknown';
  const share = shareOf(telling);
  return share >= GOOD_SHARE ? 'good' : share < DOWN_SHARE ? 'down' : 'limited';
}

/** Whether visitors are warned: five attempts or more in the last hour, and less than four of five of them went well. */
export function needsNotice(hour: Tally): boolean {
  return isEnough(hour) && shareOf(hour) < GOOD_SHARE;
}

/**
 * Counts at most once a minute; who asks meanwhile gets the last one, who asks while it is read waits for the
 * same. Attempts are remembered by the hour, so "the last hour" is the present clock hour and the whole one before it.
 */
export function createSiteStatus(needs: {
  readonly outcomes: Outcomes;
  readonly rating: () => Promise<RatingSummary | null>;
  readonly clock: Clock;
  readonly operated: OperatorSettings;
}): () => Promise<SiteStatus> {
  const { outcomes, clock } = needs;
  const { switches, canaries, noticeMode } = needs.operated;

  const read = async (): Promise<Counted> => {
    const at = clock.now();
    const since = (ms: number) => Math.floor((at - ms) / HOUR_MS) * HOUR_MS;
    const [hourCounts, dayCounts, weekCounts, medianMs, rating] = await Promise.all([
      outcomes.countSince(since(HOUR_MS)),
      outcomes.countSince(since(DAY_MS)),
      outcomes.countSince(since(WEEK_MS)),
      outcomes.medianMsSince(since(WEEK_MS), 'all', 'download'),
      needs.rating(),
    ]);
    const platforms = await Promise.all(
      PLATFORM_IDS.map(async (platform): Promise<Figures> => {
        const [hour, day] = [tallyOf(hourCounts, platform), tallyOf(dayCounts, platform)];
        return {
          platform,
          state: stateOf(hour, day),
          hour,
          day,
          medianMs: await outcomes.medianMsSince(since(DAY_MS), platform, 'download'),
        };
      }),
    );
    const made = weekCounts.filter(({ step, code }) => step === 'download' && code === 'ok');
    return {
      platforms,
      rating,
      at,
      notices: { youtube: needsNotice(tallyOf(hourCounts, 'youtube')) },
      made: {
        weekFiles: made.reduce((total, { count }) => total + count, 0),
        medianSeconds: medianMs === null ? null : Math.round(medianMs / 100) / 10,
      },
    };
  };

  const counted = rememberFor(MINUTE_MS, clock, read);

  // What operators switch is seen at once, whatever the age of the figures.
  return async () => {
    const { platforms, notices, ...rest } = await counted();
    const mode = noticeMode();
    return {
      ...rest,
      notices: { youtube: mode === 'auto' ? notices.youtube : mode === 'on' },
      platforms: platforms.map((figures) => {
        const { off, reason } = switches.of(figures.platform);
        const canary = canaries.lastOf(figures.platform);
        const state = off ? 'off' : withCanary(figures.state, canary);
        return { ...figures, state, reason: off ? reason : null, canary };
      }),
    };
  };
}

/** A look of our own tells where no visitor's attempts do; it is one link only, so it never says `down`. */
function withCanary(state: PlatformState, canary: PlatformStatus['canary']): PlatformState {
  if (state !== 'unknown' || canary === null) return state;
  return canary.ok ? 'good' : 'limited';
}

function isEnough({ done, failed }: Tally): boolean {
  return done + failed >= MIN_ATTEMPTS;
}

function shareOf({ done, failed }: Tally): number {
  return done / (done + failed);
}
