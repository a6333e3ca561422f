import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readZip } from '../../../../../tests/support/media/read-zip.ts';
import { zipOf } from './zip-files.ts';

const AT = Date.UTC(2026, 10, 28);
const signal = new AbortController().signal;

it('is one ZIP of all files, which another program reads', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-zip-'));
  try {
    const large = new Blob(Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_000, index)));
    const files = [
      { name: 'Fête (1s-2s).mp4', file: new Blob(['one']) },
      { name: 'large.mp4', file: large },
      { name: 'empty.mp4', file: new Blob([]) },
    ];
    const zip = await zipOf(files, AT, signal);
    const file = path.join(folder, 'all.zip');
    await writeFile(file, Buffer.from(await zip.arrayBuffer()));
    const read = await readZip(file);
    expect(read.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['Fête (1s-2s).mp4', 3],
      ['large.mp4', 400_000],
      ['empty.mp4', 0],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
