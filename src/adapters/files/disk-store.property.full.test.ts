// Random operations on a store in random order, beside a simple model of it.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bytesOf,
  makeDiskStore,
  readAll,
  receiptOf,
  type TestStore,
} from '../../../tests/contracts/file-stores.ts';
import type { Workspace } from '../../core/files/ports.ts';
import { codeOf } from '../../shared/errors.ts';

const MAX_BYTES = 40_000;

type Step =
  | {
      readonly does: 'lend' | 'keep';
      readonly bytes: number;
      readonly key: string;
      readonly ttlMs: number;
    }
  | { readonly does: 'giveBack' | 'touch' | 'open' | 'finish' | 'remove'; readonly pick: number }
  | { readonly does: 'wait'; readonly ms: number }
  | { readonly does: 'sweep' | 'reopen' };

type ModelFile = {
  readonly id: string;
  readonly serial: number;
  readonly key: string;
  readonly content: Uint8Array;
  expiresAt: number;
  readers: number;
};

const sizes = fc.integer({ min: 1, max: 15_000 });
const picks = fc.nat(99);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constantFrom('lend' as const, 'keep' as const, 'keep' as const),
    bytes: sizes,
    key: fc.constantFrom('a', 'b', 'c'),
    ttlMs: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    does: fc.constantFrom(
      'giveBack' as const,
      'touch' as const,
      'open' as const,
      'finish' as const,
      'remove' as const,
    ),
    pick: picks,
  }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ does: fc.constantFrom('sweep' as const, 'reopen' as const) }),
);

