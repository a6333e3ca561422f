import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { putFile, readAll, STORE_START, sumWritten } from '../../../tests/contracts/file-stores.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createDiskStore, type DiskStoreOptions } from './disk-store.ts';

const PROGRAM = join(import.meta.dirname, '../../../tests/fixtures/store/crashing-server.ts');

describe('the folder of a store', () => {
  let dataDir: string;
  const options = (over: Partial<DiskStoreOptions> = {}): DiskStoreOptions => ({
    dataDir,
    clock: createManualClock(STORE_START),
    maxBytes: 1e9,
    minFreeBytes: 0,
    warn: (message) => expect.fail(message),
    ...over,
  });
  const tree = async (folder = '') =>
    (await readdir(join(dataDir, folder), { recursive: true })).sort();

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepreel-files-'));
    dataDir = join(folder, 'data');
    return () => rm(folder, { recursive: true });
  });

  it('is accessible to this user only, whatever the umask', async () => {
    const mask = process.umask(0);
    const store = await createDiskStore(options());
    const { id } = await putFile(store);
    process.umask(mask);
    await store.close();
    for (const name of ['', 'files', 'work', 'files.lock', `files/${id}`]) {
      const { mode } = await stat(join(dataDir, name));
      expect(mode & 0o077, name).toBe(0);
    }
  });

  it('has random names only, and no job folders once the store is closed', async () => {
    const store = await createDiskStore(options());
    const { id } = await putFile(store, { workKey: 'secret-work' });
    await writeFile(join((await store.workspace(10)).folder, 'part'), 'x');
    await store.close();
    await store.close();
    expect(await tree()).toEqual(
      [
        'files',
        'files.lock',
        'work',
        ...['', '/media', '/record.json'].map((name) => `files/${id}${name}`),
      ].sort(),
    );
  });

  it('serves one server at a time', async () => {
    const first = await createDiskStore(options());
    const file = await putFile(first);
    await expect(createDiskStore(options())).rejects.toThrow(
      /in use by another server .* End that one first/,
    );
    // The refused one changed nothing.
    expect(await readAll(await first.open(file.id, null))).toHaveLength(file.bytes);
    await first.workspace(1);
    await first.close();
    const second = await createDiskStore(options());
    expect(await second.get(file.id)).not.toBeNull();
    await expect(first.workspace(1)).rejects.toMatchObject({ code: 'storage_failed' });
    await second.close();
  });

  describe('after another server', () => {
    let child: ChildProcess;
    let kept: string;

    beforeEach(async () => {
      child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
      kept = String(line).trim();
      return async () => {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }
      };
    });

    it('that still runs is refused, and leaves the job folders of that server', async () => {
      const before = await tree();
      await expect(createDiskStore(options())).rejects.toThrow(/in use by another server/);
      expect(await tree()).toEqual(before);
    });

    it('that was killed keeps its file and removes its job folders', async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect((await tree('work')).some((name) => name.endsWith('/part'))).toBe(true);
      const store = await createDiskStore(options());
      expect(await readAll(await store.open(kept, null))).toEqual(new Uint8Array(400_000).fill(7));
      expect(await tree('work')).toHaveLength(1);
      await store.close();
    });
  });

  it('computes the digests that an earlier server left out', async () => {
    const first = await createDiskStore(options());
    const { id } = await putFile(first);
    await vi.waitUntil(async () => (await first.get(id))?.sha256, { timeout: 10_000 });
    const sha256 = (await first.get(id))?.sha256;
    await first.close();
    const path = join(dataDir, 'files', id, 'record.json');
    const record = await readFile(path, 'utf8');
    expect(record).toContain(sha256);
    // As it is before the file was hashed.
    const { crc32, ...old } = JSON.parse(record);
    await writeFile(path, JSON.stringify({ ...old, crc32: null, sha256: null }));
    const second = await createDiskStore(options());
    await vi.waitUntil(async () => (await second.get(id))?.sha256 === sha256, { timeout: 10_000 });
    expect((await second.get(id))?.crc32).toBe(crc32);
    await second.close();
    expect(await readFile(path, 'utf8')).toBe(record);
  });

  const id = 'a'.repeat(32);
  const halves: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
    'has no record': (folder) => rm(join(folder, 'record.json')),
    'has no media': (folder) => rm(join(folder, 'media')),
    'is empty': async (folder) => {
      await rm(folder, { recursive: true });
      await mkdir(folder);
    },
    'has half a record': (folder) => truncate(join(folder, 'record.json'), 40),
    'has an empty record': (folder) => truncate(join(folder, 'record.json'), 0),
    'has a record of something else': (folder) => writeFile(join(folder, 'record.json'), '{"a":1}'),
    'has a folder for a record': async (folder) => {
      await rm(join(folder, 'record.json'));
      await mkdir(join(folder, 'record.json/deep'), { recursive: true });
    },
    'is one byte short': (folder) => truncate(join(folder, 'media'), 4095),
    'is one byte long': (folder) => truncate(join(folder, 'media'), 4097),
    'has a folder for media': async (folder) => {
      await rm(join(folder, 'media'));
      await mkdir(join(folder, 'media'));
    },
    'has the record of another file': async (folder) => {
      const path = join(folder, 'record.json');
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll(id, 'b'.repeat(32)));
    },
    'is no folder': async (folder) => {
      await rm(folder, { recursive: true });
      await writeFile(folder, 'x');
    },
  };

  it.each(Object.keys(halves))('loses a file that %s', async (name) => {
    const first = await createDiskStore(options());
    const whole = await putFile(first, { workKey: 'whole' });
    const half = await putFile(first, { workKey: 'half' });
    await first.close();
    const folder = join(dataDir, 'files', id);
    await rename(join(dataDir, 'files', half.id), folder);
    const record = await readFile(join(folder, 'record.json'), 'utf8');
    await writeFile(join(folder, 'record.json'), record.replaceAll(half.id, id));
    // It is found now, so only the damage below can make it disappear.
    await cp(folder, join(dataDir, 'copy'), { recursive: true });
    const second = await createDiskStore(options());
    expect((await second.find('half'))?.id).toBe(id);
    await second.close();

    await rm(folder, { recursive: true });
    await cp(join(dataDir, 'copy'), folder, { recursive: true });
    await halves[name]?.(folder);
    const third = await createDiskStore(options());
    expect(await third.find('half')).toBeNull();
    expect((await third.find('whole'))?.id).toBe(whole.id);
    expect(await readdir(join(dataDir, 'files'))).toEqual([whole.id]);
    await third.close();
  });

  it('keeps files that are not its own, and removes all old job folders', async () => {
    for (const name of ['files/lost+found', 'work/old/deep/er', 'work/b'.repeat(1)]) {
      await mkdir(join(dataDir, name), { recursive: true });
    }
    await writeFile(join(dataDir, 'work/old/part'), 'x');
    await writeFile(join(dataDir, 'work/stray'), 'x');
    const store = await createDiskStore(options());
    expect(await readdir(join(dataDir, 'files'))).toEqual(['lost+found']);
    expect(await readdir(join(dataDir, 'work'))).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    await store.close();
  });

  it('can be opened after a failed attempt', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'files'), 'in the way');
    await expect(createDiskStore(options())).rejects.toThrow('EEXIST');
    await rm(join(dataDir, 'files'));
    await (await createDiskStore(options())).close();
  });

  it('gives up no file that is placed in a workspace: it would free nothing', async () => {
    const store = await createDiskStore(options({ maxBytes: 20_000 }));
    const { id } = await putFile(store, { workKey: 'a', content: Buffer.alloc(6000) });
    const workspace = await store.workspace(0);
    await store.place(id, join(workspace.folder, 'source'));
    await (await store.workspace(12_000)).remove();
    await expect(store.workspace(15_000)).rejects.toMatchObject({ code: 'server_full' });
    expect(await store.get(id)).not.toBeNull();
    await workspace.remove();
    await (await store.workspace(15_000)).remove();
    expect(await store.get(id)).toBeNull();
    await store.close();
  });

  it('gives up first what a network owns beyond its share, and nothing that several own', async () => {
    const store = await createDiskStore(options({ maxBytes: 20_000 }));
    const put = (workKey: string) => putFile(store, { workKey, content: Buffer.alloc(1500) });
    const [old, shared, own, last] = [
      await put('a'),
      await put('b'),
      await put('c'),
      await put('d'),
    ];
    for (const { id } of [shared, own, last]) await store.touch(id, 0, '192.0.2.1/32');
    await store.touch(shared.id, 0, '192.0.2.2/32');
    await (await store.workspace(15_000)).remove();
    const kept = await store.getMany([old, shared, own, last].map(({ id }) => id));
    expect([...kept.keys()]).toEqual([old.id, shared.id, last.id]);
    await store.close();
  });

  it('reports why it can no longer be written or read', async () => {
    const warnings: string[] = [];
    const store = await createDiskStore(options({ warn: (message) => warnings.push(message) }));
    const file = await putFile(store);
    await sumWritten(dataDir, file.id);
    await rm(join(dataDir, 'files', file.id), { recursive: true });
    await store.touch(file.id, STORE_START + 9e9);
    expect(warnings).toEqual(['the record of a kept file could not be changed']);
    await expect(store.open(file.id, null)).rejects.toMatchObject({ code: 'expired' });
    await rm(join(dataDir, 'work'), { recursive: true });
    await expect(store.workspace(1)).rejects.toMatchObject({ code: 'storage_failed' });
    await store.close();
  });
});
