// Which exact parts keep their edit list, and that encoding twice gives the same file.
import { mkdtemp, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countedSource, readFrameNumbers } from '../../../../tests/support/media/counted-media.ts';
import { fakeFetching } from '../../../../tests/support/media/fake-fetching.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { createTranscoder } from '../making/transcoder.ts';

const SECONDS = 8;
const FRAGMENTS = ['-movflags', '+dash+global_sidx+frag_keyframe'];
const PICTURE = ['-map', '0:v', '-an'];
const GROUP = ['-g', '50', '-keyint_min', '50', '-sc_threshold', '0'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', ...GROUP];
const SPAN = { startSeconds: 3.3, endSeconds: 5.1 };
const FIRST = 82;
const clip: MakeTask['recipe'] = { kind: 'clip', container: 'mp4', span: SPAN, isExact: true };

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

/** A source whose length is known, as that of fragments has to be. */
async function sourceOf(path: string): Promise<Pick<MakeTask, 'inputs'>> {
  const fetching = fakeFetching(path);
  await fetching.done;
  return { inputs: [{ role: 'both', fetching }] };
}

/** The part of a picture that is coded so, in fragments or as one file. */
async function partOf(name: string, words: readonly string[], changes: Partial<MakeTask> = {}) {
  const source = countedSource(SECONDS);
  const path = await fixture.ffmpeg(name, ...source, ...PICTURE, ...words);
  return { path, made: await fixture.madeOf(clip, [], { ...(await sourceOf(path)), ...changes }) };
}

const H265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params'];

it.each<[string, readonly string[]]>([
  [
    'with pictures shown before the key frame they follow',
    [...H264, '-bf', '2', '-x264-params', 'open-gop=1:bframes=2:b-adapt=0'],
  ],
  ['of fields', [...H264, '-flags', '+ildct+ilme', '-x264-params', 'interlaced=1']],
  [
    'of more colours than its encoder knows',
    [...H264, '-pix_fmt', 'yuv444p', '-profile:v', 'high444'],
  ],
  ['of H.265', [...H265, 'log-level=error:keyint=50:min-keyint=50:scenecut=0:open-gop=0']],
])('what is %s hides what is before its part, and says so', async (what, words) => {
  const { made } = await partOf(`${what.replaceAll(/\W/g, '-')}.mp4`, words);
  expect([made.span, made.hidesLead]).toEqual([SPAN, true]);
  expect((await readFrameNumbers(made.path))[0]).toBeLessThanOrEqual(FIRST + 1);
});

it.each([
  // Longer than a visitor should wait for.
  ['many pictures', ['-vf', 'fps=250', ...H264, '-g', '9999', ...FRAGMENTS], true],
  ['some', ['-vf', 'fps=100', ...H264, '-g', '9999', ...FRAGMENTS], false],
])('a group of %s is encoded only if that takes seconds', async (what, words, isTooMuch) => {
  const { made } = await partOf(`${what.replace(' ', '-')}.mp4`, words);
  expect(made.hidesLead).toBe(isTooMuch);
});

it('a part that begins with a key frame is copied, and hides nothing', async () => {
  const source = await fixture.ffmpeg('key.mp4', ...countedSource(SECONDS), ...PICTURE, ...H264);
  const recipe = { ...clip, span: { startSeconds: 4, endSeconds: 6 } } as const;
  const made = await fixture.madeOf(recipe, [{ name: source }]);
  expect(made.hidesLead ?? false).toBe(false);
  expect((await readFrameNumbers(made.path))[0]).toBe(100);
  // Only the parameter set of its source.
  const file = await readFile(made.path);
  expect(file.readUInt8(file.indexOf('avcC') + 4 + 5) & 0x1f).toBe(1);
});

it('the same part is the same file with the same entity tag, known before it is made', async () => {
  const offered: (string | undefined)[] = [];
  const onArriving: MakeTask['onArriving'] = (file) => offered.push(file?.etag);
  const words = [...H264, ...FRAGMENTS];
  const { path, made } = await partOf('same.mp4', words, { onArriving });
  const again = await fixture.madeOf(clip, [], { ...(await sourceOf(path)), onArriving });
  expect(await readFile(again.path)).toEqual(await readFile(made.path));
  expect(offered).toEqual([made.etag, again.etag]);
  expect(again.etag).toBe(made.etag);
  expect((await readFrameNumbers(made.path))[0]).toBe(FIRST);
});

it('without an encoder it hides its lead, and has another entity tag', async () => {
  const words = [...H264, ...FRAGMENTS];
  const { path, made } = await partOf('tag.mp4', words);
  const hiding = await createTranscoder({ ...fixture.tools, ffmpegPath: 'false' }).make({
    recipe: clip,
    ...(await sourceOf(path)),
    folder: await mkdtemp(`${fixture.folder}/none-`),
    durationSeconds: SECONDS,
    maxBytes: 1e9,
    tags: null,
    signal: new AbortController().signal,
    report: () => undefined,
  });
  expect([made.hidesLead, hiding.hidesLead]).toEqual([false, true]);
  expect(hiding.etag).not.toBe(made.etag);
});
