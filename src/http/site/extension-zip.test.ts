import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { zipFolder } from '../../../scripts/extension/zip-folder.ts';
import { readZip, readZipText } from '../../../tests/support/media/read-zip.ts';
import { PRESET_NAME, withServer } from './extension-zip.ts';

it('adds the address of the server, and leaves the other files as they are', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-extension-zip-'));
  try {
    await writeFile(path.join(folder, 'manifest.json'), '{"name":"Keepreel"}');
    await writeFile(path.join(folder, 'mörk.js'), 'x'.repeat(70_000));
    await writeFile(path.join(folder, 'nothing.txt'), '');
    const zip = await zipFolder(folder);
    const [before, after] = ['before.zip', 'after.zip'].map((name) => path.join(folder, name));
    await writeFile(before as string, zip);
    await writeFile(after as string, withServer(zip, 'https://video.example'));
    const members = await readZip(after as string);
    expect(members.slice(0, -1)).toEqual(await readZip(before as string));
    expect(members.at(-1)?.name).toBe(PRESET_NAME);
    expect(await readZipText(after as string, PRESET_NAME)).toBe(
      '{"server":"https://video.example"}',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
