// Where a new file is written by its size: to memory, or to the storage of the browser, which is left clean.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTarget } from './open-target.ts';

type Storage = { readonly quota?: number; readonly usage?: number; readonly fails?: boolean };

/** A browser whose storage holds these files; those in `held` are in use by another tab. */
function browserWith({ quota, usage, fails }: Storage, names: string[] = [], held: string[] = []) {
  const files = new Set(names);
  const locks = new Set(held);
  const log: string[] = [];
  const handle = {
    createWritable: async () =>
      Object.assign(new WritableStream(), { abort: async () => void log.push('stream ended') }),
    getFile: async () => new File(['new file'], 'x'),
  };
  const root = {
    keys: () => files.values(),
    getFileHandle: async (name: string) => {
      files.add(name);
      return handle;
    },
    removeEntry: async (name: string) => {
      log.push('file removed');
      files.delete(name);
    },
  };
  const request = async (
    name: string,
    ...rest: [act: () => unknown] | [{ ifAvailable: true }, act: (lock: object | null) => unknown]
  ) => {
    const [options, act] = rest.length === 1 ? [null, rest[0]] : rest;
    if (options && locks.has(name)) return act(null);
    locks.add(name);
    await act({});
    locks.delete(name);
  };
  vi.stubGlobal(
    'FileSystemFileHandle',
    class {
      createWritable() {}
    },
  );
  vi.stubGlobal('navigator', {
    storage: {
      getDirectory: async () => {
        if (fails) throw new DOMException('private window', 'SecurityError');
        return root;
      },
      estimate: async () => ({ quota, usage }),
    },
    locks: { request },
  });
  return { files, locks, log };
}

afterEach(() => vi.unstubAllGlobals());

const MB = 1_000_000;

describe('a file in memory', () => {
  it.each([
    [32 * MB, true],
    [32 * MB + 1, false],
    [256 * MB, false],
  ])('of %d bytes has its index in front: %s', async (bytes, fastStart) => {
    const { files } = browserWith({ quota: 0 });
    const place = await openTarget(bytes);
    expect(place.fastStart).toBe(fastStart);
    expect(files.size).toBe(0);
    const file = await place.finish('video/mp4');
    expect([file.type, file.size]).toEqual(['video/mp4', 0]);
    await place.dispose();
  });

  it('is also a large one where the browser has no storage, up to a gigabyte', async () => {
    vi.stubGlobal('navigator', {});
    expect((await openTarget(1000 * MB)).fastStart).toBe(false);
    await expect(openTarget(1000 * MB + 1)).rejects.toMatchObject({
      code: 'tooBig',
      bytes: { size: 1000 * MB + 1, limit: 1000 * MB },
    });
  });

  it('is one where the storage is locked', async () => {
    browserWith({ fails: true });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect((await openTarget(257 * MB)).fastStart).toBe(false);
    expect(console.warn).toHaveBeenCalledOnce();
    vi.mocked(console.warn).mockClear(); // expected
  });
});

describe('a file on disk', () => {
  it('is held by this tab, and removed with its lock when it is no longer needed', async () => {
    const { files, locks, log } = browserWith({ quota: 1000 * MB });
    const place = await openTarget(256 * MB + 1);
    const [name = ''] = files;
    expect(name).toMatch(/^keepreel-trim-[\w-]{36}$/);
    expect([...locks]).toEqual([name]);
    expect(place.fastStart).toBe(false);
    const file = await place.finish('video/webm');
    expect([file.type, await file.text()]).toEqual(['video/webm', 'new file']);
    await place.dispose();
    expect(log).toEqual(['stream ended', 'file removed']);
    await vi.waitFor(() => expect(locks.size).toBe(0));
  });

  it.each<[Storage, boolean]>([
    [{ quota: 300 * MB }, true],
    [{ quota: 300 * MB - 1 }, false],
    [{ quota: 400 * MB, usage: 100 * MB }, true],
    [{ quota: 400 * MB, usage: 100 * MB + 1 }, false],
    [{}, true],
  ])('of 300 MB fits with %j: %s', async (storage, fits) => {
    const { files } = browserWith(storage);
    const opening = openTarget(300 * MB);
    if (fits) await (await opening).dispose();
    else await expect(opening).rejects.toMatchObject({ code: 'noRoom' });
    expect(files.size).toBe(0);
  });

  it('comes after the files that closed tabs left behind are removed, and no others', async () => {
    const names = ['keepreel-trim-left', 'keepreel-trim-used', 'other'];
    const { files } = browserWith({}, names, ['keepreel-trim-used']);
    await (await openTarget(300 * MB)).dispose();
    expect([...files]).toEqual(['keepreel-trim-used', 'other']);
  });
});
