// The state of changes that survives a restart, in the setting `engine`: the pin, refused versions, what was before, the log.
import pLimit from 'p-limit';
import {
  REFUSAL_REASONS,
  REVERSIBLE_KINDS,
  type RefusalReason,
  type ReversibleKind,
  readEngineVersion,
} from '../../shared/engine.ts';
import { AppError } from '../../shared/errors.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import type { Settings } from '../settings/ports.ts';
import type { Alarm } from '../status/alarms.ts';
import type { InstalledEngine, Libraries, VersionBeyond } from './ports.ts';
import {
  type ChangeEntry,
  listOf,
  NO_SETUP,
  readChanges,
  readSetupMemory,
  recordOf,
  type SetupMemory,
  timeOf,
} from './setup/setup-memory.ts';

/** A version or, if it names `libraries`, the version in use with these instead of its own. */
export type EngineBuild = { readonly version: string; readonly libraries: Libraries };

/** A build that is not adopted automatically again. Times are epoch milliseconds. */
export type RefusedEngine = EngineBuild & {
  readonly reason: RefusalReason;
  /** The platforms whose canaries failed. */
  readonly platforms: readonly PlatformId[];
  readonly at: number;
};

/** What is stored of changes. */
export type EngineMemory = {
  readonly pinned: string | null;
  /** Newest first. */
  readonly refused: readonly RefusedEngine[];
  /** The engine used before the current one; `id` is that of the server which switched, null in what older releases stored. */
  readonly previous: { readonly version: string; readonly id: string | null } | null;
  /** What was switched to last, and when. */
  readonly switched: (EngineBuild & { readonly at: number }) | null;
  /** The end of the current probation; null when there is none. */
  readonly watchUntil: number | null;
  /** What the last probation was about. */
  readonly watched: ReversibleKind;
  readonly newest: { readonly version: string; readonly at: number } | null;
  readonly beyond: VersionBeyond | null;
  /** Newer libraries for the engine `id`. */
  readonly renewal: { readonly id: string; readonly libraries: Libraries } | null;
  /** The version that was last announced to operators. */
  readonly told: string | null;
  readonly setup: SetupMemory;
  /** Accounts that were tried, newest first, and why they are not used. */
  readonly accounts: readonly { readonly mark: string; readonly reason: RefusalReason | null }[];
  /** The log, newest first. */
  readonly changes: readonly ChangeEntry[];
};

export const NO_MEMORY: EngineMemory = {
  pinned: null,
  refused: [],
  previous: null,
  switched: null,
  watchUntil: null,
  watched: 'engine',
  newest: null,
  beyond: null,
  renewal: null,
  told: null,
  setup: NO_SETUP,
  accounts: [],
  changes: [],
};

const MAX_REFUSED = 20;
const MAX_LIBRARIES = 40;
const MAX_ACCOUNTS = 400;

/** Reads a value of any release; fields that cannot be read have their initial values. */
export function readEngineMemory(value: unknown): EngineMemory {
  const given = recordOf(value);
  return {
    pinned: versionOf(given['pinned']),
    refused: listOf(given['refused']).flatMap(readRefused).slice(0, MAX_REFUSED),
    previous: previousOf(given['previous']),
    switched: buildAt(given['switched']),
    watchUntil: timeOf(given['watchUntil']),
    watched: REVERSIBLE_KINDS.find((one) => one === given['watched']) ?? 'engine',
    newest: versionAt(given['newest']),
    beyond: beyondOf(given['beyond']),
    renewal: renewalOf(given['renewal']),
    told: versionOf(given['told']),
    setup: readSetupMemory(given['setup']),
    accounts: listOf(given['accounts']).flatMap(readAccount).slice(0, MAX_ACCOUNTS),
    changes: readChanges(given['changes']),
  };
}

/** Whether two builds are the same. */
export function isSameBuild(a: EngineBuild, b: EngineBuild): boolean {
  const textOf = ({ version, libraries }: EngineBuild) =>
    JSON.stringify([version, Object.entries(libraries).sort()]);
  return textOf(a) === textOf(b);
}

/** What alarms say of a build. */
export function detailsOf({ version, libraries }: EngineBuild): Alarm['details'] {
  const names = Object.entries(libraries).map((library) => library.join(' '));
  return { version, ...(names.length > 0 && { libraries: names.join(', ') }) };
}

/** The name of a build in the log of changes. */
export function nameOf(build: EngineBuild): string {
  return Object.values(detailsOf(build)).join(' with ');
}

/** The refusal of a build; without libraries, of a version. */
export function refusalOf(
  { refused }: EngineMemory,
  version: string,
  libraries: Libraries = {},
): RefusedEngine | undefined {
  return refused.find((one) => isSameBuild(one, { version, libraries }));
}

