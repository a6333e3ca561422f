import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTrendingFiles } from './trending-files.ts';

describe('trending files', () => {
  let dataDir: string;
  let folder: string;
  let files: ReturnType<typeof createTrendingFiles>;
  const content = Buffer.from('0123456789'.repeat(10_000));

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keepreel-trending-'));
    folder = join(dataDir, 'trending');
    files = createTrendingFiles(dataDir);
    return () => rm(dataDir, { recursive: true });
  });
  const read = async (name: string, range: Parameters<typeof files.open>[1]) =>
    buffer(await files.open(name, range));

  it('do not exist at first', async () => {
    expect(await files.find('a.jpg')).toBeNull();
    await expect(files.open('a.jpg', null)).rejects.toMatchObject({ code: 'not_found_page' });
  });

  it('can be read whole and in ranges', async () => {
    await files.add('a.jpg', content);
    expect(await files.find('a.jpg')).toMatchObject({ bytes: content.length });
    expect((await read('a.jpg', null)).equals(content)).toBe(true);
    expect((await read('a.jpg', { start: 5, end: 11 })).toString()).toBe('5678901');
  });

  it('may be empty', async () => {
    await files.add('a.jpg', new Uint8Array());
    expect(await files.find('a.jpg')).toMatchObject({ bytes: 0 });
    expect(await read('a.jpg', null)).toHaveLength(0);
  });

  it('are accessible to this user only, and leave no draft', async () => {
    await files.add('a.jpg', content);
    expect(await readdir(folder)).toEqual(['a.jpg']);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'a.jpg'))).mode & 0o777).toBe(0o600);
  });

  it('have another tag for other contents', async () => {
    await files.add('a.jpg', content);
    const before = await files.find('a.jpg');
    await writeFile(join(folder, 'a.jpg'), 'x');
    expect((await files.find('a.jpg'))?.etag).not.toBe(before?.etag);
    expect(before?.etag).toMatch(/^"[a-z0-9-]+"$/);
  });

  it('are never overwritten', async () => {
    await files.add('a.jpg', content);
    await expect(files.add('a.jpg', Buffer.from('x'))).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(await readdir(folder)).toEqual(['a.jpg']);
    expect(await files.find('a.jpg')).toMatchObject({ bytes: content.length });
  });

  it.each(['../secret.key', '.hidden', 'a/b.jpg', 'page.html', '', 'a.jpg/'])(
    'are neither read nor written under the name %j',
    async (name) => {
      await mkdir(join(folder, 'a'), { recursive: true });
      for (const place of ['../secret.key', '.hidden', 'a/b.jpg', 'page.html'])
        await writeFile(join(folder, place), 'canary');
      expect(await files.find(name)).toBeNull();
      await expect(files.open(name, null)).rejects.toMatchObject({ code: 'not_found_page' });
      await expect(files.add(name, content)).rejects.toThrow(TypeError);
    },
  );

  it('are never links, folders or sockets', async () => {
    await mkdir(join(folder, 'folder.jpg'), { recursive: true });
    await writeFile(join(dataDir, 'outside.jpg'), 'canary');
    await symlink(join(dataDir, 'outside.jpg'), join(folder, 'link.jpg'));
    await symlink(join(folder, 'loop.jpg'), join(folder, 'loop.jpg'));
    const server = createServer().listen(join(folder, 'socket.jpg'));
    await once(server, 'listening');
    for (const name of ['folder.jpg', 'link.jpg', 'loop.jpg', 'socket.jpg'])
      expect([name, await files.find(name)]).toEqual([name, null]);
    server.close();
  });

  it('leave no descriptor open', async () => {
    await files.add('a.jpg', content);
    const count = async () => (await readdir('/proc/self/fd')).length;
    const before = await count();
    for (let n = 0; n < 20; n += 1) {
      await files.find('a.jpg');
      await read('a.jpg', null);
      const pieces = (await files.open('a.jpg', null))[Symbol.asyncIterator]();
      await pieces.next();
      await pieces.return?.();
    }
    expect(await count()).toBeLessThanOrEqual(before);
  });
});
