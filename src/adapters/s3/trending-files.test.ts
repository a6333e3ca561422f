import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { objectsOf, placeInSwift, uploadsOf } from '../../../tests/contracts/s3/s3-stores.ts';
import type { FilmFiles } from '../../core/trending/ports.ts';
import { createFilmFiles } from '../files/film-files.ts';
import { openS3, type S3 } from './open-s3.ts';
import { createS3FilmFiles, createS3TrendingFiles } from './trending-files.ts';

let s3: S3;
let files: ReturnType<typeof createS3TrendingFiles>;
beforeEach(async () => {
  s3 = openS3(await placeInSwift());
  files = createS3TrendingFiles(s3);
  return () => s3.close();
});
const content = Buffer.from('0123456789'.repeat(10_000));

describe('trending files in an object store', () => {
  const read = async (name: string, range: Parameters<typeof files.open>[1]) =>
    buffer(await files.open(name, range));

  it('do not exist at first', async () => {
    expect(await files.find('a.jpg')).toBeNull();
    await expect(files.open('a.jpg', null)).rejects.toMatchObject({ code: 'not_found_page' });
    await files.remove('a.jpg');
  });

  it('can be read whole and in ranges, and removed', async () => {
    await files.add('a.jpg', content);
    expect(await files.find('a.jpg')).toEqual({
      bytes: content.length,
      etag: expect.stringMatching(/^"[a-z0-9-]+"$/),
    });
    expect((await read('a.jpg', null)).equals(content)).toBe(true);
    expect((await read('a.jpg', { start: 5, end: 11 })).toString()).toBe('5678901');
    expect(await objectsOf(s3)).toEqual(['trending/a.jpg']);
    await files.remove('a.jpg');
    expect(await files.find('a.jpg')).toBeNull();
  });

  it('may be empty', async () => {
    await files.add('a.jpg', new Uint8Array());
    expect(await files.find('a.jpg')).toMatchObject({ bytes: 0 });
    expect(await read('a.jpg', null)).toHaveLength(0);
  });

  it('have another tag for other contents', async () => {
    await files.add('a.jpg', content);
    const before = await files.find('a.jpg');
    const Key = `${s3.prefix}trending/a.jpg`;
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body: 'x' }));
    expect((await files.find('a.jpg'))?.etag).not.toBe(before?.etag);
  });

  it('are not overwritten', async () => {
    await files.add('a.jpg', content);
    await expect(files.add('a.jpg', Buffer.from('x'))).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(await files.find('a.jpg')).toMatchObject({ bytes: content.length });
  });

  it.each(['../secret.key', '.hidden', 'a/b.jpg', 'page.html', '', 'a.jpg/'])(
    'are neither read nor written under the name %j',
    async (name) => {
      expect(await files.find(name)).toBeNull();
      await expect(files.open(name, null)).rejects.toMatchObject({ code: 'not_found_page' });
      await expect(files.add(name, content)).rejects.toThrow(TypeError);
      await expect(files.remove(name)).rejects.toThrow(TypeError);
    },
  );
});

describe('uploads for an object store', () => {
  let dataDir: string;
  let films: FilmFiles;
  const warnings: string[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keepreel-s3-films-'));
    const drafts = createFilmFiles(dataDir, 'a'.repeat(32));
    films = createS3FilmFiles(s3, drafts, (message) => warnings.push(message));
    return async () => {
      await rm(dataDir, { recursive: true });
      expect(warnings).toEqual([]);
    };
  });
  async function* pieces(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  }
  const onDisk = () => readdir(join(dataDir, 'trending'));

  it('are found only once they are kept, and are copied for use', async () => {
    const draft = await films.draft(0);
    const { path } = await draft.receive(pieces('ab', 'c'), 3);
    expect(await objectsOf(s3)).toEqual([]);
    await films.keep(path, 'a.mp4');
    await expect(films.keep(path, 'a.mp4')).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(films.keep(path, 'a.exe')).rejects.toThrow(TypeError);
    await draft.remove();
    expect(await objectsOf(s3)).toEqual(['trending/a.mp4']);
    expect(await films.withLocalCopy('a.mp4', (at) => readFile(at, 'utf8'))).toBe('abc');
    await expect(
      films.withLocalCopy('a.mp4', async () => {
        throw new Error('it failed');
      }),
    ).rejects.toThrow('it failed');
    expect(await onDisk()).toEqual([]);
  });

  it('of many megabytes are kept in parts', async () => {
    const draft = await films.draft(0);
    const path = join(draft.folder, 'made');
    await writeFile(path, Buffer.alloc(20_000_000, 1));
    await films.keep(path, 'a.mp4');
    expect(await files.find('a.mp4')).toMatchObject({ bytes: 20_000_000 });
    expect(await uploadsOf(s3)).toEqual([]);
    await draft.remove();
  });

  it('are neither links nor missing', async () => {
    const draft = await films.draft(0);
    await symlink('/etc/hostname', join(draft.folder, 'made'));
    for (const name of ['made', 'missing'])
      await expect(films.keep(join(draft.folder, name), 'a.mp4')).rejects.toMatchObject({
        code: 'storage_failed',
      });
    await expect(films.withLocalCopy('a.mp4', async () => 1)).rejects.toMatchObject({
      code: 'not_found_page',
    });
    await draft.remove();
    expect(await objectsOf(s3)).toEqual([]);
  });
});
