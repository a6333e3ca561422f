// Stops asking a platform that refuses this server, so that the refusal does not grow and visitors get an honest time.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';

/** The refusals that concern the server's address and not the item. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['bot_check', 'rate_limited']);

/** Answers about the item: whoever gets one of these is not being refused. */
export const ABOUT_THE_ITEM: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'private',
  'members_only',
  'login_required',
  'age_restricted',
  'geo_blocked',
  'no_video',
  'live',
  'live_not_started',
  'drm',
]);

const TRIP_AFTER = 3;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

type Circuit = { refusals: number; pauses: number; openUntil: number; probing: boolean };

/** What the breaker says of one way: open until then (milliseconds of the monotonic clock), or closed. */
export type BreakerState = { readonly open: boolean; readonly retryAfterSeconds: number };

/** The key of a platform by a way out. */
export function breakerKey(platform: PlatformId, egress: string): string {
  return `${platform} ${egress}`;
}

/** A circuit breaker per {@link breakerKey}. */
export type Breaker = {
  /** Runs `attempt` unless the circuit is open; then throws `platform_paused` with `retryAfterSeconds`. */
  readonly guard: <T>(key: string, attempt: () => Promise<T>) => Promise<T>;
  readonly state: (key: string) => BreakerState;
};

/**
 * Opens after three refusals in a row, for a minute at first, twice as long each time up to fifteen minutes, or for as
 * long as the platform itself said. When the time is over one attempt goes through alone and decides.
 */
export function createBreaker(clock: Clock): Breaker {
  const circuits = new Map<string, Circuit>();
  const secondsLeft = (circuit: Circuit) =>
    Math.max(1, Math.ceil((circuit.openUntil - clock.monotonic()) / 1000));

  const refuse = (circuit: Circuit, error: AppError) => {
    circuit.refusals += 1;
    if (circuit.refusals < TRIP_AFTER && circuit.pauses === 0) return;
    const said = Number(error.params['retryAfterSeconds'] ?? 0) * 1000;
    const pauseMs = Math.max(
      said,
      Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** circuit.pauses),
    );
    circuit.pauses += 1;
    circuit.refusals = 0;
    circuit.openUntil = clock.monotonic() + pauseMs;
  };

  return {
    async guard(key, attempt) {
      const circuit = circuits.get(key) ?? { refusals: 0, pauses: 0, openUntil: 0, probing: false };
      circuits.set(key, circuit);
      const halfOpen = circuit.pauses > 0;
      if (halfOpen && (circuit.probing || circuit.openUntil > clock.monotonic())) {
        throw new AppError('platform_paused', {
          params: { retryAfterSeconds: secondsLeft(circuit) },
        });
      }
      circuit.probing = halfOpen;
      try {
        const result = await attempt();
        circuits.delete(key);
        return result;
      } catch (error) {
        if (error instanceof AppError && REFUSALS.has(error.code)) refuse(circuit, error);
        if (error instanceof AppError && ABOUT_THE_ITEM.has(error.code)) circuits.delete(key);
        throw error;
      } finally {
        circuit.probing = false;
      }
    },
    state(key) {
      const circuit = circuits.get(key);
      const open = circuit !== undefined && circuit.openUntil > clock.monotonic();
      return { open, retryAfterSeconds: open ? secondsLeft(circuit) : 0 };
    },
  };
}
