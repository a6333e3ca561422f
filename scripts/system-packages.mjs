// Installs system packages with apt where it may, and says exactly what to install where it may not.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run, say, which } from './say-and-run.mjs';

/** The newest PostgreSQL's program folder as Debian lays it out, or null. */
function postgresFolder() {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return null;
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  return (
    versions
      .map((version) => path.join(base, version, 'bin'))
      .find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null
  );
}

/** What the product runs with: how it is recognised, and the package that brings it. */
export const RUN_NEEDS = [
  {
    name: 'ffmpeg',
    isThere: () => Boolean(process.env.FFMPEG_PATH || (which('ffmpeg') && which('ffprobe'))),
    package: 'ffmpeg',
  },
  { name: 'Python 3', isThere: () => Boolean(which('python3')), package: 'python3' },
  {
    name: 'CA certificates',
    isThere: () => existsSync('/etc/ssl/certs/ca-certificates.crt'),
    package: 'ca-certificates',
  },
  {
    name: 'setpriv, unshare and prlimit',
    isThere: () => ['setpriv', 'unshare', 'prlimit'].every(which),
    package: 'util-linux',
  },
];

/** What makes the product safer but is not needed: brought once, at the first set-up, where that is possible. */
export const FIRST_SETUP_PACKAGES = [
  { name: 'bubblewrap', isThere: () => Boolean(which('bwrap')), package: 'bubblewrap' },
];

/** What only the tests need. */
export const TEST_NEEDS = [
  {
    name: 'Chromium',
    // The shell without windows: the whole browser needs twice the work for the same pages.
    isThere: () => Boolean(process.env.CHROMIUM_PATH || which('chromium-headless-shell')),
    package: 'chromium-headless-shell',
    remedy:
      'On Ubuntu, whose apt has no Chromium, install Chromium or Chrome yourself and set CHROMIUM_PATH',
  },
  {
    name: 'the whole Chromium',
    // The shell has no extensions; only the tests of ours start this one.
    isThere: () => Boolean(process.env.FULL_CHROMIUM_PATH || which('chromium')),
    package: 'chromium',
    remedy:
      'On Ubuntu, whose apt has no Chromium, install Chromium yourself and set FULL_CHROMIUM_PATH',
  },
  {
    name: 'PostgreSQL',
    isThere: () => Boolean(postgresFolder() || which('initdb')),
    package: 'postgresql',
  },
  {
    name: 'Redis',
    isThere: () => Boolean(which('redis-server') || which('valkey-server')),
    package: 'redis-server',
  },
  {
    name: 'OpenStack Swift',
    isThere: () => existsSync('/usr/lib/python3/dist-packages/swift'),
    package: 'python3-swift',
  },
  {
    name: 'libfaketime',
    isThere: () =>
      readdirSync('/usr/lib').some((folder) =>
        existsSync(path.join('/usr/lib', folder, 'faketime/libfaketime.so.1')),
      ),
    package: 'faketime',
  },
  // Operators' proxies.
  { name: 'microsocks', isThere: () => Boolean(which('microsocks')), package: 'microsocks' },
  { name: 'tinyproxy', isThere: () => Boolean(which('tinyproxy')), package: 'tinyproxy-bin' },
  { name: 'stunnel', isThere: () => Boolean(which('stunnel4')), package: 'stunnel4' },
  // Programs that fetch and play what others made a link of.
  { name: 'aria2', isThere: () => Boolean(which('aria2c')), package: 'aria2' },
  { name: 'wget', isThere: () => Boolean(which('wget')), package: 'wget' },
  // Programs that read the tags of music.
  { name: 'Mutagen', isThere: () => Boolean(which('mid3v2')), package: 'python3-mutagen' },
  {
    name: 'ExifTool',
    isThere: () => Boolean(which('exiftool')),
    package: 'libimage-exiftool-perl',
  },
  { name: 'VLC', isThere: () => Boolean(which('cvlc')), package: 'vlc-bin' },
  {
    name: 'plugins of VLC',
    isThere: () => existsSync('/usr/share/doc/vlc-plugin-base'),
    package: 'vlc-plugin-base',
  },
  { name: 'memcached', isThere: () => Boolean(which('memcached')), package: 'memcached' },
  { name: 'ip', isThere: () => Boolean(which('ip')), package: 'iproute2' },
  { name: 'git', isThere: () => Boolean(which('git')), package: 'git' },
  // They judge the files in deploy/.
  {
    name: 'nginx',
    isThere: () => Boolean(which('nginx')) || existsSync('/usr/sbin/nginx'),
    package: 'nginx',
  },
  { name: 'Caddy', isThere: () => Boolean(which('caddy')), package: 'caddy' },
  {
    name: 'apparmor_parser',
    isThere: () => existsSync('/usr/sbin/apparmor_parser'),
    package: 'apparmor',
  },
  { name: 'promtool', isThere: () => Boolean(which('promtool')), package: 'prometheus' },
  {
    name: 'systemd-analyze',
    isThere: () => Boolean(which('systemd-analyze')),
    package: 'systemd',
  },
  {
    name: 'Chinese letters',
    isThere: () =>
      ['truetype/wqy', 'opentype/noto/NotoSansCJK-Regular.ttc'].some((font) =>
        existsSync(path.join('/usr/share/fonts', font)),
      ),
    package: 'fonts-wqy-microhei',
  },
];

/** How to become root here: nothing for root, sudo where it asks no password, else null. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!which('sudo')) return null;
  return run('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => null,
  );
}

/** Installs what is missing of `needs`. Rejects with the command to run where it may not install. */
export async function ensureSystemPackages(needs) {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0) return;
  await installPackages(
    missing.map((need) => need.package),
    missing.map((need) => need.name).join(', '),
  ).catch((error) => {
    const remedies = missing.flatMap((need) => need.remedy ?? []);
    throw new Error([error.message, ...remedies].join('\n'));
  });
  const still = missing.filter((need) => !need.isThere());
  if (still.length > 0)
    throw new Error(
      `still missing after the installation: ${still.map((need) => need.name).join(', ')}`,
    );
}

/** Installs Debian packages by name; `purpose` is shown. */
export async function installPackages(packages, purpose) {
  if (!which('apt-get')) {
    throw new Error(
      `this system has no apt-get. Install ${purpose} (Debian's packages: ${packages.join(' ')}) and run the command again.`,
    );
  }
  const prefix = await rootPrefix();
  if (prefix === null) {
    throw new Error(
      `missing: ${purpose}. Run this as root, then the command again:\n  apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    );
  }
  say(`installing ${purpose} (apt-get install ${packages.join(' ')})`);
  const apt = (args) => {
    const [program, ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      ...args,
    ];
    return run(program, rest);
  };
  // One broken third-party source must not stop the rest; the installation below is the judge.
  await apt(['update']).catch((error) =>
    say(`apt-get update had trouble: ${error.message.split('\n').at(-1)}`),
  );
  await apt(['install', '-y', '--no-install-recommends', ...packages]);
}

/** Installs what is missing of `requirements` if it can; says so and goes on where it cannot. */
export async function trySystemPackages(requirements) {
  const missing = requirements.filter((requirement) => !requirement.isThere());
  if (missing.length === 0) return;
  const names = missing.map((requirement) => requirement.name).join(', ');
  await installPackages(
    missing.map((requirement) => requirement.package),
    names,
  ).catch(() => say(`going on without ${names}; "npm run doctor" says what that means`));
}
