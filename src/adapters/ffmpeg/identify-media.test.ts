import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
} from '../../../tests/support/media/media-fixtures.ts';
import { probeSandboxes } from '../process/probe-sandboxes.ts';
import { createMediaIdentifier } from './identify-media.ts';

let media: MediaFolder;
let clip: string;
beforeAll(async () => {
  media = await createMediaFolder();
  clip = await media.ffmpeg('clip.mp4', '-f', 'lavfi', '-i', 'testsrc2=d=1', ...H264);
});
afterAll(() => media.remove());

it('recognizes two uploads at a time, each with a few seconds of the processor', async () => {
  const folder = join(media.folder, 'seen');
  await mkdir(folder);
  const ffprobePath = join(media.folder, 'ffprobe');
  // It may write nothing; so what it sees becomes the names of folders.
  const script = `cd ${folder}
mkdir open-$$
until [ -e saw-2-with-4 ]
do mkdir -p saw-$(ls -d open-* | wc -l)-with-$(ulimit -t)
done
sleep 0.1
rmdir open-$$
exec ffprobe "$@"`;
  await writeFile(ffprobePath, `#!/bin/sh\n${script}\n`);
  await chmod(ffprobePath, 0o755);
  // The sandbox must be able to read the script.
  const sandbox = await probeSandboxes(['plain']);
  const identify = createMediaIdentifier({ ffmpegPath: 'ffmpeg', ffprobePath, sandbox });
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 5 }, () => identify(clip, signal)));
  const seen = (await readdir(folder)).sort();
  expect(['saw-1-with-4', 'saw-2-with-4']).toEqual(expect.arrayContaining(seen));
  expect(seen).toContain('saw-2-with-4');
});

it('reads what phones and cameras write, and no codec that hardly anyone looks after', async () => {
  const sandbox = await probeSandboxes();
  const identify = createMediaIdentifier({
    ffmpegPath: 'ffmpeg',
    ffprobePath: 'ffprobe',
    sandbox,
  });
  const { signal } = new AbortController();
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=d=0.2'];
  const prores = await media.ffmpeg('camera.mov', ...picture, '-c:v', 'prores');
  expect(await identify(prores, signal)).toMatchObject({ container: 'mov', picture: { fps: 25 } });
  const archive = await media.ffmpeg('archive.mkv', ...picture, '-c:v', 'ffv1');
  await expect(identify(archive, signal)).rejects.toMatchObject({ code: 'not_media' });
});
