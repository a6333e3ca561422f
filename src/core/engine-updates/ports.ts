// Ports for engine updates: where versions come from, and what runs them.
import type { UpdateObstacle } from '../../shared/engine.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import type { Engine } from '../inspecting/ports.ts';

/** A complete engine on this machine. `id` distinguishes folders with the same version. */
export type InstalledEngine = {
  readonly id: string;
  /** As `readEngineVersion` returns it. */
  readonly version: string;
  /** Where it came from, such as `pip`. */
  readonly source: string;
};

/** Capabilities of a running engine. */
export type EngineFacts = {
  readonly version: string;
  /** Extractors that the product needs and this engine does not have. */
  readonly missing: readonly string[];
  readonly hasSolver: boolean;
  readonly hasJsRuntime: boolean;
  readonly canImpersonate: boolean;
  /** Names and versions of the libraries that requests are made with. */
  readonly libraries: Readonly<Record<string, string>>;
  /** Those of them that yt-dlp itself calls unsupported. */
  readonly unsupported: readonly string[];
};

/** A version that the index has and this machine's Python is too old for; of Python as `3.12`. */
export type VersionBeyond = {
  readonly version: string;
  readonly needs: string;
  readonly has: string;
};

/** The index of versions, and the versions that are installed. */
export type EngineReleases = {
  /** Why updates are impossible here, or null. */
  readonly obstacle: Exclude<UpdateObstacle, 'switched_off'> | null;
  /** The newest version in the index. Throws AppError `origin_unreachable`. */
  readonly newest: (signal: AbortSignal) => Promise<string>;
  /** A version newer than this one that needs a newer Python, or null. Throws as `newest`. */
  readonly beyond: (newest: string, signal: AbortSignal) => Promise<VersionBeyond | null>;
  /** Installs into a new folder, completely or not at all. Throws AppError `server_full`, `engine_unavailable`. */
  readonly install: (version: string, signal: AbortSignal) => Promise<InstalledEngine>;
  /** All complete engines, in no particular order. */
  readonly installed: () => Promise<readonly InstalledEngine[]>;
  /** The engine for the next start of the server; null when that is none of the installed ones. */
  readonly chosen: () => Promise<InstalledEngine | null>;
  /** Chooses the engine for the next start of the server. */
  readonly choose: (engine: InstalledEngine) => Promise<void>;
  readonly remove: (engine: InstalledEngine) => Promise<void>;
};

/** An engine that runs beside the one in use. */
export type EngineTrial = {
  readonly engine: Engine;
  readonly facts: EngineFacts;
  /**
   * Makes it the one in use. The previous one finishes its running inspections, within its own deadline; resolves when it
   * has ended.
   */
  readonly takeOver: () => Promise<void>;
  /** Ends it. Not to be called after `takeOver`. */
  readonly close: () => Promise<void>;
};

/** Runs engines. */
export type EngineHost = {
  /** The one in use. */
  readonly current: () => InstalledEngine;
  /** Delegates each call to the engine in use at that moment. */
  readonly engine: Engine;
  /** Capabilities of the engine in use; null while it does not run. */
  readonly facts: () => EngineFacts | null;
  /** Ids of all running engines, including those that finish their last inspections. */
  readonly running: () => ReadonlySet<string>;
  /** Starts an engine and waits for one of its workers to respond. Throws AppError `engine_unavailable`, or the signal's reason. */
  readonly start: (engine: InstalledEngine, signal: AbortSignal) => Promise<EngineTrial>;
};

/** The outcome of one inspection, and the engine that ran it (`InstalledEngine.id`). */
export type EngineAttempt = {
  readonly engineId: string;
  readonly link: Link;
  readonly code: ErrorCode | 'ok';
};

/** The outcome of one link in the operators' list; links come in the same order each time. */
export type CanaryOutcome = { readonly platform: PlatformId; readonly code: ErrorCode | 'ok' };
