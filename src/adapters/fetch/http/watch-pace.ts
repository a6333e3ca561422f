// Enforces timeouts and a minimum rate of a request: connection, headers, bytes. Uses the injected clock.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';

/** Timeouts of a request. The egress proxy limits the steps of a connection (10 s to connect, 10 s for TLS). */
const CONNECT_MS = 20_000;
const HEAD_MS = 10_000;
const IDLE_MS = 30_000;
/** The rate is measured over this window, in this many steps. */
export const RATE_MS = 60_000;
const TURN_MS = 5_000;
/** Below this rate over a minute, all connections together, a part fails. */
export const MIN_BYTES_PER_SECOND = 16 * 1024;

export type PaceWatch = {
  readonly asked: () => void;
  readonly answered: () => void;
  readonly came: (bytes: number) => void;
  /** While the disk is slower than the origin, the rate does not count. */
  readonly held: (isHeld: boolean) => void;
  readonly stop: () => void;
};

/**
 * Starts with the request. `tooSlow` is called at most once, `isDripping` for a rate below the minimum; `leastBytesPerSecond` returns this connection's share of
 * the minimum.
 */
export function watchPace(options: {
  readonly clock: Clock;
  readonly leastBytesPerSecond: () => number;
  readonly tooSlow: (error: AppError, isDripping: boolean) => void;
}): PaceWatch {
  const { clock, leastBytesPerSecond, tooSlow } = options;
  let stage: { name: string; limitMs: number } = { name: 'a connection', limitMs: CONNECT_MS };
  let sinceMs = clock.monotonic();
  let isHeld = false;
  let turns: number[] = [];
  let turnBytes = 0;
  let turnAtMs = Number.POSITIVE_INFINITY;
  let callOff = clock.after(CONNECT_MS, check);

  function enter(name: string, limitMs: number): void {
    stage = { name, limitMs };
    sinceMs = clock.monotonic();
    arm();
  }

  function arm(): void {
    callOff();
    const dueMs = Math.min(sinceMs + stage.limitMs, turnAtMs);
    callOff = clock.after(Math.max(0, dueMs - clock.monotonic()), check);
  }

  function check(): void {
    const nowMs = clock.monotonic();
    if (isHeld) sinceMs = nowMs;
    if (nowMs - sinceMs >= stage.limitMs) {
      tooSlow(new AppError('timeout', { detail: `waited too long for ${stage.name}` }), false);
      return;
    }
    if (nowMs >= turnAtMs && isDripping()) {
      tooSlow(new AppError('timeout', { detail: 'fewer bytes than worth waiting for' }), true);
      return;
    }
    arm();
  }

  /** Ends a step; true when the last minute was too slow. */
  function isDripping(): boolean {
    turnAtMs += TURN_MS;
    turns.push(turnBytes);
    turnBytes = 0;
    if (isHeld) turns = [];
    if (turns.length > RATE_MS / TURN_MS) turns.shift();
    if (turns.length < RATE_MS / TURN_MS) return false;
    const bytes = turns.reduce((sum, each) => sum + each, 0);
    return bytes < (leastBytesPerSecond() * RATE_MS) / 1000;
  }

  return {
    asked: () => enter('an answer', HEAD_MS),
    answered: () => {
      turnAtMs = clock.monotonic() + TURN_MS;
      enter('bytes', IDLE_MS);
    },
    came: (bytes) => {
      sinceMs = clock.monotonic();
      turnBytes += bytes;
    },
    held: (held) => {
      isHeld = held;
      sinceMs = clock.monotonic();
    },
    stop: () => callOff(),
  };
}
