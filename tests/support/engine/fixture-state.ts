// What tests of the order of updates may set and see, of engines in memory.
import type {
  EngineFacts,
  InstalledEngine,
  Libraries,
  SetupTexts,
  VersionBeyond,
} from '../../../src/core/engine-updates/ports.ts';
import type { AccountPort } from '../../../src/core/engine-updates/setup/account-trials.ts';
import type { EngineUpdates } from '../../../src/core/engine-updates/updates.ts';
import type { Alarm } from '../../../src/core/status/alarms.ts';
import type { UpdateMode, UpdateObstacle } from '../../../src/shared/engine.ts';
import type { PlatformId } from '../../../src/shared/platforms/platform.ts';
import type { ManualClock } from '../run/manual-clock.ts';

/** What a test may set, at any time. */
export type EnginesInMemory = {
  readonly clock: ManualClock;
  /** Null: the index cannot be reached. */
  newest: string | null;
  beyond: VersionBeyond | null;
  /** Newer libraries for the version in use; an engine that is installed has them. */
  renewals: Libraries;
  canaries: PlatformId[];
  /** Platforms whose canaries fail, by version, id, arguments, provider or egress. */
  failing: Record<string, readonly PlatformId[]>;
  /** The texts of the environment; an Error is thrown when they are read. */
  configured: SetupTexts | Error;
  /** Whether they are in files that may change; see `start`. */
  hasFiles: boolean;
  /** Egresses that cannot connect. */
  unreachable: readonly string[];
  /** Why the provider of tokens does not answer. */
  absent: string | null;
  /** Whether it has a worker's keys; read by `start`. */
  isWorker: boolean;
  /** Read by `start`. */
  accounts: AccountPort | null;
  /** Whether every platform is paused. */
  isPaused: boolean;
  readonly setup: () => SetupTexts;
  /** Whether every inspection fails, with any engine. */
  isPlatformDown: boolean;
  /** The version of each inspection, in order. */
  readonly looks: string[];
  /** Overrides of the facts of a version's engine; `null`: it does not start. */
  facts: Record<string, Partial<EngineFacts> | null>;
  /** What installing throws. */
  installError: Error | null;
  /** Whether the setting can be written. */
  canWrite: boolean;
  setting: unknown;
  chosen: string;
  readonly installed: Map<string, InstalledEngine>;
  /** Ids of engines that run. */
  readonly running: Set<string>;
  readonly installs: string[];
  readonly alarms: Alarm[];
  readonly warnings: string[];
  /** Installing waits for this while it is set. */
  gate: Promise<void> | null;
  /** Starts the server with the chosen engine; may be called again for a restart. */
  readonly start: (
    mode: UpdateMode,
    obstacle?: Exclude<UpdateObstacle, 'switched_off'> | null,
    fleet?: { readonly leads: () => boolean } | null,
  ) => Promise<EngineUpdates>;
  /** Records this outcome for so many different links with the engine in use. */
  readonly attempts: (
    updates: EngineUpdates,
    code: 'ok' | 'platform_changed',
    count: number,
    /** The version, arguments, provider or egress that fail; by default the version. */
    blamed?: string,
  ) => void;
};
