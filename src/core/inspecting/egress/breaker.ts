// A circuit breaker: stops requests to a platform that refuses this server, and gives visitors the time to retry.
import { AppError, codeOf, ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import type { Clock } from '../../async/clock.ts';
import { createExpiringMap, type ExpiringMap } from '../../async/expiring-map.ts';
import type { Circuit, Circuits } from '../ports.ts';

/** What refusals in a row weigh that open a circuit: three. */
const TRIPS_AT = 6;
const WEIGHT = 2;
/** Of files, if the platform says "later", so that two are enough: each may be of picture and sound, and lists have many. */
const WEIGHT_OF_LATER = 3;
/** For how long after its last refusal an item decides nothing more: it may be refused to everyone. */
const ITEM_MS = 3_600_000;
const MAX_ITEMS = 5000;
const FIRST_PAUSE_MS = 60_000;
/** No platform is paused for longer at once. */
export const LONGEST_PAUSE_MS = 15 * 60_000;
/** What an attempt takes that decides whether a circuit closes. */
const PROBE_SECONDS = 5;
/** A closed circuit of which nothing is known. */
export const CLOSED: Circuit = { refusals: 0, pauses: 0, openUntilMs: 0, isProbing: false };

/** What a platform refuses while its circuit is open: its posts, or their files alone. */
export type Refused = 'posts' | 'files';

/** The state of a circuit; `refused` is null while it is closed. */
export type BreakerState = {
  readonly open: boolean;
  readonly retryAfterSeconds: number;
  readonly refused: Refused | null;
};

/** The key of a platform as reached by an egress. */
export function breakerKey(platform: PlatformId, egress: string): string {
  return `${platform} ${egress}`;
}

/** The key of the circuit for the files of a platform, whose {@link breakerKey} is `key`. */
export function filesKey(key: string): string {
  return `${key} files`;
}

/** A circuit breaker per {@link breakerKey}. */
export type Breaker = {
  /**
   * Runs `attempt` unless the circuit for posts or that for files is open; then throws `platform_paused` with
   * `retryAfterSeconds`. An attempt that waits before it asks the platform calls `goOn` after that, which throws the same if
   * the circuit has opened meanwhile.
   */
  readonly guard: <T>(key: string, attempt: (goOn: () => void) => Promise<T>) => Promise<T>;
  /**
   * The same for the files of one `item`. `attempt` calls `onAnswer` when bytes arrive. Refusals of one item count once until it
   * is given, or was not refused for an hour: otherwise two links that are always refused could keep a platform paused. Such an
   * item is tried once a minute before the circuit closes. Where `mayBeRefused` is false, after "later" by another egress,
   * nothing is tried that was refused last.
   */
  readonly guardFiles: <T>(
    key: string,
    item: string,
    attempt: (onAnswer: () => void) => Promise<T>,
    mayBeRefused?: boolean,
  ) => Promise<T>;
  readonly state: (key: string) => BreakerState;
  /** Whether the pause of the circuit for posts is over, and its next attempt decides. */
  readonly awaitsProbe: (key: string) => boolean;
};

type State = {
  readonly clock: Clock;
  readonly circuits: Circuits;
  /** By {@link filesKey} and item, those that have been refused and not given since: until when (monotonic) each is left alone. */
  readonly refusedItems: ExpiringMap<number>;
};

/**
 * Creates a breaker. A circuit opens after three refusals in a row: for a minute at first, twice as long each time, or for as
 * long as the platform asked for, up to fifteen minutes. Then a single attempt decides whether it closes. Attempts that began
 * before it opened decide nothing.
 */
export function createBreaker(clock: Clock, circuits: Circuits): Breaker {
  const state: State = {
    clock,
    circuits,
    refusedItems: createExpiringMap({ clock, maxEntries: MAX_ITEMS }),
  };
  return {
    guard: (key, attempt) => guard(state, key, attempt),
    guardFiles: (...how) => guardFiles(state, ...how),
    awaitsProbe(key) {
      const { pauses, isProbing } = circuits.get(key) ?? CLOSED;
      return pauses > 0 && !isProbing && !isOpen(state, key);
    },
    state(key) {
      const refused = isOpen(state, key) ? 'posts' : isOpen(state, filesKey(key)) ? 'files' : null;
      if (!refused) return { open: false, retryAfterSeconds: 0, refused };
      const retryAfterSeconds = secondsLeft(state, refused === 'posts' ? key : filesKey(key));
      return { open: true, retryAfterSeconds, refused };
    },
  };
}

async function guard<T>(
  state: State,
  key: string,
  attempt: (goOn: () => void) => Promise<T>,
): Promise<T> {
  const refuseWithoutFiles = () => {
    if (isOpen(state, filesKey(key))) throw pausedError(state, filesKey(key));
  };
  refuseWithoutFiles();
  const isProbe = enter(state, key);
  try {
    const result = await attempt(() => {
      refuseWithoutFiles();
      if (!isProbe && isOpen(state, key)) throw pausedError(state, key);
    });
    closeAfterAnswer(state, key, isProbe);
    return result;
  } catch (error) {
    const code = codeOf(error);
    if (ERRORS[code].refusesServer) refuse(state, key, error, isProbe);
    else if (showsThatItAnswers(code)) closeAfterAnswer(state, key, isProbe);
    else if (isProbe) endProbe(state, key);
    throw error;
  }
}

async function guardFiles<T>(
  state: State,
  platformKey: string,
  item: string,
  attempt: (onAnswer: () => void) => Promise<T>,
  mayBeRefused = true,
): Promise<T> {
  const key = filesKey(platformKey);
  const itemKey = `${key} ${item}`;
  if (!mayBeRefused && state.circuits.get(key)) throw pausedError(state, key);
  refuseRestingItem(state, key, itemKey);
  const isProbe = enter(state, key);
  let hasAnswer = false;
  const onAnswer = () => {
    if (hasAnswer) return;
    hasAnswer = true;
    forgetRefusal(state, itemKey);
    closeAfterAnswer(state, key, isProbe);
  };
  try {
    const result = await attempt(onAnswer);
    onAnswer();
    return result;
  } catch (error) {
    const code = codeOf(error);
    if (hasAnswer) throw error;
    const isRefused = code === 'blocked' || ERRORS[code].refusesServer === true;
    const weight = code === 'rate_limited' ? WEIGHT_OF_LATER : WEIGHT;
    if (isRefused && isFirstRefusal(state, itemKey)) refuse(state, key, error, isProbe, weight);
    else if (isProbe) endProbe(state, key);
    throw error;
  }
}

/** Throws `platform_paused`, or says whether this attempt decides if the circuit closes. */
function enter(state: State, key: string): boolean {
  const circuit = state.circuits.get(key) ?? CLOSED;
  const isProbe = circuit.pauses > 0;
  if (isProbe && (circuit.isProbing || isOpen(state, key))) throw pausedError(state, key);
  if (isProbe) state.circuits.set(key, { ...circuit, isProbing: true });
  return isProbe;
}

function refuse(
  state: State,
  key: string,
  error: unknown,
  isProbe: boolean,
  weight = WEIGHT,
): void {
  const { circuits, clock } = state;
  const { refusals, pauses, openUntilMs, isProbing } = circuits.get(key) ?? CLOSED;
  const params = error instanceof AppError ? error.params : {};
  const askedMs = Math.min(LONGEST_PAUSE_MS, Number(params['retryAfterSeconds'] ?? 0) * 1000);
  const now = clock.monotonic();
  if (pauses > 0 && !isProbe) {
    const until = Math.max(openUntilMs, now + askedMs);
    if (until > openUntilMs && !isProbing)
      circuits.set(key, { refusals, pauses, openUntilMs: until, isProbing });
    return;
  }
  if (pauses === 0 && refusals + weight < TRIPS_AT) {
    circuits.set(key, { ...CLOSED, refusals: refusals + weight });
    return;
  }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses);
  circuits.set(key, {
    refusals: 0,
    pauses: pauses + 1,
    openUntilMs: now + Math.max(askedMs, pauseMs),
    isProbing: false,
  });
}

