// The real pip with a small index of its own: installing beside what is there, and an index that is not there.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createReleaseIndex } from '../../../tests/support/engine/release-index.ts';

const never = new AbortController().signal;
const { base, add, onlyHere, releasesWith, remove } = await createReleaseIndex();
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

  it('says which libraries are newer within the limits of yt-dlp, and gives them to a second folder of the same version', async () => {
    add({ name: 'yt_dlp', version: '2026.9.4', requires: 'certifi<2027' });
    add({ name: 'certifi', version: '2026.1.1' });
    const releases = releasesWith(onlyHere);
    const first = await releases.install('2026.09.04', never);
    expect(await releases.renewals(first, never)).toEqual({});
    for (const version of ['2026.9.1', '2027.1.1']) add({ name: 'certifi', version });
    expect(await releases.renewals(first, never)).toEqual({ certifi: '2026.9.1' });
    const second = await releases.install('2026.09.04', never);
    expect([first.id, second.id]).toEqual(['2026.09.04-1', '2026.09.04-2']);
    expect(await releases.renewals(second, never)).toEqual({});
    const asked = ['-I', '-c', 'import certifi.version as v; print(v.__version__)'];
    const versions = [first, second].map(({ id }) =>
      execFileSync(path.join(base, id, 'venv/bin/python'), asked, { encoding: 'utf8' }).trim(),
    );
    expect(versions).toEqual(['2026.1.1', '2026.9.1']);
    for (const engine of [first, second]) await releases.remove(engine);
  });

  it('is not reached: that is said, and nothing else happens', async () => {
    const nowhere = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple', PIP_CONFIG_FILE: '/dev/null' };
    const releases = releasesWith({ ...nowhere, PIP_RETRIES: '0' });
    await expect(releases.newest(never)).rejects.toMatchObject({ code: 'origin_unreachable' });
  });
});
