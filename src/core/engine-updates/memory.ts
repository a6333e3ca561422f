// What is remembered of engine updates over a restart: the pin, refused versions, the way back; in the setting `engine`.
import pLimit from 'p-limit';
import { REFUSAL_REASONS, type RefusalReason, readEngineVersion } from '../../shared/engine.ts';
import { AppError } from '../../shared/errors.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import type { Settings } from '../settings/ports.ts';

/** A version that is not tried again by itself. Times are epoch milliseconds. */
export type RefusedEngine = {
  readonly version: string;
  readonly reason: RefusalReason;
  /** Whose canaries failed. */
  readonly platforms: readonly PlatformId[];
  readonly at: number;
};

/** Everything that is remembered. */
export type EngineMemory = {
  readonly pinned: string | null;
  /** The newest first. */
  readonly refused: readonly RefusedEngine[];
  /** The version before the one in use. */
  readonly previous: string | null;
  /** The last version that took over, and when. */
  readonly switched: { readonly version: string; readonly at: number } | null;
  /** Until when the one in use is watched; null when it is not. */
  readonly watchUntil: number | null;
  readonly newest: { readonly version: string; readonly at: number } | null;
  /** The version that operators were told of last. */
  readonly told: string | null;
};

/** Nothing has happened yet. */
export const NO_MEMORY: EngineMemory = {
  pinned: null,
  refused: [],
  previous: null,
  switched: null,
  watchUntil: null,
  newest: null,
  told: null,
};

const MAX_REFUSED = 20;

/** Reads whatever an earlier release wrote; what cannot be read is as if it had never been. */
export function readEngineMemory(value: unknown): EngineMemory {
  const given = recordOf(value);
  return {
    pinned: versionOf(given['pinned']),
    refused: listOf(given['refused']).flatMap(readRefused).slice(0, MAX_REFUSED),
    previous: versionOf(given['previous']),
    switched: versionAt(given['switched']),
    watchUntil: timeOf(given['watchUntil']),
    newest: versionAt(given['newest']),
    told: versionOf(given['told']),
  };
}

/** With a version refused; an older word about the same one is forgotten. */
export function withRefused(memory: EngineMemory, one: RefusedEngine): EngineMemory {
  const others = memory.refused.filter(({ version }) => version !== one.version);
  return { ...memory, refused: [one, ...others].slice(0, MAX_REFUSED) };
}

type Change = (memory: EngineMemory) => EngineMemory;

/** The memory at hand, kept in the settings with each change. */
export type KeptMemory = {
  readonly now: () => EngineMemory;
  /** Takes up what other servers on the same database wrote. */
  readonly refresh: () => Promise<void>;
  /**
   * The change holds at once, and is made to what is kept, whatever other servers wrote there. Rejected when it could not be
   * kept; it then holds until the next `refresh`, and is kept together with a later one.
   */
  readonly change: (change: Change) => Promise<void>;
  /** As `change`, for what must go on all the same: a failure is only warned of. */
  readonly remember: (change: Change) => Promise<void>;
};

/** How often another server may be quicker before a change is given up. */
const MAX_TRIES = 10;
const RETRY_AFTER_SECONDS = 5;

/** Empty until the first `refresh`. Changes are written one after the other. */
export function keepEngineMemory(
  settings: Pick<Settings, 'read' | 'replace'>,
  warn: (message: string, cause: unknown) => void,
): KeptMemory {
  const inTurn = pLimit(1);
  let memory = NO_MEMORY;
  /** Changes that hold and are not kept yet, the oldest first. */
  let unkept: { readonly how: Change; hasFailed: boolean }[] = [];
  const withUnkept = (kept: EngineMemory) => unkept.reduce((now, { how }) => how(now), kept);

  const write = async () => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const kept = await settings.read('engine');
      const count = unkept.length;
      const wanted = withUnkept(readEngineMemory(kept));
      if (!(await settings.replace('engine', kept, wanted))) continue;
      unkept = unkept.slice(count);
      memory = withUnkept(wanted);
      return;
    }
    throw new AppError('server_busy', { params: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
  };

  const change: KeptMemory['change'] = (how) => {
    const one = { how, hasFailed: false };
    memory = how(memory);
    unkept.push(one);
    return inTurn(async () => {
      // An earlier one may have taken it along.
      if (!unkept.includes(one)) return;
      await write().catch((error: unknown) => {
        one.hasFailed = true;
        throw error;
      });
    });
  };

  return {
    now: () => memory,
    refresh: () =>
      inTurn(async () => {
        const kept = readEngineMemory(await settings.read('engine'));
        unkept = unkept.filter(({ hasFailed }) => !hasFailed);
        memory = withUnkept(kept);
      }),
    change,
    remember: (how) =>
      change(how).catch((error: unknown) =>
        warn('the state of engine updates could not be kept', error),
      ),
  };
}

function readRefused(value: unknown): RefusedEngine[] {
  const { reason, platforms, ...given } = recordOf(value);
  const named = versionAt(given);
  const known = REFUSAL_REASONS.find((one) => one === reason);
  if (!named || !known) return [];
  const read = listOf(platforms).flatMap(
    (name) => PLATFORM_IDS.find((platform) => platform === name) ?? [],
  );
  return [{ ...named, reason: known, platforms: read }];
}

function versionAt(value: unknown): { version: string; at: number } | null {
  const { version, at } = recordOf(value);
  const [known, time] = [versionOf(version), timeOf(at)];
  return known === null || time === null ? null : { version: known, at: time };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const versionOf = (value: unknown) => (typeof value === 'string' ? readEngineVersion(value) : null);
const timeOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
