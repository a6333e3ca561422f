import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sliceOf, type ZipLayout, type ZipMember, zipLayout } from './zip.ts';

const run = promisify(execFile);
const AT = Date.UTC(2026, 10, 23, 12, 34, 56);

const memberOf = (name: string, content: Buffer): ZipMember => ({
  name,
  size: content.length,
  crc32: crc32(content),
  modifiedAt: AT,
});

/** The bytes of a range, with the contents of the members. */
function bytesOf(layout: ZipLayout, contents: readonly Buffer[], start = 0, end = layout.size) {
  return Buffer.concat(
    sliceOf(layout, start, end).map(({ piece, from, to }) =>
      piece.kind === 'bytes'
        ? Buffer.from(piece.bytes.subarray(from, to))
        : (contents[piece.index] ?? Buffer.alloc(0)).subarray(from, to),
    ),
  );
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What Python reads of a file: names, contents and times; it verifies each CRC. */
async function readWithPython(file: string): Promise<[string, string, number[]][]> {
  const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[one.filename, archive.read(one).hex(), list(one.date_time)] for one in archive.infolist()]))
`;
  const { stdout } = await run('python3', ['-c', script, file]);
  return JSON.parse(stdout);
}

describe('a ZIP file', () => {
  it('is read by others, with its names, times and contents', async () => {
    const contents = [Buffer.from('one'), Buffer.alloc(0), Buffer.from('Größe 𝄞 سفر')];
    const names = ['One.mp4', 'folder/empty.txt', 'سفر 🎬.mp3'];
    const layout = zipLayout(names.map((name, index) => memberOf(name, contents[index] as Buffer)));
    const file = path.join(folder, 'plain.zip');
    const bytes = bytesOf(layout, contents);
    expect(bytes.length).toBe(layout.size);
    await writeFile(file, bytes);
    const time = [2026, 11, 23, 12, 34, 56];
    expect(await readWithPython(file)).toEqual(
      names.map((name, index) => [name, contents[index]?.toString('hex'), time]),
    );
  });

  it('without members is empty and valid', async () => {
    const file = path.join(folder, 'empty.zip');
    await writeFile(file, bytesOf(zipLayout([]), []));
    expect(await readWithPython(file)).toEqual([]);
  });

  it('gives every range the same bytes as the whole', () => {
    const contents = [Buffer.from('first content'), Buffer.from('x'), Buffer.from('third')];
    const layout = zipLayout(contents.map((content, index) => memberOf(`${index}.bin`, content)));
    const whole = bytesOf(layout, contents);
    const place = fc.integer({ min: 0, max: layout.size });
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect(bytesOf(layout, contents, start, end)).toEqual(whole.subarray(start, end));
      }),
    );
  });

  it('has 64-bit numbers where members are large or far away', async () => {
    const size = 5 * 2 ** 30;
    const small = Buffer.from('behind five gigabytes');
    // The CRC of zeros is not computed here: only the directory is read.
    const members = [
      { name: 'large.bin', size, crc32: 0, modifiedAt: AT },
      memberOf('small.txt', small),
    ];
    const layout = zipLayout(members);
    const file = path.join(folder, 'large.zip');
    // A sparse file: the large member takes no space.
    const handle = await open(file, 'w');
    await handle.truncate(layout.size);
    for (const piece of layout.pieces) {
      if (piece.kind === 'bytes')
        await handle.write(piece.bytes, 0, piece.bytes.length, piece.start);
      else if (piece.index === 1) await handle.write(small, 0, small.length, piece.start);
    }
    await handle.close();
    const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([[one.file_size for one in archive.infolist()], archive.read('small.txt').decode()]))
`;
    const { stdout } = await run('python3', ['-c', script, file]);
    expect(JSON.parse(stdout)).toEqual([[size, small.length], small.toString()]);
  });
});