/** The engine that `previous` names here: by its id, or else by its version, for ids of other servers are not known here. */
export function findPrevious(
  { previous }: EngineMemory,
  installed: readonly InstalledEngine[],
  currentId: string,
): InstalledEngine | null {
  const found = installed.filter(
    ({ id, version }) => version === previous?.version && id !== currentId,
  );
  return found.find(({ id }) => id === previous?.id) ?? found[0] ?? null;
}

/** Adds a refused build, in place of an earlier entry for the same build. */
export function withRefused(memory: EngineMemory, one: RefusedEngine): EngineMemory {
  const others = memory.refused.filter((other) => !isSameBuild(other, one));
  return { ...memory, refused: [one, ...others].slice(0, MAX_REFUSED) };
}

type Change = (memory: EngineMemory) => EngineMemory;

/** The state in memory, written to the settings with each change. */
export type EngineMemoryStore = {
  readonly now: () => EngineMemory;
  /** Reads what other servers on the same database wrote. */
  readonly refresh: () => Promise<void>;
  /**
   * Applies a change in memory at once, and to the stored value, including what other servers wrote there. Rejects when it
   * could not be stored; then it holds until the next `refresh`, and is stored together with a later change.
   */
  readonly change: (change: Change) => Promise<void>;
  /** As `change`, but logs a failure instead of rejecting. */
  readonly remember: (change: Change) => Promise<void>;
};

/** Attempts to write a change that conflicts with another server's. */
const MAX_ATTEMPTS = 10;
const RETRY_AFTER_SECONDS = 5;

/** Creates the store, empty until the first `refresh`. Changes are written one after the other. */
export function createEngineMemoryStore(
  settings: Pick<Settings, 'read' | 'replace'>,
  warn: (message: string, cause: unknown) => void,
): EngineMemoryStore {
  const inTurn = pLimit(1);
  let memory = NO_MEMORY;
  /** Changes that are applied and not stored yet, oldest first. */
  let unkept: { readonly how: Change; hasFailed: boolean }[] = [];
  const withUnkept = (kept: EngineMemory) => unkept.reduce((now, { how }) => how(now), kept);

  const write = async () => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
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

  const change: EngineMemoryStore['change'] = (how) => {
    const one = { how, hasFailed: false };
    memory = how(memory);
    unkept.push(one);
    return inTurn(async () => {
      // The write of an earlier change may have stored it too.
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
  const named = buildAt(given);
  const known = REFUSAL_REASONS.find((one) => one === reason);
  if (!named || !known) return [];
  const read = listOf(platforms).flatMap(
    (name) => PLATFORM_IDS.find((platform) => platform === name) ?? [],
  );
  return [{ ...named, reason: known, platforms: read }];
}

function readAccount(value: unknown): EngineMemory['accounts'][number][] {
  const { mark, reason } = recordOf(value);
  if (typeof mark !== 'string' || mark.length > 100) return [];
  return [{ mark, reason: REFUSAL_REASONS.find((one) => one === reason) ?? null }];
}

function beyondOf(value: unknown): VersionBeyond | null {
  const { version, needs, has } = recordOf(value);
  const known = versionOf(version);
  const isPython = (text: unknown) => typeof text === 'string' && /^\d{1,2}\.\d{1,3}$/.test(text);
  if (known === null || !isPython(needs) || !isPython(has)) return null;
  return { version: known, needs: String(needs), has: String(has) };
}

function versionAt(value: unknown): { version: string; at: number } | null {
  const { version, at } = recordOf(value);
  const [known, time] = [versionOf(version), timeOf(at)];
  return known === null || time === null ? null : { version: known, at: time };
}

function buildAt(value: unknown): (EngineBuild & { at: number }) | null {
  const named = versionAt(value);
  return named && { ...named, libraries: librariesOf(recordOf(value)['libraries']) };
}

/** Older releases stored the version alone. */
function previousOf(value: unknown): EngineMemory['previous'] {
  const { version, id } =
    typeof value === 'string' ? { version: value, id: null } : recordOf(value);
  const known = versionOf(version);
  return known === null ? null : { version: known, id: typeof id === 'string' ? id : null };
}

function renewalOf(value: unknown): EngineMemory['renewal'] {
  const { id, libraries } = recordOf(value);
  return typeof id === 'string' ? { id, libraries: librariesOf(libraries) } : null;
}

function librariesOf(value: unknown): Libraries {
  const isLibrary = (entry: [string, unknown]): entry is [string, string] =>
    entry.every((text) => typeof text === 'string' && /^[\w.+!-]{1,60}$/.test(text));
  return Object.fromEntries(
    Object.entries(recordOf(value)).filter(isLibrary).slice(0, MAX_LIBRARIES),
  );
}

const versionOf = (value: unknown) => (typeof value === 'string' ? readEngineVersion(value) : null);
