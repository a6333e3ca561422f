// The engine's settings (allow-lists and limits), sent as the first line on its stdin.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { MAIN_PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import { UPSTREAMS } from '../../shared/platforms/upstreams.ts';
import type { EngineArguments } from './engine-arguments.ts';

/** Where an engine is and what it may use. All paths are absolute. */
export type EngineOptions = {
  readonly python: string;
  /** Folder that holds the `yt_dlp` package, or null for the interpreter's own. */
  readonly enginePath: string | null;
  /** Folders whose sub-folders may hold `yt_dlp_plugins/` (yt-dlp's own rule). */
  readonly pluginDirs: readonly string[];
  /** The JavaScript runtime, see {@link findJsRuntime}. */
  readonly jsRuntime: JsRuntime | null;
  /** Certificates of an operator's own proxy, one bundle for all request handlers. */
  readonly caFile?: string | null;
  /** The platforms of this server; the extractors of others are not loaded. Default: the main ones. */
  readonly platforms?: readonly PlatformId[];
  /** Extractors per platform, by their keys. Default: those of `platforms`. */
  readonly extractors?: Readonly<Record<string, readonly string[]>>;
  /** The operator's arguments for extractors. */
  readonly extractorArguments?: EngineArguments | undefined;
  /** The operator's provider of PO tokens, and its plugin for yt-dlp. */
  readonly tokenProvider?: TokenProviderPlugin | undefined;
  readonly limits?: Partial<WorkerLimits>;
  /** The egress proxy, for an engine whose sandbox has a network of its own; without it the engine uses the host's. */
  readonly door?: EngineDoor;
  /** Interval of the pings to the zygote, which is killed after three unanswered ones. Default: 5 s. */
  readonly pingMs?: number;
};

/** How an engine without any other network reaches the egress proxy. */
export type EngineDoor = {
  /** The port of the proxy, also on the engine's own loopback interface. */
  readonly port: number;
  /** Listens on a UNIX socket as well, until the returned function is called. */
  readonly listenOn: (socketPath: string) => () => void;
};

/** Where YouTube's PO tokens come from. `plugin` is a folder or archive that holds `yt_dlp_plugins/`. */
export type TokenProviderPlugin = {
  readonly origin: string;
  readonly plugin: string;
  /** Of the file; of a folder's list of files as `sha256sum` writes it. */
  readonly sha256: string;
};

/** The program that runs YouTube's scripts for yt-dlp. */
export type JsRuntime = { readonly name: 'deno' | 'node'; readonly path: string };

/** The extractors that may answer for each of these platforms. */
function extractorsOf(platforms: readonly PlatformId[]) {
  return Object.fromEntries(platforms.map((id) => [id, UPSTREAMS[id].extractors]));
}

/** The extractors that read lists, for the platforms that have some; never part of an inspection. */
const LIST_EXTRACTORS = Object.fromEntries(
  MAIN_PLATFORM_IDS.map((id) => [id, UPSTREAMS[id].listExtractors ?? []]),
);

/** The extractors that search, for the platforms that have some; never part of an inspection. */
const SEARCH_EXTRACTORS = Object.fromEntries(
  MAIN_PLATFORM_IDS.map((id) => [id, UPSTREAMS[id].searchExtractors ?? []]),
);

/** Limits of one worker; bytes and counts. */
export type WorkerLimits = {
  /** Its total output. */
  readonly printedBytes: number;
  /** RAM of the worker and everything it started. */
  readonly treeBytes: number;
  readonly treeProcesses: number;
  /** Data segment of each process. Deno starts with 1 GB; its address space cannot be limited. */
  readonly dataBytes: number;
  /** Any one file. A worker needs none except what its JavaScript runtime caches. */
  readonly fileBytes: number;
  readonly files: number;
  /** Threads and processes of all workers together, where they have a user namespace and are not root. */
  readonly tasks: number;
};

const LIMITS: WorkerLimits = {
  printedBytes: 4 * 1024 ** 2,
  treeBytes: 1.5 * 1024 ** 3,
  treeProcesses: 64,
  dataBytes: 1024 ** 3,
  fileBytes: 16 * 1024 ** 2,
  files: 256,
  tasks: 1024,
};

/**
 * The settings line, without its line feed. `doorSocket` is where the egress proxy listens for an engine without any
 * other network.
 */
export function settingsLine(options: EngineOptions, doorSocket: string | null): string {
  return JSON.stringify({
    modulePath: options.enginePath,
    pluginDirs: options.pluginDirs,
    extractors: options.extractors ?? extractorsOf(options.platforms ?? MAIN_PLATFORM_IDS),
    listExtractors: options.extractors ? {} : LIST_EXTRACTORS,
    searchExtractors: options.extractors ? {} : SEARCH_EXTRACTORS,
    arguments: options.extractorArguments ?? {},
    tokenProvider: options.tokenProvider ?? null,
    js: options.jsRuntime,
    limits: { ...LIMITS, ...options.limits },
    door: doorSocket && options.door ? { port: options.door.port, socket: doorSocket } : null,
  });
}

/** The paths that the engine needs to read, besides the system's programs. */
export function readableFiles(options: EngineOptions, scriptFolder: string): string[] {
  const python = existsSync(options.python) ? options.python : '/usr/bin/python3';
  const files = [
    scriptFolder,
    ...options.pluginDirs,
    // A virtual environment and the interpreter that it was created from.
    path.dirname(path.dirname(python)),
    path.dirname(path.dirname(realpathSync(python))),
    options.enginePath,
    options.jsRuntime?.path,
    options.tokenProvider?.plugin,
    options.caFile,
  ];
  return [...new Set(files.filter((file) => typeof file === 'string'))].filter(
    (file) => file !== '/' && file !== '/usr',
  );
}

/** Deno as npm installed it, which denies scripts files and network, else the current Node. */
export function findJsRuntime(nodeModules: string): JsRuntime {
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x64';
  const deno = path.join(nodeModules, '@deno', `linux-${architecture}-glibc`, 'deno');
  return existsSync(deno)
    ? { name: 'deno', path: realpathSync(deno) }
    : { name: 'node', path: process.execPath };
}
