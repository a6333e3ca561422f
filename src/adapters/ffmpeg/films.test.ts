import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEncoder } from '../../../tests/support/media/encode.ts';
import { H264, noisyPicture } from '../../../tests/support/media/media-fixtures.ts';
import { probeSandboxes } from '../process/probe-sandboxes.ts';
import { createFilms } from './films.ts';

const { signal } = new AbortController();
let folder: string;
let make: (bytes: Uint8Array) => Promise<{ readonly ending: string }>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-films-'));
  const sandbox = await probeSandboxes();
  const films = createFilms({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox });
  make = async (bytes) => {
    const upload = path.join(folder, 'upload');
    await writeFile(upload, bytes);
    return films.make({ path: upload, bytes: bytes.byteLength, folder }, signal);
  };
});
afterAll(() => rm(folder, { recursive: true }));

it('an upload becomes a film only if a program finds a playable video in it', async () => {
  const source = path.join(folder, 'source.mp4');
  await createEncoder()(source, [...noisyPicture('64x36', 0.2, 10), ...H264]);
  const film = await readFile(source);
  expect(await make(film)).toMatchObject({ ending: 'mp4' });
  for (const bytes of [
    Buffer.from('%PDF-1.7 called film.mp4'),
    // Begins like a film, and has none in it.
    Buffer.concat([film.subarray(0, 32), Buffer.alloc(2000, 'x')]),
  ])
    await expect(make(bytes)).rejects.toMatchObject({ code: 'not_a_video' });
});
