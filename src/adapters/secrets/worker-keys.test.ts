import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyFingerprint } from './key-fingerprint.ts';
import { createSeal } from './seal.ts';
import { createTokens } from './tokens.ts';
import { createWorkKey, deriveWorkerKeys, readWorkerKeys, writeWorkerKeys } from './worker-keys.ts';

const SECRET = new Uint8Array(32).fill(7);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-worker-keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(content: string | Uint8Array) {
  const file = path.join(folder, 'key');
  await writeFile(file, content);
  return file;
}

it('are read as they were written, with or without an end of line', async () => {
  const keys = deriveWorkerKeys(SECRET);
  for (const end of ['', '\n'])
    expect(await readWorkerKeys(await written(writeWorkerKeys(keys) + end))).toEqual({
      ...keys,
      queue: new Uint8Array(keys.queue),
      work: new Uint8Array(keys.work),
    });
});

it('are not in any other file', async () => {
  const line = writeWorkerKeys(deriveWorkerKeys(SECRET));
  for (const other of [SECRET, randomBytes(32), '', line.slice(1), line.slice(0, -1), `${line}x`])
    expect(await readWorkerKeys(await written(other))).toBeNull();
  expect(await readWorkerKeys(path.join(folder, 'missing'))).toBeNull();
});

it('name the same files and the same site as the secret, and open nothing that it sealed', () => {
  const { queue, work, fingerprint } = deriveWorkerKeys(SECRET);
  expect(createWorkKey(work)('a plan')).toBe(createTokens(SECRET).workKey('a plan'));
  // Those of earlier releases: files that are kept are found again.
  expect(createWorkKey(work)('a plan')).toBe(
    'd5f360a10e1470313bbf1bf32e36a0c3de74f4c54fa7e17db1ef9bb3d129fec4',
  );
  expect(fingerprint).toBe(keyFingerprint(SECRET));
  const sealed = createSeal(SECRET).seal('a link', 'row');
  for (const key of [queue, work]) {
    expect(createSeal(key).open(sealed, 'row')).toBeNull();
    expect(createTokens(key).read(createTokens(SECRET).fileToken('a', ''))).toBeNull();
  }
});
