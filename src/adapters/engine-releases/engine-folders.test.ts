import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngineFolders, type EngineFolders } from './engine-folders.ts';
import { filesNamedIn } from './package-access.ts';

let base: string;
let folders: EngineFolders;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'keepreel-folders-'));
  folders = createEngineFolders(base);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (name: string, text: string) => {
  mkdirSync(path.join(base, name), { recursive: true });
  writeFileSync(path.join(base, name, 'engine.json'), text);
};
const engine = (version: string) =>
  JSON.stringify({ version, source: 'pip', python: 'venv/bin/python', pythonPath: [] });

describe('folders of engines', () => {
  it('are those that are whole', async () => {
    put('2026.08.19-pip', engine('2026.8.19'));
    put('2026.09.03-1', '{ "version":');
    put('staging-server-x', engine('2026.09.04'));
    put('mine', engine('2026.09.05'));
    mkdirSync(path.join(base, '2026.09.06-1'));
    expect(await folders.list()).toEqual([
      {
        id: '2026.08.19-pip',
        version: '2026.08.19',
        source: 'pip',
        enginePath: null,
        python: path.join(base, '2026.08.19-pip/venv/bin/python'),
      },
    ]);
  });

  it('get a number that none has, and never take the place of one', async () => {
    for (const name of ['2026.09.03-1', '2026.09.03-2']) put(name, engine('2026.09.03'));
    const staging = await folders.stage(0);
    expect(await folders.complete(staging, '2026.09.03')).toBe('2026.09.03-3');
  });

  it('are chosen in one step, again and again', async () => {
    expect(await folders.chosen()).toBeNull();
    for (const id of ['2026.08.19-pip', '2026.09.03-1']) {
      await folders.choose(id);
      expect(await folders.chosen()).toBe(id);
    }
    expect(readdirSync(base)).toEqual(['current']);
  });

  it('that a killed server left in the making are removed after an hour', async () => {
    const now = 10 * 3_600_000;
    for (const [name, ageMs] of [
      ['staging-server-old', 3_700_000],
      ['staging-server-new', 1000],
      ['staging-1', 3_700_000],
    ] as const) {
      mkdirSync(path.join(base, name));
      utimesSync(path.join(base, name), 0, (now - ageMs) / 1000);
    }
    const mine = await folders.stage(now);
    expect(readdirSync(base).sort()).toEqual(
      ['staging-1', path.basename(mine), 'staging-server-new'].sort(),
    );
  });

  it.each(['..', 'current', '../x', 'staging-server-1', 'mine'])(
    'are the only ones that can be removed, not %s',
    async (name) => {
      await expect(folders.remove(name)).rejects.toThrow(TypeError);
    },
  );
});

it.each([
  ["global.find-links='/opt/wheels'", ['/opt/wheels']],
  [
    "global.extra-index-url='file:///opt/a/simple file:///opt/b/simple'",
    ['/opt/a/simple', '/opt/b/simple'],
  ],
  ['https://user:secret@mirror.test/pypi/simple', []],
  ['http://proxy.test:3128/', []],
  [":env:.cert='/etc/ssl/ca.crt'\n/", ['/etc/ssl/ca.crt']],
])('the files that %j names are seen by pip', (text, files) => {
  expect(filesNamedIn(text)).toEqual(files);
});
