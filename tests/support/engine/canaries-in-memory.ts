// Canaries on a scripted engine and a manual clock, for tests of their order and alarms.
import { vi } from 'vitest';
import { createDuties } from '../../../src/adapters/clock/duties.ts';
import { createMemoryCircuits } from '../../../src/adapters/memory/circuits.ts';
import { createMemorySignals } from '../../../src/adapters/memory/signals.ts';
import { leaderDuties } from '../../../src/core/async/leader-duties.ts';
import { createBreaker } from '../../../src/core/inspecting/egress/breaker.ts';
import { createEgresses } from '../../../src/core/inspecting/egress/egresses.ts';
import type { Engine } from '../../../src/core/inspecting/ports.ts';
import type { Alarm } from '../../../src/core/status/alarms.ts';
import { createCanaries } from '../../../src/core/status/canaries.ts';
import { readCanaryLink } from '../../../src/core/status/canary-links.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { PlatformId } from '../../../src/shared/platforms/platform.ts';
import { createManualClock } from '../run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../run/slow-machine-timeout.ts';
import { createScriptedEngine } from './scripted-engine.ts';

/** Links of canaries. */
export const YOUTUBE = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
export const OTHER = 'https://www.youtube.com/watch?v=bbbbbbbbbbb';
export const TIKTOK = 'https://www.tiktok.com/@_/video/7512345678901234501';
/** The clock's first time. */
export const START = 1_000_000_000_000;

/** Canaries on a scripted engine, by these egresses; inspections take no time on the clock. */
export function makeCanaries(
  texts: readonly string[],
  clock = createManualClock(START),
  signals = createMemorySignals(clock),
  by: readonly string[] = ['direct'],
) {
  const script = createScriptedEngine();
  const alarms: Alarm[] = [];
  const warnings: unknown[] = [];
  const warn = (_: string, cause: unknown) => void warnings.push(cause);
  const world = {
    links: texts.flatMap((text) => readCanaryLink(text) ?? []),
    off: new Set<PlatformId>(),
    paused: new Set<PlatformId>(),
    /** Egresses that are refused. */
    refused: new Set<string>(),
    leads: true,
  };
  const breaker = createBreaker(clock, createMemoryCircuits());
  const usedBy: string[] = [];
  const engine: Engine = {
    ...script.engine,
    async inspect(link, signal, egress = 'direct') {
      usedBy.push(egress);
      if (world.refused.has(egress)) throw new AppError('bot_check');
      return script.engine.inspect(link, signal);
    },
  };
  const canaries = createCanaries({
    engine,
    links: () => world.links,
    isOff: (platform) => world.off.has(platform),
    breaker: {
      ...breaker,
      state(key) {
        const isPaused = [...world.paused].some((platform) => key.startsWith(platform));
        return isPaused ? { ...breaker.state(key), open: true } : breaker.state(key);
      },
    },
    egresses: createEgresses({
      egresses: () => by.map((id) => ({ id, platforms: null, perHour: null })),
      breaker,
      clock,
    }),
    group: by.join('+'),
    clock,
    duties: leaderDuties(createDuties({ warn, after: clock.after }), () => world.leads),
    signals,
    alarms: { raise: (alarm) => void alarms.push(alarm) },
    warn,
  });
  /** Advances the clock, and waits for each run that comes due. */
  const pass = async (ms: number) => {
    for (const until = clock.monotonic() + ms; clock.monotonic() < until; ) {
      clock.advance(Math.min(5000, until - clock.monotonic()));
      await vi.waitUntil(() => clock.pending() > 0, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
    }
  };
  return { canaries, clock, alarms, warnings, world, pass, usedBy, breaker, ...script };
}

/** How the runs of each link ended. */
export const codesOf = ({ canaries }: ReturnType<typeof makeCanaries>) =>
  canaries.list().map(({ results }) => results.map(({ code }) => code));