/** The platform has answered: its circuit closes, unless it opened while an attempt that decides nothing was running. */
function closeAfterAnswer({ circuits }: State, key: string, isProbe: boolean): void {
  if (!isProbe && (circuits.get(key)?.pauses ?? 0) > 0) return;
  circuits.delete(key);
}

function endProbe({ circuits }: State, key: string): void {
  circuits.set(key, { ...(circuits.get(key) ?? CLOSED), isProbing: false });
}

/** Notes the refusal. Whether the item was not refused before, for all that is known. */
function isFirstRefusal({ refusedItems, clock }: State, itemKey: string): boolean {
  const isFirst = refusedItems.get(itemKey) === null;
  refusedItems.put(itemKey, clock.monotonic() + FIRST_PAUSE_MS, clock.now() + ITEM_MS);
  return isFirst;
}

/** An item that many want must not ask the platform for each of them while its circuit waits for another answer. */
function refuseRestingItem(state: State, key: string, itemKey: string): void {
  const restMs = (state.refusedItems.get(itemKey) ?? 0) - state.clock.monotonic();
  const isWaiting = (state.circuits.get(key)?.pauses ?? 0) > 0 && !isOpen(state, key);
  if (isWaiting && restMs > 0)
    throw new AppError('platform_paused', {
      params: { retryAfterSeconds: Math.ceil(restMs / 1000) },
    });
}

function forgetRefusal({ refusedItems, clock }: State, itemKey: string): void {
  if (refusedItems.get(itemKey) !== null) refusedItems.put(itemKey, 0, clock.now());
}

/** An answer about an item, except for locked formats: a platform may lock those of a session that it distrusts. */
function showsThatItAnswers(code: ErrorCode): boolean {
  return ERRORS[code].cause === 'item' && code !== 'drm';
}

function isOpen({ circuits, clock }: State, key: string): boolean {
  return (circuits.get(key)?.openUntilMs ?? 0) > clock.monotonic();
}

function secondsLeft({ circuits, clock }: State, key: string): number {
  const { openUntilMs, isProbing } = circuits.get(key) ?? CLOSED;
  const least = isProbing ? PROBE_SECONDS : 1;
  return Math.max(least, Math.ceil((openUntilMs - clock.monotonic()) / 1000));
}

function pausedError(state: State, key: string): AppError {
  return new AppError('platform_paused', {
    params: { retryAfterSeconds: secondsLeft(state, key) },
  });
}
