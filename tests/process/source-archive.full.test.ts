// The archive with the source of what runs here: what is in it, what never is, and that equal sources make equal bytes.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIST, writeList } from '../../scripts/source/list-sources.ts';
import { packSource } from '../../scripts/source/pack-source.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
/** No part of it may appear in an archive. */
const SECRETS = {
  '.env': 'METRICS_TOKEN=the-secret-of-the-operator',
  'src/.env.local': 'the-secret-of-the-operator',
  'deploy/.env': 'the-secret-of-the-operator',
  'deploy/secrets/s3-secret-access-key': 'the-secret-of-the-operator',
  'data/keepreel.sqlite': 'the-secret-of-the-operator',
  'data/secret.key': 'the-secret-of-the-operator',
  'src/secret.key': 'the-secret-of-the-operator',
  'engine/cookies.txt': 'the-secret-of-the-operator',
  'content/kept/keepreel.sqlite': 'the-secret-of-the-operator',
  'src/server.pem': 'the-secret-of-the-operator',
  'notes.txt': 'the-secret-of-the-operator',
  'node_modules/a/index.js': 'the-secret-of-the-operator',
  '.cache/x': 'the-secret-of-the-operator',
  '.engine/x': 'the-secret-of-the-operator',
  'dist/web/index.html': 'the-secret-of-the-operator',
  'src/node_modules/a.js': 'the-secret-of-the-operator',
  'src/run.log': 'the-secret-of-the-operator',
  'engine/__pycache__/x.pyc': 'the-secret-of-the-operator',
  ...Object.fromEntries(
    [
      'deploy/keepreel.env',
      'deploy/kubernetes/base/secret.yaml',
      'deploy/kubernetes/roles/secret-prod.yaml',
      'deploy/compose.override.yaml',
      'deploy/systemd/keepreel.env',
      'deploy/redis.conf',
      'deploy/.htpasswd',
      'deploy/id_ed25519',
      'deploy/caddy/password.txt',
      'deploy/image/my-registry.json',
      'scripts/backup.sql',
      'docs/compose.yaml.bak',
      'src/server.crt',
    ].map((name) => [name, 'the-secret-of-the-operator']),
  ),
};
const FILES = {
  'package.json': '{"name":"keepreel","version":"9.8.7"}',
  LICENSE: 'the licence',
  '.gitignore': 'node_modules\n.engine/\n.cache/\ndata/\ndist/\n*.log\n__pycache__/\n',
  'src/main.ts': 'the program',
  'src/core/a.ts': 'a',
  'deploy/compose.yaml': 'a sample',
  'content/locales/fr/words.json': '{"é":"ü"}',
  'tests/a long name.txt': 'with spaces',
  [`docs/${'long/'.repeat(25)}end.md`]: 'far below',
};
const SOURCES: Readonly<Record<string, string>> = {
  ...FILES,
  [LIST]: writeList(
    [...Object.keys(FILES), LIST].map((name) =>
      name === 'deploy/compose.yaml'
        ? { name, content: hash('sha1', `blob 8\0${FILES[name]}`) }
        : { name },
    ),
  ),
};

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-source-'));
  root = path.join(folder, 'project');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function lay(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
const git = (...words: string[]) =>
  run('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words]);
const archive = () => path.join(folder, 'made/source.tar.gz');
const pack = (from = root) => packSource(from, archive());

/** Unpacks it with the system's tar: every file by its name, without the folder that all lie in. */
async function unpack() {
  const into = path.join(folder, 'unpacked');
  await rm(into, { recursive: true, force: true });
  await mkdir(into);
  await run('tar', ['-xzf', archive(), '-C', into]);
  const [top = '', ...others] = await readdir(into);
  expect(others).toEqual([]);
  const entries = await readdir(path.join(into, top), { withFileTypes: true, recursive: true });
  const files = await Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(path.join(into, top), file), await readFile(file)] as const;
      }),
  );
  return { top, into, files: new Map(files.sort(([a], [b]) => (a < b ? -1 : 1))) };
}
const textsOf = (files: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]));

