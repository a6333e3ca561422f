// Ports for changes of what inspections run with: the engine's version, and its setup.
import type { SetupPart, UpdateObstacle } from '../../shared/engine.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import type { Egress } from '../inspecting/egress/egresses.ts';
import type { Engine } from '../inspecting/ports.ts';

/** Libraries by name, each with a version. */
export type Libraries = Readonly<Record<string, string>>;

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
  readonly libraries: Libraries;
  /** Those of them that yt-dlp itself calls unsupported. */
  readonly unsupported: readonly string[];
  /** Arguments of the operator's that this yt-dlp ignores. */
  readonly unusable: readonly string[];
  /** What the plugin of the operator's provider of tokens has for this yt-dlp. */
  readonly tokenProviders: readonly string[];
};

/** Texts of the operator's, as in the settings EGRESSES, ENGINE_ARGS and POT_PROVIDER_URL. They may hold passwords of proxies. */
export type SetupTexts = Readonly<Record<SetupPart, string>>;

/** What inspections run with besides the engine. */
export type EngineSetup = {
  /** Made of what the texts mean, so that a comment changes nothing. For this process alone. */
  readonly id: string;
  /** That of the provider names its plugin, too. */
  readonly texts: SetupTexts;
  /** In the operator's order. An egress that connects otherwise has another id. */
  readonly egresses: readonly Egress[];
};

/** Reads setups and keeps their texts. */
export type Setups = {
  /** Throws AppError `invalid_request` with `field` and a `sentence` about what is wrong, and in which line. */
  readonly read: (texts: SetupTexts) => EngineSetup;
  /** Whether files of the settings may change. */
  readonly hasFiles: boolean;
  /** The texts of the environment and its files at the moment. Throws AppError as `read` for a file that cannot be read. */
  readonly configured: () => Promise<SetupTexts>;
  /** Without passwords. */
  readonly masked: (text: string) => string;
  /** Puts the passwords of `known` where `masked` has left them out. */
  readonly unmasked: (text: string, known: string) => string;
  /** Asks the provider of tokens of these texts whether it is there; resolves with why not, or null. */
  readonly absent: (texts: SetupTexts) => Promise<string | null>;
  /**
   * Opens a connection to a platform by each of these egresses of the setup; resolves with those that cannot, and
   * why. Their setup must run.
   */
  readonly unreachable: (
    egresses: readonly Egress[],
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /** Null on a server without the key for it: what operators set is not for that. */
  readonly vault: {
    readonly seal: (texts: Partial<SetupTexts>) => string;
    /** Null for anything else. */
    readonly open: (sealed: string) => Partial<SetupTexts> | null;
    /** The same for equal texts; reveals nothing else of them. */
    readonly mark: (part: SetupPart, text: string) => string;
  } | null;
  /**
   * What a worker may read of what a vault sealed: the arguments, or nothing if operators set none. Resolves with null for anything else;
   * null on a server with a vault.
   */
  readonly openArguments:
    | ((sealed: string) => Pick<Partial<SetupTexts>, 'arguments'> | null)
    | null;
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
  /**
   * The libraries that installing the engine's version would bring today and that the engine does not have, as the index
   * and yt-dlp's own limits allow them. Throws as `newest`.
   */
  readonly renewals: (engine: InstalledEngine, signal: AbortSignal) => Promise<Libraries>;
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

/** An engine with a setup, which runs beside what is in use. */
export type EngineTrial = {
  readonly runId: string;
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
  /** The setup in use. */
  readonly setup: () => EngineSetup;
  /** Names the engine and the setup in use. */
  readonly runId: () => string;
  /**
   * Starts an engine, by default with the setup in use, and waits for one of its workers to respond. Throws AppError
   * `engine_unavailable`, or the signal's reason.
   */
  readonly start: (
    engine: InstalledEngine,
    signal: AbortSignal,
    setup?: EngineSetup,
  ) => Promise<EngineTrial>;
};

/** The outcome of one inspection, and what ran it ({@link EngineHost.runId}). */
export type EngineAttempt = {
  readonly runId: string;
  readonly link: Link;
  readonly code: ErrorCode | 'ok';
};

/** The outcome of one link in the operators' list; links come in the same order each time. */
export type CanaryOutcome = { readonly platform: PlatformId; readonly code: ErrorCode | 'ok' };
