import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { deriveKey, openSecret, readGivenSecret } from './secret.ts';

describe('the secret of a server', () => {
  let dataDir: string;
  let path: string;
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepreel-secret-'));
    dataDir = join(folder, 'data');
    path = join(dataDir, 'secret.key');
    return () => rm(folder, { recursive: true });
  });

  it('is made once, for this user only, and is the same ever after', async () => {
    const old = process.umask(0);
    const first = await openSecret(dataDir).finally(() => process.umask(old));
    expect(first).toHaveLength(32);
    expect(await openSecret(dataDir)).toEqual(first);
    expect(new Uint8Array(await readFile(path))).toEqual(first);
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(dataDir)).toBe(0o700);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('is another one elsewhere', async () => {
    expect(await openSecret(dataDir)).not.toEqual(await openSecret(join(dataDir, 'other')));
  });

  it('is one and the same for many who start together', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => openSecret(dataDir)));
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it.each([0, 31, 33, 64])('is refused with the remedy when it has %i bytes', async (length) => {
    await openSecret(dataDir);
    await writeFile(path, new Uint8Array(length));
    await expect(openSecret(dataDir)).rejects.toThrow(
      new RegExp(`secret\\.key must hold exactly 32 bytes, but has ${length}\\. Put .* remove it`),
    );
    expect(await readFile(path)).toHaveLength(length);
  });

  it('is closed to others when they could read it', async () => {
    const first = await openSecret(dataDir);
    await chmod(path, 0o644);
    expect(await openSecret(dataDir)).toEqual(first);
    expect(await modeOf(path)).toBe(0o600);
  });
});

describe('a secret that the operator gives', () => {
  it('is read and never written, and is refused when it is missing or of another length', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepreel-secret-'));
    const path = join(folder, 'key');
    await expect(readGivenSecret(path)).rejects.toThrow(
      /key does not exist\. Create it once: head/,
    );
    await writeFile(path, new Uint8Array(31));
    await expect(readGivenSecret(path)).rejects.toThrow(/exactly 32 bytes, but has 31/);
    await writeFile(path, new Uint8Array(32).fill(7), { mode: 0o644 });
    expect(await readGivenSecret(path)).toEqual(new Uint8Array(32).fill(7));
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    await rm(folder, { recursive: true });
  });
});

it('gives another key for each purpose and each secret', () => {
  const [a, b] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const keys = [deriveKey(a, 'x'), deriveKey(a, 'y'), deriveKey(b, 'x')];
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
  expect(deriveKey(a, 'x')).toEqual(keys[0]);
  expect(() => deriveKey(new Uint8Array(31), 'x')).toThrow(TypeError);
});
