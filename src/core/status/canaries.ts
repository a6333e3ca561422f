// Looks at links of the operator's own every quarter of an hour, so that trouble with a platform is known before visitors meet it.
import { codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Engine } from '../inspecting/ports.ts';
import type { Alarms } from './alarms.ts';

/** How often each link is looked at. */
export const CANARY_EVERY_MS = 15 * 60_000;
const KEPT_MS = 24 * 3_600_000;
/** A result older than this says nothing about now: two looks have been missed. */
const FRESH_MS = 2.5 * CANARY_EVERY_MS;
const FIRST_AFTER_MS = 5000;
const LOOK_FOR_LINKS_MS = 30_000;
const ALARM_AFTER = 2;

/** Our own workers were taken or not there: the platform was never asked. */
const SAYS_NOTHING: ReadonlySet<ErrorCode | 'ok'> = new Set([
  'server_busy',
  'engine_unavailable',
  'cancelled',
]);

/** One look: when it ended (epoch milliseconds), what came of it, and how long it took in milliseconds. */
export type CanaryResult = {
  readonly at: number;
  readonly code: ErrorCode | 'ok';
  readonly ms: number;
};

/** A link with its looks of the last day, the oldest first. */
export type Canary = { readonly link: Link; readonly results: readonly CanaryResult[] };

/** What one look through a given engine came to. */
export type CanaryRun = {
  readonly platform: PlatformId;
  readonly code: CanaryResult['code'];
  readonly ms: number;
};

/** The canaries of this process. Their looks are no visitor's attempts and are not counted with those. */
export type Canaries = {
  /** Looks at every link once, one after the other, through `engine`; nothing of it is kept. Rejects with the signal's reason. */
  readonly runAll: (engine: Engine, signal: AbortSignal) => Promise<readonly CanaryRun[]>;
  readonly list: () => readonly Canary[];
  /** The platform's fresh results in one: whether any of its links worked, and when that was last seen. Null when nothing is known. */
  readonly lastOf: (platform: PlatformId) => { readonly ok: boolean; readonly at: number } | null;
  readonly begin: () => void;
  readonly close: () => Promise<void>;
};

type Memory = { readonly link: Link; results: CanaryResult[]; worked: boolean; failures: number };

/**
 * Makes them. `links` is asked anew before each look. Links of platforms that are `isOff` are passed over; while
 * `isPaused` the platform is not asked either, and that is a failure: it refuses this server.
 */
export function createCanaries(needs: {
  readonly engine: Engine;
  readonly links: () => readonly Link[];
  readonly isOff: (platform: PlatformId) => boolean;
  readonly isPaused: (platform: PlatformId) => boolean;
  readonly clock: Clock;
  readonly alarms: Alarms;
  readonly warn: (message: string, cause: unknown) => void;
}): Canaries {
  const { clock } = needs;
  const memories = new Map<string, Memory>();
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  let callOff: () => void = () => undefined;
  let turn = 0;

  const links = () => needs.links().filter(({ platform }) => !needs.isOff(platform));

  const look = async (engine: Engine, link: Link, signal: AbortSignal): Promise<CanaryRun> => {
    const startedAt = clock.monotonic();
    const { platform } = link;
    let code: CanaryRun['code'] = 'ok';
    try {
      await engine.inspect({ ...link, hints: {} }, signal);
    } catch (error) {
      signal.throwIfAborted();
      code = codeOf(error);
    }
    return { platform, code, ms: Math.round(clock.monotonic() - startedAt) };
  };

  const remember = ({ link, ...run }: CanaryRun & { readonly link: Link }) => {
    const memory = memories.get(link.address) ?? {
      link,
      results: [],
      worked: false,
      failures: 0,
    };
    memories.set(link.address, memory);
    const { code, ms } = run;
    memory.results = [...fresh(memory, KEPT_MS), { at: clock.now(), code, ms }];
    if (SAYS_NOTHING.has(code)) return;
    memory.failures = code === 'ok' ? 0 : memory.failures + 1;
    if (code === 'ok') memory.worked = true;
    if (!memory.worked || memory.failures < ALARM_AFTER) return;
    memory.worked = false;
    needs.alarms.raise({ kind: 'canary_failed', details: { platform: link.platform, code } });
  };

  const fresh = ({ results }: Memory, withinMs: number) =>
    results.filter(({ at }) => at > clock.now() - withinMs);

  const lookAtNext = async (all: readonly Link[]) => {
    const link = all[turn % all.length];
    turn = (turn + 1) % all.length;
    if (!link) return;
    const { platform } = link;
    const run = needs.isPaused(platform)
      ? { platform, code: 'platform_paused' as const, ms: 0 }
      : await look(needs.engine, link, ending.signal);
    const isWanted = needs.links().some(({ address }) => address === link.address);
    if (isWanted) remember({ link, ...run });
  };

  /** Forgets links that are no longer looked at. */
  const forget = () => {
    const wanted = new Set(needs.links().map(({ address }) => address));
    for (const address of memories.keys()) if (!wanted.has(address)) memories.delete(address);
  };

  const wait = (delayMs: number) => {
    if (!ending.signal.aborted) callOff = clock.after(delayMs, next);
  };

  const next = () => {
    forget();
    const all = links();
    if (all.length === 0) return wait(LOOK_FOR_LINKS_MS);
    const startedAt = clock.monotonic();
    running = lookAtNext(all)
      .catch((cause: unknown) => {
        if (!ending.signal.aborted) needs.warn('a canary could not be run', cause);
      })
      .then(() => {
        running = null;
        wait(Math.max(0, CANARY_EVERY_MS / all.length - (clock.monotonic() - startedAt)));
      });
  };

  return {
    async runAll(engine, signal) {
      const runs: CanaryRun[] = [];
      for (const link of links()) runs.push(await look(engine, link, signal));
      signal.throwIfAborted();
      return runs;
    },
    list: () =>
      needs.links().map((link) => {
        const memory = memories.get(link.address);
        return { link, results: memory ? fresh(memory, KEPT_MS) : [] };
      }),
    lastOf(platform) {
      const last = [...memories.values()]
        .filter(({ link }) => link.platform === platform)
        .flatMap((memory) =>
          fresh(memory, FRESH_MS)
            .filter(({ code }) => !SAYS_NOTHING.has(code))
            .slice(-1),
        );
      const good = last.filter(({ code }) => code === 'ok');
      const telling = good.length > 0 ? good : last;
      if (telling.length === 0) return null;
      return { ok: good.length > 0, at: Math.max(...telling.map(({ at }) => at)) };
    },
    begin: () => wait(FIRST_AFTER_MS),
    async close() {
      callOff();
      ending.abort();
      await running;
    },
  };
}
