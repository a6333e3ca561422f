// A small index of wheels for the real pip, and the releases that come from it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngineReleases } from '../../../src/adapters/engine-releases/releases.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import { createManualClock } from '../run/manual-clock.ts';
import { enginePython } from './engine-python.ts';

type Wheel = { readonly name: string; readonly version: string; readonly requires?: string };

/** A wheel with nothing but its version, as an index would have it; `requires` is what its extra `default` needs. */
function addWheel(index: string, { name, version, requires = '' }: Wheel): void {
  const program = `
import sys, zipfile
name, version, requires, target = sys.argv[1:]
info = f'{name}-{version}.dist-info'
needs = f"Requires-Dist: {requires}; extra == 'default'\\n" if requires else ''
files = {
    f'{name}/__init__.py': '',
    f'{name}/version.py': f"__version__ = '{version}'\\n",
    f'{info}/METADATA': f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\nProvides-Extra: default\\nProvides-Extra: curl-cffi\\n{needs}',
    f'{info}/WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
files[f'{info}/RECORD'] = ''.join(f'{name},,\\n' for name in [*files, f'{info}/RECORD'])
with zipfile.ZipFile(f'{target}/{name}-{version}-py3-none-any.whl', 'w') as wheel:
    for name, text in files.items():
        wheel.writestr(name, text)
`;
  execFileSync(enginePython, ['-I', '-c', program, name, version, requires, index]);
}

/** Releases that are kept in `base` and come from pip with these settings. */
type ReleasesWith = (
  environment: Readonly<Record<string, string>>,
) => ReturnType<typeof createEngineReleases>;

/** The index, with versions 2026.8.19 and 2026.9.3. */
export type ReleaseIndex = {
  readonly folder: string;
  readonly base: string;
  readonly sandbox: Awaited<ReturnType<typeof probeSandboxes>>;
  /** Settings with which pip knows this index and no other. */
  readonly onlyHere: Readonly<Record<string, string>>;
  readonly releasesWith: ReleasesWith;
  /** Adds a wheel to the index. */
  readonly add: (wheel: Wheel) => void;
  readonly remove: () => void;
};

/** Writes an index whose page says which Python each version needs, and returns its address; the wheels are empty. */
export function indexPage(folder: string, versions: Readonly<Record<string, string>>): string {
  const index = path.join(folder, 'pages');
  mkdirSync(path.join(index, 'yt-dlp'), { recursive: true });
  const links = Object.entries(versions).map(([version, python]) => {
    const wheel = `yt_dlp-${version}-py3-none-any.whl`;
    writeFileSync(path.join(index, 'yt-dlp', wheel), '');
    return `<a href="${wheel}" data-requires-python="${python.replace('>', '&gt;')}">${wheel}</a>`;
  });
  const page = `<!DOCTYPE html><html><body>${links.join('\n')}</body></html>`;
  writeFileSync(path.join(index, 'yt-dlp/index.html'), page);
  return `file://${index}`;
}

/** Creates it. */
export async function createReleaseIndex(): Promise<ReleaseIndex> {
  const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-releases-'));
  const index = path.join(folder, 'index');
  const base = path.join(folder, 'engines');
  for (const made of [index, base]) mkdirSync(made);
  for (const version of ['2026.8.19', '2026.9.3']) addWheel(index, { name: 'yt_dlp', version });
  const sandbox = await probeSandboxes();
  return {
    folder,
    base,
    sandbox,
    onlyHere: { PIP_NO_INDEX: '1', PIP_FIND_LINKS: index, PIP_CONFIG_FILE: '/dev/null' },
    releasesWith: (environment) =>
      createEngineReleases({
        base,
        python: enginePython,
        source: 'pip',
        environment,
        home: folder,
        sandbox,
        clock: createManualClock(),
      }),
    add: (wheel) => addWheel(index, wheel),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
