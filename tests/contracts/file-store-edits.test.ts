// What the port `FileStore` promises to edits, on every store: files placed in a workspace, and uploads written to one.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fileStores, putFile, STORE_START, type TestStore } from './file-stores.ts';

const MB = 1024 * 1024;
const CONTENT = Buffer.from('the content of a film');

describe.each(fileStores)('a file store on %s', (_kind, make) => {
  let test: TestStore;
  afterEach(async () => {
    expect(test.warnings).toEqual([]);
    await test.end();
  });

  it('places a file in a workspace, where it stays when the store removes it', async () => {
    test = await make();
    const store = test.store();
    const { id } = await putFile(store, { workKey: 'a', content: CONTENT });
    const workspace = await store.workspace(1000);
    const path = join(workspace.folder, 'source.mp4');
    await store.place(id, path);
    await store.remove(id);
    expect(await readFile(path)).toEqual(CONTENT);
    await workspace.remove();
    expect(await store.get(id)).toBeNull();
  });

  it('places no file that is gone or has expired, and none outside a workspace', async () => {
    test = await make();
    const store = test.store();
    const { folder } = await store.workspace(1000);
    const file = await putFile(store, { workKey: 'a', content: CONTENT });
    await expect(store.place(file.id, join(test.dataDir, 'elsewhere'))).rejects.toThrow(TypeError);
    test.clock.advance(file.expiresAt - STORE_START);
    const gone = { code: 'expired' };
    await expect(store.place(file.id, join(folder, 'a'))).rejects.toMatchObject(gone);
    await expect(store.place('nothing', join(folder, 'a'))).rejects.toMatchObject(gone);
  });

  it('writes what arrives, up to a size, and passes on what breaks it', async () => {
    test = await make();
    const workspace = await test.store().workspace(1000);
    async function* pieces(failure?: Error) {
      yield CONTENT.subarray(0, 5);
      if (failure) throw failure;
      yield CONTENT.subarray(5);
    }
    const { path, bytes } = await workspace.write('whole', pieces(), CONTENT.length);
    expect([await readFile(path), bytes]).toEqual([CONTENT, CONTENT.length]);
    await expect(workspace.write('long', pieces(), CONTENT.length - 1)).rejects.toMatchObject({
      code: 'body_too_large',
    });
    const failure = new Error('the client has left');
    await expect(workspace.write('broken', pieces(failure), 100)).rejects.toBe(failure);
  });

  it('removes no file for an upload whose bytes do not come, and the oldest once they do', async () => {
    test = await make({ maxBytes: 12 * MB });
    const store = test.store();
    const old = await putFile(store, { workKey: 'a', content: Buffer.alloc(6 * MB) });
    const workspace = await store.workspace(0);
    expect(await store.get(old.id)).not.toBeNull();
    async function* pieces(count: number) {
      for (let piece = 0; piece < count; piece += 1) yield Buffer.alloc(MB, piece + 1);
    }
    await workspace.write('small', pieces(1), 20 * MB);
    expect(await store.get(old.id)).not.toBeNull();
    await workspace.write('large', pieces(8), 20 * MB);
    expect(await store.get(old.id)).toBeNull();
    await expect(workspace.write('too large', pieces(8), 20 * MB)).rejects.toMatchObject({
      code: 'server_full',
    });
    await workspace.remove();
  });
});
