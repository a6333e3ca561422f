import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fakeFetching } from '../../../tests/support/media/fake-fetching.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../tests/support/media/media-fixtures.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { Clock } from '../../core/async/clock.ts';
import { mp3Recipe } from '../../core/choosing/plan.ts';
import type { MakeTask } from '../../core/jobs/ports.ts';
import { probeSandboxes } from '../process/probe-sandboxes.ts';
import type { Sandbox } from '../process/sandbox.ts';
import { createTranscoder } from './making/transcoder.ts';

let media: MediaFolder;
let sandbox: Sandbox;
let source: string;
beforeAll(async () => {
  // The sandbox must be able to read the script.
  sandbox = await probeSandboxes(['plain']);
  media = await createMediaFolder();
  const both = [...noisyPicture('160x120', 3), ...tone(3)];
  source = await media.ffmpeg('source.ts', ...both, ...H264, '-c:a', 'aac');
});
afterAll(() => media.remove());

let works = 0;
/** Makes a file with a script in place of ffmpeg. */
async function makeWith(
  script: string,
  recipe: MakeTask['recipe'],
  clock?: Clock,
): Promise<string> {
  works += 1;
  const folder = join(media.folder, `work-${works}`);
  await mkdir(folder);
  const ffmpegPath = join(media.folder, `ffmpeg-${works}`);
  await writeFile(ffmpegPath, `#!/bin/sh\n${script}\n`);
  await chmod(ffmpegPath, 0o755);
  const needs = { ffmpegPath, ffprobePath: 'ffprobe', sandbox };
  const made = await createTranscoder(clock ? { ...needs, clock } : needs).make({
    recipe,
    inputs: [{ role: 'both', fetching: fakeFetching(source) }],
    folder,
    durationSeconds: 3,
    maxBytes: 1e9,
    tags: null,
    signal: new AbortController().signal,
    report: () => undefined,
  });
  return made.path;
}

const MP4 = { kind: 'mux', container: 'mp4' } as const;
const MP3 = mp3Recipe(128);
const KILLED_ONCE = '[ -e "$0.once" ] && exec ffmpeg "$@"; touch "$0.once"; kill -9 $$';

it('a copy that was killed is retried once', async () => {
  expect(await makeWith(KILLED_ONCE, MP4)).toMatch(/made\.mp4$/);
});

it('a copy that was killed twice fails', async () => {
  await expect(makeWith('kill -9 $$', MP4)).rejects.toMatchObject({ code: 'making_failed' });
});

it('an encoding that was killed fails', async () => {
  await expect(makeWith(KILLED_ONCE, MP3)).rejects.toMatchObject({ code: 'making_failed' });
});

it.each<[string, string, string]>([
  [
    'a full disk',
    'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1',
    'server_full',
  ],
  [
    'a full disk at the very end',
    'echo "Error writing trailer of x: No space left on device" >&2',
    'server_full',
  ],
  ['a crash', 'kill -SEGV $$', 'making_failed'],
  ['a refusal without a word', 'exit 1', 'making_failed'],
])('%s is reported with its code', async (_name, script, code) => {
  await expect(makeWith(script, MP4)).rejects.toMatchObject({ code });
});

it('one that never ends is killed at its deadline', async () => {
  const clock = createManualClock();
  const work = makeWith('exec sleep 600', MP4, clock);
  work.catch(() => undefined);
  await vi.waitUntil(() => clock.pending() > 0, { timeout: 10_000 });
  clock.advance(3_600_000);
  await expect(work).rejects.toMatchObject({
    code: 'making_failed',
    message: expect.stringContaining('slow'),
  });
});
