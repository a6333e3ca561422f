import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeEngineFolder, sweepEngineFolders } from './engine-folder.ts';

describe('the folder of an engine', () => {
  let temporary: string;
  beforeEach(() => {
    temporary = mkdtempSync(path.join(tmpdir(), 'keepreel-folder-'));
    vi.stubEnv('TMPDIR', temporary);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true });
  });

  it('is accessible to its owner only, and can be removed', () => {
    const folder = makeEngineFolder();
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });

  it('is swept once its server has ended, unless it is recent or in use', async () => {
    const left = makeEngineFolder();
    const used = makeEngineFolder();
    const server = createServer().listen(used.socket);
    await sweepEngineFolders(Date.now());
    expect(existsSync(left.path)).toBe(true);
    await sweepEngineFolders(Date.now() + 120_000);
    server.close();
    expect([existsSync(left.path), existsSync(used.path)]).toEqual([false, true]);
  });
});
