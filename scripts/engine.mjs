// Installs yt-dlp in a versioned folder below .engine/ and points .engine/current at it; used by set-up and engine:update.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { installFromDebian } from './engine-debian.mjs';
import { normaliseVersion, OLDEST_VERSION } from './engine-version.mjs';
import { run, say, which } from './say-and-run.mjs';
import { installPackages } from './system-packages.mjs';

/** What .engine/current describes, or null. */
export function currentEngine(root) {
  const file = path.join(root, '.engine/current/engine.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Installs the engine unless a usable one is there. An operator's YTDLP_PATH is theirs to keep. */
export async function ensureEngine(root) {
  if (process.env.YTDLP_PATH) return;
  const current = currentEngine(root);
  if (current && current.version >= OLDEST_VERSION) return;
  await installEngine(root);
}

/** Installs the newest engine that can be had and switches to it; answers what it is. */
export async function installEngine(root) {
  const base = path.join(root, '.engine');
  mkdirSync(base, { recursive: true });
  const staging = path.join(base, `staging-${process.pid}`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  try {
    const engine = await installInto(staging);
    writeFileSync(path.join(staging, 'engine.json'), `${JSON.stringify(engine, null, 2)}\n`);
    const name = `${engine.version}-${engine.source}`;
    // The same version again brings nothing: what is there and in use stays.
    if (!existsSync(path.join(base, name))) renameSync(staging, path.join(base, name));
    switchTo(base, name);
    say(`yt-dlp ${engine.version} is ready (from ${engine.source})`);
    return engine;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Points `current` at a versioned folder in one step, and forgets those before it but the last and what still runs. */
export function switchTo(base, home) {
  const link = path.join(base, `current-${process.pid}`);
  symlinkSync(home, link);
  renameSync(link, path.join(base, 'current'));
  const old = readdirSync(base)
    .filter((name) => /^\d{4}\./.test(name) && name !== home)
    .sort();
  const commands = runningCommands();
  for (const name of old.slice(0, -1)) {
    const folder = path.join(realpathSync(base), name);
    // A server goes on with the engine it began with, which reads its files whenever it needs them.
    if (commands.some((command) => command.includes(`${folder}/`))) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command line of every process that may be seen. */
function runningCommands() {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8');
    } catch {
      return ''; // it has ended meanwhile
    }
  });
}

/** Tries pip with everything, pip with what it can get, then Debian's own package of a newer suite. */
async function installInto(staging) {
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : which('python3');
  if (!python) throw new Error('Python 3 is missing');
  const reasons = [];
  for (const attempt of [installWithPip, installFromDebian]) {
    const engine = await attempt(staging, python).catch((error) => {
      reasons.push(error.message.split('\n').slice(-3).join(' '));
      return null;
    });
    if (engine && engine.version >= OLDEST_VERSION) return engine;
    if (engine) reasons.push(`${engine.source} has only ${engine.version}`);
  }
  throw new Error(
    `yt-dlp ${OLDEST_VERSION} or newer could not be installed (${reasons.join('; ')}). Install it yourself and set YTDLP_PATH to the folder that holds the yt_dlp package.`,
  );
}

/** A virtual environment with yt-dlp; pip asks once and does not wait long, for a machine may have no index. */
async function installWithPip(staging, python) {
  const venv = path.join(staging, 'venv');
  await makeVenv(python, venv);
  say('installing yt-dlp with pip');
  const pip = (...packages) =>
    run(
      path.join(venv, 'bin/python'),
      [
        '-m',
        'pip',
        'install',
        '-q',
        '--retries',
        '0',
        '--timeout',
        '15',
        '--disable-pip-version-check',
        ...packages,
      ],
      {
        timeoutMs: 240_000,
      },
    );
  const wanted = `yt-dlp>=${OLDEST_VERSION}`;
  const all = await pip(`yt-dlp[default,curl-cffi]>=${OLDEST_VERSION}`).then(
    () => true,
    () => false,
  );
  if (!all) {
    await pip(wanted, 'requests', 'urllib3', 'certifi');
    for (const extra of ['curl_cffi', 'websockets', 'brotli', 'mutagen', 'pycryptodomex']) {
      await pip(extra).catch(() => say(`pip has no ${extra}; going on without it`));
    }
  }
  const version = await run(path.join(venv, 'bin/python'), [
    '-c',
    'import yt_dlp.version as v; print(v.__version__)',
  ]);
  return {
    version: normaliseVersion(version),
    source: 'pip',
    python: 'venv/bin/python',
    pythonPath: [],
  };
}

/** Makes a virtual environment; Debian keeps `venv` in a package of its own. */
async function makeVenv(python, venv) {
  const make = () => run(python, ['-m', 'venv', venv]);
  await make().catch(async (error) => {
    if (!/ensurepip|No module named venv/.test(error.message)) throw error;
    await installPackages(['python3-venv'], "Python's venv");
    rmSync(venv, { recursive: true, force: true });
    await make();
  });
}
