// Circuits that the servers with one egress share: when a platform refuses one of them, all of them pause.
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import type { Clock } from '../../async/clock.ts';
import { type Signals, type Topic, topic } from '../../async/signals.ts';
import type { Circuit, Circuits } from '../ports.ts';
import { breakerKey, CLOSED, filesKey, LONGEST_PAUSE_MS } from './breaker.ts';

/** For how long the others wait for the attempt of one server; it may have ended without a word. */
const PROBE_MS = 60_000;

/** A circuit as other servers read it. `openUntil` is in epoch milliseconds. */
type Told = Omit<Circuit, 'openUntilMs'> & { readonly openUntil: number };

/** What they need. `own` are the circuits of this process. */
export type SharedCircuitsNeeds = {
  readonly own: Circuits;
  readonly signals: Signals;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly egresses: readonly string[];
  readonly platforms: readonly PlatformId[];
};

/**
 * Creates the port, and its end. Only changes are told, so that an inspection that succeeds costs nothing. While signals
 * cannot be delivered, each server goes by what it meets itself.
 */
export function createSharedCircuits(needs: SharedCircuitsNeeds): Circuits & {
  /** Reads those of these egresses as well. */
  readonly follow: (egresses: readonly string[]) => void;
  readonly close: () => void;
} {
  const { own, signals, clock, platforms } = needs;
  const tell = (key: string, circuit: Circuit) => {
    const before = own.get(key);
    if (isSame(before ?? CLOSED, circuit)) return;
    const openForMs = Math.max(0, circuit.openUntilMs - clock.monotonic());
    const { openUntilMs: _own, ...rest } = circuit;
    signals.publish(topicOf(key), { ...rest, openUntil: clock.now() + openForMs }, openForMs);
  };
  const hear = (key: string, { refusals, pauses, openUntil, isProbing }: Told) => {
    // A worker that was taken over may send anything.
    const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
    if (!isCount(refusals) || !isCount(pauses) || !Number.isFinite(openUntil)) return;
    const waitMs = isProbing ? PROBE_MS : Math.min(LONGEST_PAUSE_MS, openUntil - clock.now());
    const openUntilMs = clock.monotonic() + waitMs;
    own.set(key, { refusals, pauses, openUntilMs, isProbing: false });
  };
  const stops = new Map<string, () => void>();
  const follow = (egresses: readonly string[]) => {
    const keys = platforms
      .flatMap((platform) => egresses.map((egress) => breakerKey(platform, egress)))
      .flatMap((key) => [key, filesKey(key)]);
    for (const key of keys)
      if (!stops.has(key))
        stops.set(
          key,
          signals.subscribe(topicOf(key), (told) => hear(key, told)),
        );
  };
  follow(needs.egresses);
  return {
    follow,
    get: (key) => own.get(key),
    // Told first: this process hears its own words as well, and knows better.
    set(key, circuit) {
      tell(key, circuit);
      own.set(key, circuit);
    },
    delete(key) {
      tell(key, CLOSED);
      own.delete(key);
    },
    close() {
      for (const stop of stops.values()) stop();
    },
  };
}

const topicOf = (key: string): Topic<Told> => topic(`circuit ${key}`);

function isSame(one: Circuit, other: Circuit): boolean {
  return (
    one.refusals === other.refusals &&
    one.pauses === other.pauses &&
    one.openUntilMs === other.openUntilMs &&
    one.isProbing === other.isProbing
  );
}
