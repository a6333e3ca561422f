// Takes yt-dlp and the pure-Python libraries it speaks HTTP with from a newer suite of this system's own mirror,
// into a folder, through an apt state of its own: nothing else of that suite ever reaches the system.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { normaliseVersion, OLDEST_VERSION } from './engine-version.mjs';
import { run, say } from './say-and-run.mjs';

const LIBRARIES = [
  'python3-requests',
  'python3-urllib3',
  'python3-certifi',
  'python3-idna',
  'python3-chardet',
];

/** Values of /etc/os-release. */
function osRelease() {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)="?([^"\n]*)"?$/gm)].map((match) => [match[1], match[2]]),
  );
}

/** The first mirror and key ring that this machine's own sources name for its own release. */
export function ownMirror(texts, codename) {
  for (const text of texts) {
    for (const paragraph of text.split(/\n\s*\n/)) {
      const field = (name) => paragraph.match(new RegExp(`^${name}:\\s*(.+)$`, 'm'))?.[1]?.trim();
      const suites = field('Suites')?.split(/\s+/) ?? [];
      const uri = field('URIs')?.split(/\s+/)[0];
      if (uri && suites.includes(codename)) return { uri, keyring: field('Signed-By') ?? null };
    }
    for (const line of text.split('\n')) {
      const match = line.match(/^deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s/);
      if (match?.[3] === codename)
        return { uri: match[2], keyring: match[1]?.match(/signed-by=(\S+)/)?.[1] ?? null };
    }
  }
  return null;
}

/** All texts in which apt's sources may be written. */
function sourceTexts() {
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder)
    ? readdirSync(folder).map((name) => path.join(folder, name))
    : [];
  return ['/etc/apt/sources.list', ...files]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
}

/** The newer suites in which a release's users find newer packages, nearest first. */
function newerSuites(id, codename) {
  return id === 'ubuntu' ? [`${codename}-backports`, 'devel'] : [`${codename}-backports`, 'sid'];
}

/** Unpacks the packages of the first suite that has a yt-dlp new enough; rejects where there is none. */
export async function installFromDebian(staging, python) {
  const release = osRelease();
  const codename = release.VERSION_CODENAME;
  const mirror = codename ? ownMirror(sourceTexts(), codename) : null;
  if (!mirror)
    throw new Error('no Debian or Ubuntu mirror was found in the sources of this system');
  const reasons = [];
  for (const suite of newerSuites(release.ID, codename)) {
    const target = path.join(staging, 'debian');
    rmSync(target, { recursive: true, force: true });
    try {
      say(`taking yt-dlp from ${suite}`);
      await unpackFrom({
        suite,
        codename,
        mirror,
        component: release.ID === 'ubuntu' ? 'main universe' : 'main',
        target,
        work: path.join(staging, 'apt'),
      });
      const library = 'debian/usr/lib/python3/dist-packages';
      const version = await run(python, [
        '-c',
        'import sys; sys.path.insert(0, sys.argv[1]); import yt_dlp.version as v, requests; print(v.__version__)',
        path.join(staging, library),
      ]);
      const engine = {
        version: normaliseVersion(version.trim().split('\n').at(-1)),
        source: suite,
        python,
        pythonPath: [library],
      };
      if (engine.version >= OLDEST_VERSION) return engine;
      reasons.push(`${suite} has ${engine.version}`);
    } catch (error) {
      reasons.push(`${suite}: ${error.message.split('\n').at(-1)}`);
    } finally {
      rmSync(path.join(staging, 'apt'), { recursive: true, force: true });
    }
  }
  throw new Error(reasons.join('; '));
}

/**
 * Downloads and unpacks the packages with an apt state that lives in `work` only. yt-dlp comes from the newer suite, its
 * libraries from whichever of that and the system's own has the newer ones by apt's own rules.
 */
async function unpackFrom({ suite, codename, mirror, component, target, work }) {
  for (const folder of ['lists/partial', 'cache/archives/partial', 'debs']) {
    mkdirSync(path.join(work, folder), { recursive: true });
  }
  const signed = mirror.keyring ? `[signed-by=${mirror.keyring}] ` : '';
  const lines = [codename, suite].map(
    (name) => `deb ${signed}${mirror.uri} ${name} ${component}\n`,
  );
  writeFileSync(path.join(work, 'sources.list'), lines.join(''));
  writeFileSync(path.join(work, 'status'), '');
  const settings = {
    'Dir::Etc::sourcelist': path.join(work, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': path.join(work, 'lists'),
    'Dir::State::status': path.join(work, 'status'),
    'Dir::Cache': path.join(work, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const apt = (extra, ...args) => {
    const options = Object.entries({ ...settings, ...extra }).flatMap(([key, value]) => [
      '-o',
      `${key}=${value}`,
    ]);
    return run('apt-get', [...options, '-q', ...args], { cwd: path.join(work, 'debs') });
  };
  await apt({}, 'update').catch(async (error) => {
    if (!/is expired/.test(error.message)) throw error;
    // Signatures are checked all the same, and OLDEST_VERSION keeps an old copy from bringing back an old engine.
    say(`the mirror's copy of ${suite} is not fresh; taking it all the same`);
    await apt({ 'Acquire::Check-Valid-Until': 'false' }, 'update');
  });
  await apt({}, 'download', `yt-dlp/${suite}`, ...LIBRARIES);
  for (const name of readdirSync(path.join(work, 'debs'))) {
    await run('dpkg-deb', ['-x', path.join(work, 'debs', name), target]);
  }
}
