// The systemd units of deploy/: valid, hardened, and with time to drain.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FORCED_END_SECONDS,
  findTool,
  judge,
  listDeploy,
  ROOT,
  readDeploy,
  SHARED_NEEDS,
  unknownSettings,
} from '../support/deploy/deploy-tools.ts';

const UNITS = listDeploy('systemd');
/** What the sandbox of yt-dlp and ffmpeg cannot work with: parts of /proc would be covered, or namespaces refused. */
const BREAKS_THE_SANDBOX =
  /^(ProtectKernelTunables|ProtectKernelLogs|ProtectProc|ProcSubset|PrivateUsers|RestrictNamespaces=yes|InaccessiblePaths=\/proc)/m;
/** Points out of ten that systemd gives for what a unit may still do. */
const EXPOSURE = 3.5;
const THRESHOLD = `--threshold=${EXPOSURE * 10}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-units-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The values of a directive, in order. */
const valuesOf = (unit: string, name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** The settings that a unit gives itself. */
const settingsOf = (unit: string) =>
  new Map(
    valuesOf(unit, 'Environment').flatMap((line) =>
      line.split(' ').map((word) => word.split('=', 2) as [string, string]),
    ),
  );

/** A unit as a file that systemd can judge: an instance of a template, with the programs of this checkout. */
async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name.replace('@.', '@3001.'));
  await writeFile(file, text.replaceAll('/opt/keepreel', ROOT));
  return file;
}

/** What `systemd-analyze verify` says; nothing about a good unit. */
async function complaints(name: string, text: string): Promise<string> {
  const file = await fileOf(name, text);
  return (await judge(findTool('systemd-analyze'), ['verify', '--man=no', file])).output;
}

describe.each(UNITS)('%s', (name) => {
  const unit = readDeploy(`systemd/${name}`);

  it('is accepted by systemd', async () => {
    expect(await complaints(name, unit)).toBe('');
  });

  it('may do little beside its work', async () => {
    const file = await fileOf(name, unit);
    const args = ['security', '--offline=true', THRESHOLD, '--no-pager', file];
    const { code, output } = await judge(findTool('systemd-analyze'), args);
    expect([code, output.split('\n').at(-1)]).toEqual([0, expect.stringContaining('exposure')]);
  });

  it('leaves the sandbox what it needs', () => {
    expect(unit).not.toMatch(BREAKS_THE_SANDBOX);
    const [namespaces = ''] = valuesOf(unit, 'RestrictNamespaces');
    const needed = ['user', 'pid', 'net', 'mnt', 'ipc', 'uts'];
    expect(namespaces.split(' ')).toEqual(needed);
  });

  it('lets the process drain, and only it', () => {
    const [seconds] = valuesOf(unit, 'TimeoutStopSec').map(Number);
    expect(seconds).toBeGreaterThan(FORCED_END_SECONDS);
    expect(valuesOf(unit, 'KillMode')).toEqual(['mixed']);
  });

  it('gives settings that exist', () => {
    const settings = settingsOf(unit);
    expect(unknownSettings(settings.keys())).toEqual([]);
    if (!name.includes('@')) return;
    // What all servers share is in files of the operator; the unit itself names the secret ones.
    const secrets = SHARED_NEEDS.filter((need) => need.endsWith('_FILE'));
    expect(SHARED_NEEDS.filter((need) => settings.has(need))).toEqual(secrets);
    const credentials = valuesOf(unit, 'LoadCredential').map((line) => line.split(':')[0]);
    expect(credentials.map((file) => `%d/${file}`).sort()).toEqual(
      secrets.map((need) => settings.get(need)).sort(),
    );
    expect(valuesOf(unit, 'EnvironmentFile')).toEqual([
      '/etc/keepreel/servers.env',
      '-/etc/keepreel/%i.env',
    ]);
    expect(settings.get('PORT')).toBe('%i');
    expect(settings.get('DATA_DIR')).toBe(`/var/lib/${valuesOf(unit, 'StateDirectory')[0]}`);
  });
});

describe('a unit would be refused', () => {
  const good = readDeploy('systemd/keepreel.service');

  it.each([
    ['a directive that does not exist', 'KillMode=', 'KilMode='],
    ['a value that does not exist', 'ProtectSystem=strict', 'ProtectSystem=very'],
    ['a program that is not there', '.bin/node ', '.bin/nod '],
  ])('for %s', async (_name, from, to) => {
    expect(good).toContain(from);
    expect(await complaints('bad.service', good.replace(from, to))).not.toBe('');
  });

  it('for too many rights', async () => {
    const open = good.replace(/^(Protect|Private|Restrict|System|Capability|NoNew).*\n/gm, '');
    const file = await fileOf('open.service', open);
    const args = ['security', '--offline=true', THRESHOLD, file];
    expect((await judge(findTool('systemd-analyze'), args)).code).toBe(1);
  });
});