describe('the source of this project', () => {
  it('is in the archive file by file, as it lies here, with licence, program and what builds it', async () => {
    expect(await pack(ROOT)).toBe(true);
    const { top, files } = await unpack();
    expect(top).toMatch(/^keepreel-\d+\.\d+\.\d+$/);
    for (const name of [
      'LICENSE',
      'package.json',
      'package-lock.json',
      'src/main.ts',
      'scripts/setup.mjs',
      'content/locales/ar/first.json',
      '.gitignore',
      '.ci/run',
    ])
      expect([name, files.has(name)]).toEqual([name, true]);
    for (const [name, bytes] of files)
      expect([name, bytes.equals(await readFile(path.join(ROOT, name)))]).toEqual([name, true]);
    const never =
      /^(data|dist|node_modules|\.cache|\.engine|\.git)\/|\.env|\.sqlite|\.pem$|\.key$|\.pyc$/;
    expect([...files.keys()].filter((name) => never.test(name))).toEqual([]);
    expect(files.size).toBeGreaterThan(1000);
  });

  it('is the same with and without git', async () => {
    await pack(ROOT);
    const { files } = await unpack();
    for (const name of [...files.keys(), LIST]) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await cp(path.join(ROOT, name), path.join(root, name));
    }
    await pack();
    expect([...(await unpack()).files.keys()]).toEqual([...files.keys()]);
  });
});

describe.each(['with git', 'without git'])('the archive of a deployment %s', (kind) => {
  beforeEach(async () => {
    await lay(SOURCES);
    if (kind === 'without git') return;
    await git('init', '-q');
    await git('add', '.');
    await git('commit', '-qm', 'first');
  });

  it('holds the sources and no secret', async () => {
    await lay(SECRETS);
    await symlink('/etc/hostname', path.join(root, 'src/link.ts'));
    await pack();
    const { top, files } = await unpack();
    expect(top).toBe('keepreel-9.8.7');
    expect(textsOf(files)).toEqual(SOURCES);
  });

  it('holds no sample that the operator has filled in', async () => {
    await lay({ 'deploy/compose.yaml': 'the-secret-of-the-operator' });
    await pack();
    const { 'deploy/compose.yaml': _, ...others } = SOURCES;
    expect(textsOf((await unpack()).files)).toEqual(others);
  });

  it('holds what was changed and leaves out what was deleted, committed or not', async () => {
    await lay({ 'src/main.ts': 'the program, changed' });
    await rm(path.join(root, 'src/core/a.ts'));
    await pack();
    const { 'src/core/a.ts': _, ...others } = SOURCES;
    expect(textsOf((await unpack()).files)).toEqual({
      ...others,
      'src/main.ts': 'the program, changed',
    });
  });

  it('is made of the same bytes from the same sources, and not made again', async () => {
    expect(await pack()).toBe(true);
    const first = await readFile(archive());
    for (const name of Object.keys(SOURCES)) await utimes(path.join(root, name), 1, 1);
    expect(await pack()).toBe(false);
    await rm(archive());
    expect(await pack()).toBe(true);
    expect((await readFile(archive())).equals(first)).toBe(true);
    await lay({ 'src/main.ts': 'THE PROGRAM' });
    expect(await pack()).toBe(true);
    expect((await readFile(archive())).equals(first)).toBe(false);
    expect(await readdir(path.dirname(archive()))).toEqual([
      'source.tar.gz',
      'source.tar.gz.sources',
    ]);
  });

  it('can be read by everybody, and programs in it can be run', async () => {
    await chmod(path.join(root, 'src/main.ts'), 0o700);
    await chmod(path.join(root, 'LICENSE'), 0o600);
    await pack();
    const { top, into } = await unpack();
    const modeOf = async (name: string) => (await stat(path.join(into, top, name))).mode & 0o777;
    expect([await modeOf('src/main.ts'), await modeOf('LICENSE')]).toEqual([0o755, 0o644]);
  });
});

describe('what git does not know', () => {
  it('is in no archive of a checkout', async () => {
    await lay(SOURCES);
    await git('init', '-q');
    await git('add', '.');
    await lay({ 'src/mine.ts': 'not yet added', 'docs/plan.md': 'private' });
    await pack();
    expect(textsOf((await unpack()).files)).toEqual(SOURCES);
  });

  it('is in no archive without git either, where the checkout around is that of something else', async () => {
    await lay({ ...SOURCES, 'src/mine.ts': 'not listed' });
    await run('git', ['-C', folder, 'init', '-q']);
    await pack();
    expect(textsOf((await unpack()).files)).toEqual(SOURCES);
  });

  it('is not guessed where the list is gone', async () => {
    await lay(FILES);
    await expect(pack()).rejects.toThrow(`${LIST} is missing`);
  });
});
