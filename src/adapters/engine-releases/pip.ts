// Runs pip to find the newest yt-dlp and to install one, with the operator's own pip settings.
// The package is fixed; nothing that a visitor sends reaches these commands.
import { existsSync, realpathSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/async/clock.ts';
import type { Libraries, VersionBeyond } from '../../core/engine-updates/ports.ts';
import { serverFull } from '../../core/files/disk-error.ts';
import { compareEngineVersions, OLDEST_ENGINE, readEngineVersion } from '../../shared/engine.ts';
import { AppError } from '../../shared/errors.ts';
import { type RunResult, runProgram } from '../process/run.ts';
import type { Sandbox } from '../process/sandbox.ts';
import { type EngineFolder, type EngineFolders, readEngineFolder } from './engine-folders.ts';
import { filesNamedIn, NAME_FILES, settingFiles } from './package-access.ts';

const QUERY_TIMEOUT_MS = 30_000;
const INSTALL_TIMEOUT_MS = 240_000;
const MAX_OUTPUT_BYTES = 256 * 1024;
/** An engine with its libraries is 115 MB; unpacking takes as much again. */
const NEEDED_BYTES = 400 * 1024 ** 2;
/** Wheels only: nothing that was downloaded runs outside the sandbox of the trial. */
const SAFE_OPTIONS = [
  '--disable-pip-version-check',
  '--no-input',
  '--no-cache-dir',
  '--no-color',
  '--retries',
  '2',
  '--timeout',
  '15',
];
/** Packages that yt-dlp works best with. An index may lack some; the trial reports what an engine lacks. */
const LIBRARIES = ['requests', 'urllib3', 'certifi'];
const EXTRAS = ['yt-dlp-ejs', 'curl_cffi', 'websockets', 'brotli', 'mutagen', 'pycryptodomex'];

export type PipNeeds = {
  readonly folders: EngineFolders;
  /** The folder `.engine`. */
  readonly base: string;
  /** An interpreter with pip. */
  readonly python: string;
  readonly sandbox: Sandbox;
  readonly clock: Pick<Clock, 'now'>;
  /** The operator's `PIP_*` variables and proxies. */
  readonly environment: Readonly<Record<string, string>>;
  /** The home folder of the user whose pip settings count. */
  readonly home: string;
};

/** Finding and installing releases, for the port `EngineReleases`. */
export type Pip = {
  readonly newest: (signal: AbortSignal) => Promise<string>;
  readonly beyond: (newest: string, signal: AbortSignal) => Promise<VersionBeyond | null>;
  readonly renewals: (engine: EngineFolder, signal: AbortSignal) => Promise<Libraries>;
  readonly install: (version: string, signal: AbortSignal) => Promise<EngineFolder>;
};

/** One command of an interpreter. `write` is the folder that it may write to, `named` are files that settings refer to. */
type PipCommand = {
  readonly python: string;
  readonly args: readonly string[];
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly write?: string;
  readonly named?: readonly string[];
};

export function createPip(needs: PipNeeds): Pip {
  return {
    newest: (signal) => findNewest(needs, signal),
    beyond: (newest, signal) => findBeyond(needs, newest, signal),
    renewals: (engine, signal) => findRenewals(needs, engine, signal),
    install: (version, signal) => install(needs, version, signal),
  };
}

/** pip leaves out what this Python is too old for: asked for it by its number, it says which it needs. */
async function findBeyond(
  needs: PipNeeds,
  newest: string,
  signal: AbortSignal,
): Promise<VersionBeyond | null> {
  const { python } = needs;
  const version = await findNewest(needs, signal, ['--ignore-requires-python']);
  if (compareEngineVersions(version, newest) <= 0) return null;
  const named = await filesOfSettings(needs, signal);
  const asked = { python, named, signal, deadlineMs: QUERY_TIMEOUT_MS };
  const wanted = ['--dry-run', '--no-deps', '--only-binary', ':all:', `yt-dlp==${version}`];
  const args = ['-m', 'pip', 'install', ...SAFE_OPTIONS, ...wanted];
  const { stderrTail } = await run(needs, { ...asked, args });
  const numbers = ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'];
  const { stdout } = await run(needs, { ...asked, args: numbers });
  const [, python3] = /(?:Requires-Python |not in ')>=(\d{1,2}\.\d{1,3})/.exec(stderrTail) ?? [];
  return python3 === undefined ? null : { version, needs: python3, has: stdout.toString().trim() };
}

async function findNewest(
  needs: PipNeeds,
  signal: AbortSignal,
  options: readonly string[] = [],
): Promise<string> {
  const { python } = needs;
  const named = await filesOfSettings(needs, signal);
  const args = ['-m', 'pip', 'index', 'versions', 'yt-dlp', ...options, ...SAFE_OPTIONS];
  const result = await run(needs, { python, args, named, signal, deadlineMs: QUERY_TIMEOUT_MS });
  // The first line is "yt-dlp (2026.8.19)"; the rest is for people.
  const [, found = ''] = /^yt-dlp \(([\d.]{1,20})\)/m.exec(result.stdout.toString()) ?? [];
  const version = readEngineVersion(found);
  if (result.exitCode !== 0 || version === null) {
    const detail = `pip index: ${result.reason}: ${result.stderrTail.slice(-1000)}`;
    throw new AppError('origin_unreachable', { detail });
  }
  return version;
}

/** What pip would install today for the engine's version, asked in its own environment. */
async function findRenewals(
  needs: PipNeeds,
  { python, version }: EngineFolder,
  signal: AbortSignal,
): Promise<Libraries> {
  const named = await filesOfSettings(needs, signal);
  const newer = ['--dry-run', '--upgrade', '--upgrade-strategy', 'eager', '--only-binary', ':all:'];
  const options = ['-m', 'pip', 'install', ...newer, ...SAFE_OPTIONS];
  const ask = (...packages: string[]) => {
    const args = [...options, ...packages];
    return run(needs, { python, args, named, signal, deadlineMs: INSTALL_TIMEOUT_MS });
  };
  const complete = await ask(completeOf(version));
  const asked = complete.exitCode === 0 ? complete : await ask(`yt-dlp==${version}`, ...LIBRARIES);
  if (asked.exitCode !== 0) {
    const detail = `pip install --dry-run: ${asked.reason}: ${asked.stderrTail.slice(-1000)}`;
    throw new AppError('origin_unreachable', { detail });
  }
  const [, found = ''] = /^Would install (.+)$/m.exec(asked.stdout.toString()) ?? [];
  const libraries = found.split(' ').flatMap((text) => {
    const [, name, number] = /^(.+)-([^-]+)$/.exec(text) ?? [];
    return name && number ? [[name, number] as const] : [];
  });
  return Object.fromEntries(libraries);
}

async function install(
  needs: PipNeeds,
  version: string,
  signal: AbortSignal,
): Promise<EngineFolder> {
  const { base, clock, folders } = needs;
  if (readEngineVersion(version) !== version) throw new TypeError(`${version} is no version`);
  if (compareEngineVersions(version, OLDEST_ENGINE) < 0)
    throw new AppError('engine_unavailable', { detail: `${version} is too old` });
  const { bavail, bsize } = await statfs(base);
  if (bavail * bsize < NEEDED_BYTES) throw serverFull();
  const staging = await folders.stage(clock.now());
  try {
    const text = JSON.stringify(await installInto(needs, staging, version, signal), null, 2);
    await writeFile(path.join(staging, 'engine.json'), `${text}\n`);
    const id = await folders.complete(staging, version);
    return readEngineFolder(path.join(base, id), text);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Makes a virtual environment in `staging` and installs into it; without the extras that the index lacks. */
async function installInto(needs: PipNeeds, staging: string, version: string, signal: AbortSignal) {
  const named = await filesOfSettings(needs, signal);
  const step = async (python: string, args: readonly string[]) => {
    const shared = { signal, write: staging, named, deadlineMs: INSTALL_TIMEOUT_MS };
    const result = await run(needs, { python, args, ...shared });
    return { isDone: result.exitCode === 0, output: `${result.reason}: ${result.stderrTail}` };
  };
  const venv = path.join(staging, 'venv');
  const made = await step(needs.python, ['-m', 'venv', venv]);
  if (!made.isDone) throw failed(made.output);
  const python = path.join(venv, 'bin/python');
  const options = ['-q', '--only-binary', ':all:', ...SAFE_OPTIONS];
  const pip = (...packages: string[]) =>
    step(python, ['-m', 'pip', 'install', ...options, ...packages]);
  const complete = await pip(completeOf(version));
  if (!complete.isDone) {
    const core = await pip(`yt-dlp==${version}`, ...LIBRARIES);
    if (!core.isDone) throw failed(core.output);
    for (const extra of EXTRAS) await pip(extra);
  }
  return { version, source: 'pip', python: 'venv/bin/python', pythonPath: [] };
}

/** yt-dlp with what it works best with, within its own limits. */
function completeOf(version: string): string {
  return `yt-dlp[default,curl-cffi]==${version}`;
}

/** Files on this machine that pip's settings refer to, such as mirrors and offline indexes. */
async function filesOfSettings(needs: PipNeeds, signal: AbortSignal): Promise<string[]> {
  const { python } = needs;
  const args = ['-m', 'pip', 'config', 'list', '--disable-pip-version-check'];
  const { stdout } = await run(needs, { python, args, deadlineMs: QUERY_TIMEOUT_MS, signal });
  return filesNamedIn(stdout.toString());
}

async function run(needs: PipNeeds, command: PipCommand): Promise<RunResult> {
  const { environment, home, sandbox } = needs;
  const { python, args, deadlineMs, signal, write, named = [] } = command;
  const result = await runProgram({
    sandbox,
    program: python,
    // -I: no user packages, no PYTHON* variables, nothing from the working folder.
    args: ['-I', ...args],
    network: 'host',
    files: {
      read: [
        // The folder that is written to contains its own interpreter.
        ...foldersOf(python).filter((one) => !write || !one.startsWith(write)),
        ...NAME_FILES,
        ...settingFiles(home),
        ...filesNamedIn(Object.values(environment).join('\n')),
        ...named,
      ],
      write: write ? [write] : [],
    },
    env: { HOME: home, ...(write ? { TMPDIR: write } : {}) },
    packageEnv: environment,
    signal,
    deadlineMs,
    maxStdoutBytes: MAX_OUTPUT_BYTES,
  });
  signal.throwIfAborted();
  return result;
}

/** The folder of an interpreter's environment, and that of the interpreter itself unless it is the system's. */
function foldersOf(python: string): string[] {
  const real = existsSync(python) ? realpathSync(python) : python;
  return [python, real]
    .map((file) => path.dirname(path.dirname(file)))
    .filter((folder) => folder !== '/' && folder !== '/usr');
}

function failed(output: string): AppError {
  return new AppError('engine_unavailable', { detail: `pip: ${output.slice(-1000)}` });
}
