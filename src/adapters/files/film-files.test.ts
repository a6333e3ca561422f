import {
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
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FilmFiles } from '../../core/trending/ports.ts';
import { createFilmFiles } from './film-files.ts';
import { createTrendingFiles } from './trending-files.ts';

const SELF = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const NOW = 1_760_000_000_000;

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('uploads in progress', () => {
  let dataDir: string;
  let root: string;
  let files: FilmFiles;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keepreel-films-'));
    root = join(dataDir, 'trending');
    files = createFilmFiles(dataDir, SELF);
    return () => rm(dataDir, { recursive: true });
  });

  it('are in a separate folder, and are found only once they are kept', async () => {
    const draft = await files.draft(0);
    const { path, bytes } = await draft.receive(pieces('ab', 'c'), 3);
    expect([bytes, await readFile(path, 'utf8')]).toEqual([3, 'abc']);
    expect((await stat(draft.folder)).mode & 0o777).toBe(0o700);
    const kept = createTrendingFiles(dataDir);
    expect(await kept.find(draft.folder.slice(root.length + 1))).toBeNull();
    await files.keep(path, 'a.mp4');
    await draft.remove();
    expect(await readdir(root)).toEqual(['a.mp4']);
    expect([await kept.find('a.mp4'), (await stat(join(root, 'a.mp4'))).mode & 0o777]).toEqual([
      { bytes: 3, etag: expect.any(String) },
      0o600,
    ]);
    expect(await files.withLocalCopy('a.mp4', (at) => readFile(at, 'utf8'))).toBe('abc');
  });

  it('fail at the first byte beyond the limit, and when their sender fails', async () => {
    const draft = await files.draft(0);
    await expect(draft.receive(pieces('abc', 'd'), 3)).rejects.toMatchObject({
      code: 'body_too_large',
    });
    await draft.remove();
    const other = await files.draft(0);
    const broken = (async function* () {
      yield Buffer.from('a');
      throw new TypeError('gone');
    })();
    await expect(other.receive(broken, 3)).rejects.toThrow(new TypeError('gone'));
    await other.remove();
    expect(await readdir(root)).toEqual([]);
  });

  it('are refused without disk space for two copies and the space to keep free', async () => {
    await expect(files.draft(2 ** 52)).rejects.toMatchObject({ code: 'server_full' });
    await expect(createFilmFiles(dataDir, SELF, 2 ** 52).draft(1)).rejects.toMatchObject({
      code: 'server_full',
    });
    expect(await readdir(root)).toEqual([]);
  });

  it('never replace another file, and are kept only as files with valid names', async () => {
    const draft = await files.draft(0);
    const { path } = await draft.receive(pieces('new'), 9);
    await writeFile(join(root, 'a.mp4'), 'old');
    await expect(files.keep(path, 'a.mp4')).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await readFile(join(root, 'a.mp4'), 'utf8')).toBe('old');
    await writeFile(join(dataDir, 'secret.key'), 'canary');
    await symlink(join(dataDir, 'secret.key'), join(draft.folder, 'link'));
    await mkdir(join(draft.folder, 'folder'));
    for (const name of ['link', 'folder'])
      await expect(files.keep(join(draft.folder, name), 'b.mp4')).rejects.toMatchObject({
        code: 'storage_failed',
      });
    await expect(files.keep(path, '../b.mp4')).rejects.toThrow(TypeError);
    for (const name of ['b.mp4', '../secret.key', 'none.webm'])
      await expect(files.withLocalCopy(name, async () => 0)).rejects.toMatchObject({
        code: 'not_found_page',
      });
  });

  it('of this server are removed after a crash, and nothing else is', async () => {
    await files.forgetDrafts(0);
    const draft = await files.draft(0);
    await draft.receive(pieces('a'), 9);
    await writeFile(join(root, 'a.jpg'), 'a picture');
    await files.forgetDrafts(0);
    expect(await readdir(root)).toEqual(['a.jpg']);
  });

  it('of another server that shares the folder are kept, unless they are old', async () => {
    const draft = await createFilmFiles(dataDir, OTHER).draft(0);
    await draft.receive(pieces('a'), 9);
    await writeFile(join(root, '.0123456789abcdef'), 'half of a picture');
    const left = (await readdir(root)).toSorted();
    for (const name of left) await utimes(join(root, name), NOW / 1000, NOW / 1000);
    await files.forgetDrafts(NOW);
    expect((await readdir(root)).toSorted()).toEqual(left);
    await files.forgetDrafts(NOW + 1);
    expect(await readdir(root)).toEqual([]);
  });
});
