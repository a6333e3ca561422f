// A circuit breaker: stops requests to a platform that refuses this server, and gives visitors the time to retry.
import { AppError, ERRORS } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Circuit, Circuits } from './ports.ts';

const TRIP_AFTER = 3;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** A closed circuit of which nothing is known. */
export const CLOSED: Circuit = { refusals: 0, pauses: 0, openUntilMs: 0, isProbing: false };

/** The state of a circuit. */
export type BreakerState = { readonly open: boolean; readonly retryAfterSeconds: number };

/** The key of a platform as reached by an egress. */
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
 * Creates a breaker. A circuit opens after three refusals in a row: for a minute at first, twice as long each time up to
 * fifteen minutes, or for as long as the platform asked for. Then a single attempt decides whether it closes.
 */
export function createBreaker(clock: Clock, circuits: Circuits): Breaker {
  return {
    guard: (key, attempt) => guard(clock, circuits, key, attempt),
    state(key) {
      const circuit = circuits.get(key);
      const open = circuit !== undefined && circuit.openUntilMs > clock.monotonic();
      return { open, retryAfterSeconds: open ? secondsLeft(clock, circuit) : 0 };
    },
  };
}

async function guard<T>(
  clock: Clock,
  circuits: Circuits,
  key: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const circuit = circuits.get(key) ?? CLOSED;
  const isHalfOpen = circuit.pauses > 0;
  if (isHalfOpen && (circuit.isProbing || circuit.openUntilMs > clock.monotonic())) {
    const retryAfterSeconds = secondsLeft(clock, circuit);
    throw new AppError('platform_paused', { params: { retryAfterSeconds } });
  }
  circuits.set(key, { ...circuit, isProbing: isHalfOpen });
  try {
    const result = await attempt();
    circuits.delete(key);
    return result;
  } catch (error) {
    const now = { ...(circuits.get(key) ?? CLOSED), isProbing: false };
    if (error instanceof AppError && ERRORS[error.code].refusesServer)
      circuits.set(key, afterRefusal(now, error, clock));
    // A platform that answers about an item does not refuse the server.
    else if (error instanceof AppError && ERRORS[error.code].cause === 'item') circuits.delete(key);
    else circuits.set(key, now);
    throw error;
  }
}

function afterRefusal(circuit: Circuit, error: AppError, clock: Clock): Circuit {
  const refusals = circuit.refusals + 1;
  const { pauses } = circuit;
  if (refusals < TRIP_AFTER && pauses === 0) return { ...circuit, refusals };
  const askedMs = Number(error.params['retryAfterSeconds'] ?? 0) * 1000;
  const pauseMs = Math.max(askedMs, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses));
  const openUntilMs = clock.monotonic() + pauseMs;
  return { ...circuit, refusals: 0, pauses: pauses + 1, openUntilMs };
}

function secondsLeft(clock: Clock, { openUntilMs }: Circuit): number {
  return Math.max(1, Math.ceil((openUntilMs - clock.monotonic()) / 1000));
}
