// The real pip with a small index of its own: installing beside what is there, and an index that is not there.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createReleaseIndex } from '../../../tests/support/engine/release-index.ts';

const never = new AbortController().signal;
const { base, onlyHere, releasesWith, remove } = await createReleaseIndex();
afterAll(remove);

describe('the index that the operator set for pip', () => {
  it('gives a version into a folder of its own, whole or not at all', async () => {
    const releases = releasesWith(onlyHere);
    const engine = await releases.install('2026.09.03', never);
    expect(engine).toEqual({ id: '2026.09.03-1', version: '2026.09.03', source: 'pip' });
    expect(await releases.installed()).toEqual([engine]);
    const python = path.join(base, engine.id, 'venv/bin/python');
    const asked = ['-I', '-c', 'import yt_dlp.version as v; print(v.__version__)'];
    expect(execFileSync(python, asked, { encoding: 'utf8' }).trim()).toBe('2026.9.3');

    expect(await releases.chosen()).toBeNull();
    await releases.choose(engine);
    expect(await releases.chosen()).toEqual(engine);
    await releases.remove(engine);
    expect(readdirSync(base)).toEqual(['current']);
  });

  it('is not reached: that is said, and nothing else happens', async () => {
    const nowhere = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple', PIP_CONFIG_FILE: '/dev/null' };
    const releases = releasesWith({ ...nowhere, PIP_RETRIES: '0' });
    await expect(releases.newest(never)).rejects.toMatchObject({ code: 'origin_unreachable' });
  });
});
