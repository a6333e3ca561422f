// The egresses to the internet, and which of them serves a request to a platform.
import { AppError, codeOf, ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import type { Clock } from '../../async/clock.ts';
import type { AddressFamily } from '../inspection.ts';
import { type Breaker, breakerKey } from './breaker.ts';

/** An egress. Its `id` reveals no address. */
export type Egress = {
  readonly id: string;
  /** Null for all. */
  readonly platforms: readonly PlatformId[] | null;
  /** The most requests an hour to one platform; null for no limit. */
  readonly perHour: number | null;
};

/** Whether requests to a platform may take the egress. */
export function serves({ platforms }: Pick<Egress, 'platforms'>, platform: PlatformId): boolean {
  return platforms === null || platforms.includes(platform);
}

/** Which egresses may be used: `only` the named one, by an address family as long as that can be, or any `except` it. */
export type EgressChoice = {
  readonly only?: string;
  readonly family?: AddressFamily | undefined;
  readonly except?: string;
};

/** What a platform answered to the requests of an egress this hour, and last since the start. */
export type EgressHealth = {
  readonly egress: string;
  readonly platform: PlatformId;
  readonly requests: number;
  readonly refusals: number;
  /** `at` is epoch milliseconds. */
  readonly last: { readonly at: number; readonly code: ErrorCode | 'ok' };
};

/** The egresses of this server. */
export type Egresses = {
  /** The ids of those that serve a platform, in the operator's order. */
  readonly of: (platform: PlatformId) => readonly string[];
  /**
   * Runs `attempt` by the first egress that serves the platform, is not paused and has requests left this hour, and once more by the next one
   * if the platform refuses that. After "later", and of an egress that has not answered while another is refused, one request at a time finds
   * out whether it is served. Throws AppError `platform_paused` with `retryAfterSeconds` where none may be used, and what `attempt`
   * throws. See {@link Breaker.guard} for `goOn`.
   */
  readonly run: <T>(
    platform: PlatformId,
    attempt: (egressId: string, goOn: () => void) => Promise<T>,
    choice?: EgressChoice,
  ) => Promise<T>;
  /** Of every platform and egress that was requested since the start. */
  readonly health: () => readonly EgressHealth[];
};

const HOUR_MS = 3_600_000;
/** A refusal has its reason in the egress or in the link; a third answer would say no more. */
const MOST_ATTEMPTS = 2;
/** For how long those wait who come while a single request finds out whether a platform still refuses an egress. */
const TRYING_SECONDS = 5;

/** Creates the egresses, which share a breaker. */
export function createEgresses({
  egresses,
  breaker,
  clock,
  onAnswer = () => undefined,
}: {
  /** Those in use at the moment. */
  readonly egresses: () => readonly Egress[];
  readonly breaker: Pick<Breaker, 'guard'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with how each request ended. */
  readonly onAnswer?: (egress: string, platform: PlatformId, code: ErrorCode | 'ok') => void;
}): Egresses {
  const known = new Map<string, Known>();
  /** Keys of which a single request finds out whether they are served. */
  const tried = new Set<string>();
  const servingOf = (platform: PlatformId) =>
    egresses().filter((egress) => serves(egress, platform));

  const hourNow = () => Math.floor(clock.now() / HOUR_MS);

  const knownOf = ({ id }: Egress, platform: PlatformId): Known => {
    const key = breakerKey(platform, id);
    const hour = hourNow();
    const before = known.get(key);
    if (before?.hour === hour) return before;
    const fresh = { egress: id, platform, hour, requests: 0, refusals: 0, last: null };
    const entry = { ...fresh, last: before?.last ?? null };
    known.set(key, entry);
    return entry;
  };

  /** Counts a request, or throws `platform_paused` until the hour is over. */
  const spend = (egress: Egress, platform: PlatformId) => {
    const entry = knownOf(egress, platform);
    if (egress.perHour !== null && entry.requests >= egress.perHour) {
      const retryAfterSeconds = Math.ceil(((hourNow() + 1) * HOUR_MS - clock.now()) / 1000);
      throw new AppError('platform_paused', { params: { retryAfterSeconds } });
    }
    entry.requests += 1;
  };

  const note = (egress: Egress, platform: PlatformId, code: ErrorCode | 'ok') => {
    const entry = knownOf(egress, platform);
    if (code !== 'ok' && ERRORS[code].refusesServer) entry.refusals += 1;
    entry.last = { at: clock.now(), code };
    onAnswer(egress.id, platform, code);
  };

  return {
    of: (platform) => servingOf(platform).map(({ id }) => id),
    async run(platform, attempt, { only, except } = {}) {
      const allowed = servingOf(platform).filter(
        ({ id }) => (only === undefined || id === only) && id !== except,
      );
      const failures: unknown[] = [];
      let attempts = 0;
      for (const egress of allowed) {
        const key = breakerKey(platform, egress.id);
        let isAsked = false;
        let endTry: () => void = () => undefined;
        try {
          const result = await breaker.guard(key, (goOn) =>
            attempt(egress.id, () => {
              goOn();
              if (isAsked) return;
              if (isDoubtful(known.get(key)?.last, failures.length > 0))
                endTry = tryAlone(tried, key);
              spend(egress, platform);
              isAsked = true;
            }),
          );
          note(egress, platform, 'ok');
          return result;
        } catch (error) {
          const code = codeOf(error);
          if (isAsked && code !== 'platform_paused') note(egress, platform, code);
          if (code !== 'platform_paused' && !ERRORS[code].refusesServer) throw error;
          failures.push(error);
          if (code !== 'platform_paused') attempts += 1;
          if (attempts === MOST_ATTEMPTS) break;
        } finally {
          endTry();
        }
      }
      throw withRequests(soonest(failures), attempts);
    },
    health() {
      const hour = hourNow();
      return [...known.values()].flatMap(({ hour: of, last, requests, refusals, ...rest }) =>
        last ? { ...rest, last, ...(of === hour ? { requests, refusals } : NONE) } : [],
      );
    },
  };
}

/** Whether a request may be one of many that are refused. `last` is what the egress met last. */
function isDoubtful(last: EgressHealth['last'] | null | undefined, isSecond: boolean): boolean {
  if (last?.code === 'rate_limited' || !isSecond) return last?.code === 'rate_limited';
  return !last || (last.code !== 'ok' && ERRORS[last.code].refusesServer === true);
}

/** Throws `platform_paused` while another request of this key is tried; returns the end of this one. */
function tryAlone(tried: Set<string>, key: string): () => void {
  const params = { retryAfterSeconds: TRYING_SECONDS };
  if (tried.has(key)) throw new AppError('platform_paused', { params });
  tried.add(key);
  return () => void tried.delete(key);
}

type Known = Omit<EgressHealth, 'last' | 'requests' | 'refusals'> & {
  readonly hour: number;
  requests: number;
  refusals: number;
  last: EgressHealth['last'] | null;
};

const NONE = { requests: 0, refusals: 0 } as const;

/** Says how many requests a platform has refused: lists count them. */
export function withRequests(error: unknown, requests: number): unknown {
  if (!(error instanceof AppError) || requests < 2) return error;
  const { code, params, message: detail, ref } = error;
  return new AppError(code, {
    params: { ...params, requests },
    detail,
    cause: error,
    ...(ref !== undefined && { ref }),
  });
}

/** The last refusal, or the pause that ends first. */
function soonest(failures: readonly unknown[]): unknown {
  const refusals = failures.filter((error) => codeOf(error) !== 'platform_paused');
  if (refusals.length > 0) return refusals.at(-1);
  const secondsOf = (error: unknown) =>
    error instanceof AppError ? Number(error.params['retryAfterSeconds'] ?? 0) : 0;
  const [first] = failures.toSorted((a, b) => secondsOf(a) - secondsOf(b));
  return first ?? new AppError('platform_paused', { params: { retryAfterSeconds: 60 } });
}
