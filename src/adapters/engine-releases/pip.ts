// Runs pip for the server: to ask for the newest yt-dlp and to install one, with the operator's own settings for packages.
// A fixed package from where the operator's pip gets everything; no word of a visitor ever comes near it.
import { existsSync, realpathSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/async/clock.ts';
import { serverFull } from '../../core/files/disk-error.ts';
import { compareEngineVersions, OLDEST_ENGINE, readEngineVersion } from '../../shared/engine.ts';
import { AppError } from '../../shared/errors.ts';
import { runProgram } from '../process/run.ts';
import type { Sandbox } from '../process/sandbox.ts';
import { type EngineFolder, type EngineFolders, readEngineFolder } from './engine-folders.ts';
import { filesNamedIn, NAME_FILES, settingFiles } from './package-access.ts';

const QUERY_TIMEOUT_MS = 30_000;
const INSTALL_TIMEOUT_MS = 240_000;
const MAX_OUTPUT_BYTES = 256 * 1024;
/** An engine with its libraries is 115 MB; unpacking takes as much again. */
const NEEDED_BYTES = 400 * 1024 ** 2;
/** Every wheel is unpacked, none is built: nothing that was downloaded runs before the trial's sandbox. */
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
/** What yt-dlp is best with; an index need not have all of it. The trial says what an engine lacks. */
const LIBRARIES = ['requests', 'urllib3', 'websockets', 'certifi'];
const EXTRAS = ['yt-dlp-ejs', 'curl_cffi', 'brotli', 'mutagen', 'pycryptodomex'];

/** What pip is run with. */
export type PipNeeds = {
  readonly folders: EngineFolders;
  /** The folder `.engine`. */
  readonly base: string;
  /** An interpreter whose pip asks the index. */
  readonly python: string;
  readonly sandbox: Sandbox;
  readonly clock: Pick<Clock, 'now'>;
  /** The operator's `PIP_*` variables and proxies. */
  readonly environment: Readonly<Record<string, string>>;
  /** The home folder of the user whose settings pip reads. */
  readonly home: string;
};

/** Asking and installing, as the port `EngineReleases` wants them. */
export type Pip = {
  readonly newest: (signal: AbortSignal) => Promise<string>;
  readonly install: (version: string, signal: AbortSignal) => Promise<EngineFolder>;
};

/** Makes it. */
export function createPip(needs: PipNeeds): Pip {
  const { folders, base, environment, home } = needs;

  const run = async (task: {
    python: string;
    args: readonly string[];
    deadlineMs: number;
    signal: AbortSignal;
    write?: string;
    named?: readonly string[];
  }) => {
    const { python, args, deadlineMs, signal, write, named = [] } = task;
    const result = await runProgram({
      sandbox: needs.sandbox,
      program: python,
      // -I: no user packages, no PYTHON* variables, nothing from the working folder.
      args: ['-I', ...args],
      network: 'host',
      files: {
        read: [
          // What is being written contains its interpreter already.
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
  };

  /** Settings files may name folders on this machine, as mirrors and offline indexes do. */
  const filesOfSettings = async (python: string, signal: AbortSignal) => {
    const args = ['-m', 'pip', 'config', 'list', '--disable-pip-version-check'];
    const { stdout } = await run({ python, args, deadlineMs: QUERY_TIMEOUT_MS, signal });
    return filesNamedIn(stdout.toString());
  };

  const installInto = async (staging: string, version: string, signal: AbortSignal) => {
    const named = await filesOfSettings(needs.python, signal);
    const step = async (python: string, args: readonly string[]) => {
      const shared = { signal, write: staging, named, deadlineMs: INSTALL_TIMEOUT_MS };
      const result = await run({ python, args, ...shared });
      return { isDone: result.exitCode === 0, says: `${result.reason}: ${result.stderrTail}` };
    };
    const venv = path.join(staging, 'venv');
    const made = await step(needs.python, ['-m', 'venv', venv]);
    if (!made.isDone) throw failed(made.says);
    const python = path.join(venv, 'bin/python');
    const pip = (...packages: string[]) =>
      step(python, [
        '-m',
        'pip',
        'install',
        '-q',
        '--only-binary',
        ':all:',
        ...SAFE_OPTIONS,
        ...packages,
      ]);
    const whole = await pip(`yt-dlp[default,curl-cffi]==${version}`);
    if (!whole.isDone) {
      const core = await pip(`yt-dlp==${version}`, ...LIBRARIES);
      if (!core.isDone) throw failed(core.says);
      for (const extra of EXTRAS) await pip(extra);
    }
    return { version, source: 'pip', python: 'venv/bin/python', pythonPath: [] };
  };

  return {
    async newest(signal) {
      const { python } = needs;
      const named = await filesOfSettings(python, signal);
      const args = ['-m', 'pip', 'index', 'versions', 'yt-dlp', ...SAFE_OPTIONS];
      const result = await run({ python, args, named, signal, deadlineMs: QUERY_TIMEOUT_MS });
      // "yt-dlp (2026.8.19)" comes first; all else that it may say is for people.
      const [, said = ''] = /^yt-dlp \(([\d.]{1,20})\)/m.exec(result.stdout.toString()) ?? [];
      const version = readEngineVersion(said);
      if (result.exitCode !== 0 || version === null) {
        const detail = `pip index: ${result.reason}: ${result.stderrTail.slice(-1000)}`;
        throw new AppError('origin_unreachable', { detail });
      }
      return version;
    },
    async install(version, signal) {
      if (readEngineVersion(version) !== version) throw new TypeError(`${version} is no version`);
      if (compareEngineVersions(version, OLDEST_ENGINE) < 0)
        throw new AppError('engine_unavailable', { detail: `${version} is too old` });
      const { bavail, bsize } = await statfs(base);
      if (bavail * bsize < NEEDED_BYTES) throw serverFull();
      const staging = await folders.stage(needs.clock.now());
      try {
        const text = JSON.stringify(await installInto(staging, version, signal), null, 2);
        await writeFile(path.join(staging, 'engine.json'), `${text}\n`);
        const id = await folders.complete(staging, version);
        return readEngineFolder(path.join(base, id), text);
      } finally {
        await rm(staging, { recursive: true, force: true });
      }
    },
  };
}

/** The environment of an interpreter, and where the interpreter itself comes from when that is not the system. */
function foldersOf(python: string): string[] {
  const real = existsSync(python) ? realpathSync(python) : python;
  return [python, real]
    .map((file) => path.dirname(path.dirname(file)))
    .filter((folder) => folder !== '/' && folder !== '/usr');
}

function failed(says: string): AppError {
  return new AppError('engine_unavailable', { detail: `pip: ${says.slice(-1000)}` });
}
