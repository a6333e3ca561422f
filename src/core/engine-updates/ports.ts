// The doors in core's walls for updates of the engine: where versions come from, and who runs them.
import type { UpdateObstacle } from '../../shared/engine.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import type { Engine } from '../inspecting/ports.ts';

/** A complete engine on this machine. `id` tells folders apart that hold the same version. */
export type InstalledEngine = {
  readonly id: string;
  /** As `readEngineVersion` gives it. */
  readonly version: string;
  /** Where it came from, such as `pip`. */
  readonly source: string;
};

/** What an engine that runs can do. */
export type EngineFacts = {
  readonly version: string;
  /** Extractors that the product needs and this engine does not have. */
  readonly missing: readonly string[];
  readonly hasSolver: boolean;
  readonly hasJsRuntime: boolean;
  readonly canImpersonate: boolean;
};

/** Where versions come from and where they lie. */
export type EngineReleases = {
  /** Why nothing can be updated here, or null. */
  readonly obstacle: Exclude<UpdateObstacle, 'switched_off'> | null;
  /** The newest version that the index has. Throws AppError `origin_unreachable`. */
  readonly newest: (signal: AbortSignal) => Promise<string>;
  /** Installs into a folder of its own, or not at all. Throws AppError: `server_full` (no room), `engine_unavailable`. */
  readonly install: (version: string, signal: AbortSignal) => Promise<InstalledEngine>;
  /** Every complete engine there is, in no order. */
  readonly installed: () => Promise<readonly InstalledEngine[]>;
  /** The one that the next start of the server takes; null when that is none of the installed ones. */
  readonly chosen: () => Promise<InstalledEngine | null>;
  /** Makes the next start of the server take this one. */
  readonly choose: (engine: InstalledEngine) => Promise<void>;
  readonly remove: (engine: InstalledEngine) => Promise<void>;
};

/** An engine that was started beside the one in use. */
export type EngineTrial = {
  readonly engine: Engine;
  readonly facts: EngineFacts;
  /**
   * From now on it is the one in use. The one before finishes what it has, within its own deadline; fulfilled when
   * nothing of that one is left.
   */
  readonly takeOver: () => Promise<void>;
  /** Ends it; not after `takeOver`. */
  readonly close: () => Promise<void>;
};

/** Who runs engines. */
export type EngineHost = {
  /** The one in use. */
  readonly current: () => InstalledEngine;
  /** Always the one in use at the moment of a call. */
  readonly engine: Engine;
  /** What the one in use can do; null while it does not run. */
  readonly facts: () => EngineFacts | null;
  /** Ids of all engines that run, those that finish their last work included. */
  readonly running: () => ReadonlySet<string>;
  /** Starts one and has a worker of it answer once, without network. Throws AppError `engine_unavailable`, or the signal's reason. */
  readonly start: (engine: InstalledEngine, signal: AbortSignal) => Promise<EngineTrial>;
};

/** How one look at a link ended, and with which engine (`InstalledEngine.id`). */
export type EngineAttempt = {
  readonly engineId: string;
  readonly link: Link;
  readonly code: ErrorCode | 'ok';
};

/** How one link of an operator's list fared; links come in the same order each time. */
export type CanaryOutcome = { readonly platform: PlatformId; readonly code: ErrorCode | 'ok' };