/** A store and a model of it: plain lists with the rules in their simplest form. */
function pair(test: TestStore) {
  // Least recently used first.
  let files: ModelFile[] = [];
  let serial = 0;
  let lent: { workspace: Workspace; bytes: number }[] = [];
  let readers: { file: ModelFile; pieces: AsyncIterator<Uint8Array> }[] = [];
  const now = () => test.clock.now();
  const store = () => test.store();
  const alive = () => files.filter(({ expiresAt }) => expiresAt > now());
  const use = (file: ModelFile) => {
    files = [...files.filter((other) => other !== file), file];
  };
  const pickOf = <One>(list: readonly One[], pick: number) => list[pick % Math.max(1, list.length)];
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
  const gone = () => readers.map(({ file }) => file).filter((file) => !files.includes(file));
  const held = () =>
    sum(lent.map(({ bytes }) => bytes)) +
    sum([...new Set([...files, ...gone()])].map(({ content }) => content.length));

  /** Whether a job of `bytes` gets a workspace; evicts files for it. */
  const makeRoom = (bytes: number): boolean => {
    const idle = files.filter((file) => file.readers === 0);
    if (held() + bytes - MAX_BYTES > sum(idle.map(({ content }) => content.length))) return false;
    while (held() + bytes > MAX_BYTES) {
      const oldest = idle.shift();
      files = files.filter((file) => file !== oldest);
    }
    return true;
  };

  const finish = async (reader: (typeof readers)[number]) => {
    const all = await readAll({ [Symbol.asyncIterator]: () => reader.pieces });
    expect(Buffer.compare(all, reader.file.content), 'the bytes that were read').toBe(0);
    readers = readers.filter((other) => other !== reader);
    reader.file.readers -= 1;
    if (files.includes(reader.file)) use(reader.file);
  };

  const finishAll = async () => {
    for (const reader of [...readers]) await finish(reader);
  };

  const take = async (one: Step): Promise<void> => {
    switch (one.does) {
      case 'lend':
      case 'keep': {
        const fits = makeRoom(one.bytes);
        const workspace = await store()
          .workspace(one.bytes)
          .catch((error) => codeOf(error));
        expect(typeof workspace === 'string' ? workspace : 'lent').toBe(
          fits ? 'lent' : 'server_full',
        );
        if (typeof workspace === 'string') return;
        if (one.does === 'lend') {
          lent.push({ workspace, bytes: one.bytes });
          return;
        }
        const content = bytesOf(one.bytes, serial);
        const path = join(workspace.folder, 'made');
        await writeFile(path, content);
        const expiresAt = now() + one.ttlMs;
        const about = { workKey: one.key, receipt: receiptOf(content.length), expiresAt };
        const { id } = await store().keep(path, about);
        await workspace.remove();
        serial += 1;
        files.push({ id, serial, key: one.key, content, expiresAt, readers: 0 });
        return;
      }
      case 'giveBack': {
        const back = pickOf(lent, one.pick);
        await back?.workspace.remove();
        lent = lent.filter((other) => other !== back);
        return;
      }
      case 'touch': {
        const file = pickOf(alive(), one.pick);
        if (!file) return;
        file.expiresAt = Math.max(file.expiresAt, now() + one.pick);
        use(file);
        await store().touch(file.id, now() + one.pick);
        return;
      }
      case 'open': {
        const file = pickOf(alive(), one.pick);
        if (!file) return;
        const pieces = (await store().open(file.id, null))[Symbol.asyncIterator]();
        use(file);
        file.readers += 1;
        readers.push({ file, pieces });
        return;
      }
      case 'finish': {
        const reader = pickOf(readers, one.pick);
        if (reader) await finish(reader);
        return;
      }
      case 'remove': {
        const file = pickOf(files, one.pick);
        if (!file) return;
        files = files.filter((other) => other !== file);
        await store().remove(file.id);
        return;
      }
      case 'wait':
        test.clock.advance(one.ms);
        return;
      case 'sweep':
        expect(await store().sweep()).toBe(files.length - alive().length);
        files = alive();
        return;
      case 'reopen':
        await finishAll();
        await take({ does: 'sweep' });
        // The disk keeps the last use in milliseconds; no file may expire in between.
        for (const file of files) {
          file.expiresAt = Math.max(file.expiresAt, now() + 100);
          await store().touch(file.id, file.expiresAt);
        }
        for (const file of files) {
          test.clock.advance(1);
          await store().touch(file.id, 0);
        }
        lent = [];
        await test.reopen();
    }
  };

  const compare = async () => {
    for (const { id, expiresAt, content } of files) {
      const expected = expiresAt > now() ? { id, expiresAt, bytes: content.length } : null;
      const found = await store().get(id);
      expect(found && { id, expiresAt: found.expiresAt, bytes: found.bytes }).toEqual(expected);
    }
    for (const { file } of readers) {
      if (!files.includes(file)) expect(await store().get(file.id)).toBeNull();
    }
    for (const key of ['a', 'b', 'c']) {
      const newest = alive()
        .filter((file) => file.key === key)
        .toSorted((a, b) => b.serial - a.serial)[0];
      expect((await store().find(key))?.id).toBe(newest?.id);
    }
  };
  const filesOnDisk = async () => (await readdir(join(test.dataDir, 'files'))).sort();
  const end = async () => {
    await finishAll();
    expect(await filesOnDisk()).toEqual(files.map(({ id }) => id).sort());
    for (const { id, content } of alive()) {
      const bytes = await readAll(await store().open(id, null));
      expect(Buffer.compare(bytes, content)).toBe(0);
    }
    expect(test.warnings).toEqual([]);
  };
  return { take, compare, end };
}

it('agrees with a simple model for random operations in random order', async () => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const test = await makeDiskStore({ maxBytes: MAX_BYTES });
      try {
        const { take, compare, end } = pair(test);
        for (const one of steps) {
          await take(one);
          test.clock.advance(1);
          await compare();
          counts.set(one.does, (counts.get(one.does) ?? 0) + 1);
        }
        await end();
      } finally {
        await test.end();
      }
    }),
    { numRuns: 150, seed: 3 },
  );
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  expect(counts.size).toBe(10);
});
