// The real pip with a small index of its own: what is newest, installing beside what is there, and an index that is not there.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enginePython } from '../../../tests/support/engine/engine-python.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { probeSandboxes } from '../process/probe-sandboxes.ts';
import { createEngineReleases } from './releases.ts';

const never = new AbortController().signal;
const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-releases-'));
const index = path.join(folder, 'index');
const base = path.join(folder, 'engines');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A wheel named yt-dlp with nothing but its version, as an index would have it. */
function addWheel(version: string): void {
  const program = `
import sys, zipfile
version, target = sys.argv[1:]
info = f'yt_dlp-{version}.dist-info'
files = {
    'yt_dlp/__init__.py': '',
    'yt_dlp/version.py': f"__version__ = '{version}'\\n",
    f'{info}/METADATA': f'Metadata-Version: 2.1\\nName: yt-dlp\\nVersion: {version}\\nProvides-Extra: default\\nProvides-Extra: curl-cffi\\n',
    f'{info}/WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
files[f'{info}/RECORD'] = ''.join(f'{name},,\\n' for name in [*files, f'{info}/RECORD'])
with zipfile.ZipFile(f'{target}/yt_dlp-{version}-py3-none-any.whl', 'w') as wheel:
    for name, text in files.items():
        wheel.writestr(name, text)
`;
  execFileSync(enginePython, ['-I', '-c', program, version, index]);
}

const sandbox = await probeSandboxes();
const releasesWith = (environment: Readonly<Record<string, string>>) =>
  createEngineReleases({
    base,
    python: enginePython,
    source: 'pip',
    environment,
    home: folder,
    sandbox,
    clock: createManualClock(),
  });
const onlyHere = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: index, PIP_CONFIG_FILE: '/dev/null' };

describe('the index that the operator set for pip', () => {
  beforeAll(() => {
    for (const made of [index, base]) mkdirSync(made);
    for (const version of ['2026.8.19', '2026.9.3']) addWheel(version);
  });

  it('tells its newest version', async () => {
    const releases = releasesWith(onlyHere);
    expect(releases.obstacle).toBeNull();
    expect(await releases.newest(never)).toBe('2026.09.03');
  });

  it('gives a version into a folder of its own, whole or not at all', async () => {
    const releases = releasesWith(onlyHere);
    const engine = await releases.install('2026.09.03', never);
    expect(engine).toEqual({ id: '2026.09.03-1', version: '2026.09.03', source: 'pip' });
    expect(await releases.installed()).toEqual([engine]);
    const python = path.join(base, engine.id, 'venv/bin/python');
    const asked = ['-I', '-c', 'import yt_dlp.version as v; print(v.__version__)'];
    expect(execFileSync(python, asked, { encoding: 'utf8' }).trim()).toBe('2026.9.3');

    expect(await releases.chosen()).toBeNull();
    await releases.choose(engine);
    expect(await releases.chosen()).toEqual(engine);
    await releases.remove(engine);
    expect(readdirSync(base)).toEqual(['current']);
  });

  it('is not reached: that is said, and nothing else happens', async () => {
    const nowhere = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple', PIP_CONFIG_FILE: '/dev/null' };
    const releases = releasesWith({ ...nowhere, PIP_RETRIES: '0' });
    await expect(releases.newest(never)).rejects.toMatchObject({ code: 'origin_unreachable' });
  });

  it('leaves nothing of a version that was on its way when the server ended', async () => {
    const ending = new AbortController();
    const { install } = releasesWith(onlyHere);
    const installing = install('2026.09.03', ending.signal);
    installing.catch(() => undefined); // looked at below
    await vi.waitUntil(() => readdirSync(base).some((name) => name.startsWith('staging')), {
      timeout: 20_000,
      interval: 5,
    });
    ending.abort('the server ends');
    await expect(installing).rejects.toBe('the server ends');
    expect(readdirSync(base)).toEqual(['current']);
  });

  it.each(['2026.08.18', '2025.12.31'])('is never asked for %s, which is too old', async (old) => {
    const releases = releasesWith(onlyHere);
    await expect(releases.install(old, never)).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  });

  it.each(['2026.09.03; rm -rf /', '--pre', '2026.9.3', 'https://mirror.test/x.whl'])(
    'is never asked for "%s", which is no version',
    async (text) => {
      const releases = releasesWith(onlyHere);
      await expect(releases.install(text, never)).rejects.toThrow(TypeError);
    },
  );
});

it.each([
  ['YTDLP_PATH', 'own_engine'],
  ['bookworm-backports', 'system_package'],
  ['pip', 'read_only'],
])('an engine from %s is not updated here: %s', async (source, obstacle) => {
  // A folder that is not there cannot be written to either, not even by root.
  const nowhere = path.join(folder, 'nowhere');
  const releases = createEngineReleases({
    base: nowhere,
    source,
    python: enginePython,
    environment: {},
    home: folder,
    sandbox,
    clock: createManualClock(),
  });
  expect(releases.obstacle).toBe(obstacle);
  await expect(releases.install('2026.09.03', never)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
