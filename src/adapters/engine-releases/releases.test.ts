// The real pip with a small index of its own: what is newest, an end on the way, and what is never asked for.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { enginePython } from '../../../tests/support/engine/engine-python.ts';
import { createReleaseIndex, indexPage } from '../../../tests/support/engine/release-index.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createEngineReleases } from './releases.ts';

const never = new AbortController().signal;
const { folder, base, sandbox, onlyHere, releasesWith, remove } = await createReleaseIndex();
afterAll(remove);

describe('the index that the operator set for pip', () => {
  it('tells its newest version', async () => {
    const releases = releasesWith(onlyHere);
    expect(releases.obstacle).toBeNull();
    expect(await releases.newest(never)).toBe('2026.09.03');
  });

  it('tells of a newer version that needs a newer Python, and which', async () => {
    const html = indexPage(folder, { '2026.8.19': '>=3.9', '2026.12.1': '>=3.99' });
    const [, has] =
      /(\d+\.\d+)/.exec(execFileSync(enginePython, ['--version'], { encoding: 'utf8' })) ?? [];
    const settings = { PIP_INDEX_URL: html, PIP_CONFIG_FILE: '/dev/null' };
    const { newest, beyond } = releasesWith(settings);
    expect(await newest(never)).toBe('2026.08.19');
    expect(await beyond('2026.08.19', never)).toEqual({
      version: '2026.12.01',
      needs: '3.99',
      has,
    });
    expect(await beyond('2026.12.01', never)).toBeNull();
  });

  it('leaves nothing of a version that was on its way when the server ended', async () => {
    const ending = new AbortController();
    const { install } = releasesWith(onlyHere);
    const installing = install('2026.09.03', ending.signal);
    installing.catch(() => undefined); // looked at below
    await vi.waitUntil(() => readdirSync(base).some((name) => name.startsWith('staging')), {
      timeout: 20_000,
      interval: 5,
    });
    ending.abort('the server ends');
    await expect(installing).rejects.toBe('the server ends');
    expect(readdirSync(base)).toEqual([]);
  });

  it.each(['2026.08.18', '2025.12.31'])('is never asked for %s, which is too old', async (old) => {
    const releases = releasesWith(onlyHere);
    await expect(releases.install(old, never)).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  });

  it.each(['2026.09.03; rm -rf /', '--pre', '2026.9.3', 'https://mirror.test/x.whl'])(
    'is never asked for "%s", which is no version',
    async (text) => {
      const releases = releasesWith(onlyHere);
      await expect(releases.install(text, never)).rejects.toThrow(TypeError);
    },
  );
});

it.each([
  ['YTDLP_PATH', 'own_engine'],
  ['bookworm-backports', 'system_package'],
  ['pip', 'read_only'],
])('an engine from %s is not updated here: %s', async (source, obstacle) => {
  // A folder that is not there cannot be written to either, not even by root.
  const nowhere = path.join(folder, 'nowhere');
  const releases = createEngineReleases({
    base: nowhere,
    source,
    python: enginePython,
    environment: {},
    home: folder,
    sandbox,
    clock: createManualClock(),
  });
  expect(releases.obstacle).toBe(obstacle);
  await expect(releases.install('2026.09.03', never)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
