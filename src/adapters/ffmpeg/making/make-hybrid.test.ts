// Sources in fragments that are joined as they are, and those that must not be.
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { checkOf } from '../../../../tests/support/media/checker-fixture.ts';
import { topBoxes } from '../../../../tests/support/media/fragments.ts';
import { rewritten, SIDX_COUNT } from '../../../../tests/support/media/patch-boxes.ts';
import { chaptersOf } from '../../../../tests/support/media/read-chapters.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { createChecker } from '../checking/check-file.ts';

const MP4 = { kind: 'mux', container: 'mp4' } as const;
const FRAGMENTS = '+dash+global_sidx+empty_moov+default_base_moof';
const QUIET = ['-v', 'error', '-y', '-f', 'lavfi', '-i'] as const;
/** A fragment of two seconds, not the first one. */
const MISSING = 4;
/** How long an entry of a list says that its fragment is, behind its size. */
const ENTRY = { bytes: 12, ticksAt: 4 };

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
  const picture = [
    '-c:v',
    'libx264',
    '-g',
    '60',
    '-bf',
    '0',
    '-movflags',
    `${FRAGMENTS}+frag_keyframe`,
  ];
  const sound = ['-c:a', 'aac', '-movflags', FRAGMENTS, '-frag_duration', '2000000'];
  const film = [
    ...QUIET,
    'testsrc2=s=320x240:r=30',
    '-t',
    '20',
    ...picture,
    fixture.pathOf('p.mp4'),
  ];
  const tone = [...QUIET, 'anoisesrc=a=0.3', '-t', '20', ...sound, fixture.pathOf('s.mp4')];
  await Promise.all([runTool('ffmpeg', film), runTool('ffmpeg', tone)]);
  await Promise.all(['p', 's'].map(withoutFragment));
});
afterAll(() => fixture.remove());

/** Removes a fragment, and has the list say that the one before is longer. */
async function withoutFragment(name: string): Promise<void> {
  const file = await readFile(fixture.pathOf(`${name}.mp4`));
  let fragment = -1;
  const kept = topBoxes(file).filter(({ type }) => {
    if (type === 'moof') fragment += 1;
    return !(fragment === MISSING && (type === 'moof' || type === 'mdat'));
  });
  const shorter = Buffer.concat(kept.map(({ bytes }) => bytes));
  const listed = rewritten(shorter, 'sidx', (body) => {
    const entry = SIDX_COUNT + 2 + ENTRY.bytes * MISSING;
    const before = entry - ENTRY.bytes + ENTRY.ticksAt;
    body.writeUInt32BE(
      body.readUInt32BE(before) + body.readUInt32BE(entry + ENTRY.ticksAt),
      before,
    );
    body.writeUInt16BE(body.readUInt16BE(SIDX_COUNT) - 1, SIDX_COUNT);
    return Buffer.concat([body.subarray(0, entry), body.subarray(entry + ENTRY.bytes)]);
  });
  await writeFile(fixture.pathOf(`${name}-hole.mp4`), listed);
}

const sourcesOf = (picture: string, sound: string) => [
  { name: picture, role: 'picture' as const },
  { name: sound, role: 'sound' as const },
];

it('a picture and a sound become a file with its index at the end', async () => {
  const { isIndexLast, etag } = await fixture.madeOf(MP4, sourcesOf('p.mp4', 's.mp4'));
  expect([isIndexLast, typeof etag]).toEqual([true, 'string']);
});

it('chapters are in the file, which passes its check, and change its entity tag', async () => {
  const chapters = [0, 5].map((startSeconds) => ({ title: 'A', startSeconds, endSeconds: null }));
  const sources = sourcesOf('p.mp4', 's.mp4');
  const [plain, made] = [
    await fixture.madeOf(MP4, sources),
    await fixture.madeOf(MP4, sources, { chapters }),
  ];
  expect(made.isIndexLast).toBe(true);
  expect(made.etag).not.toBe(plain.etag);
  expect((await chaptersOf(made.path)).map(({ startSeconds }) => startSeconds)).toEqual([0, 5]);
  const expected = {
    picture: { codec: 'h264', width: 320, height: 240 },
    sound: { codec: 'aac' },
    durationSeconds: 20,
  } as const;
  const check = checkOf(made.path, { expect: expected, isIndexLast: true });
  await createChecker(fixture.tools).check(check);
});

it.each([true, false])(
  'a part has the chapters from where it begins: to the frame %s',
  async (isExact) => {
    const chapters = [0, 5].map((startSeconds) => ({ title: 'A', startSeconds, endSeconds: null }));
    const span = { startSeconds: 4.5, endSeconds: 9 };
    const recipe = { kind: 'clip', container: 'mp4', span, ...(isExact && { isExact }) } as const;
    const made = await fixture.madeOf(recipe, sourcesOf('p.mp4', 's.mp4'), { chapters });
    const start = isExact ? 4.5 : 4;
    expect([made.isIndexLast, made.span?.startSeconds]).toEqual([true, expect.closeTo(start, 2)]);
    expect((await chaptersOf(made.path)).map((one) => [one.startSeconds, one.endSeconds])).toEqual([
      [0, expect.closeTo(5 - start, 2)],
      [expect.closeTo(5 - start, 2), expect.closeTo(9 - start, 1)],
    ]);
  },
);

it.each([
  ['both', 'p-hole.mp4', 's-hole.mp4'],
  ['the picture', 'p-hole.mp4', 's.mp4'],
  ['the sound', 'p.mp4', 's-hole.mp4'],
])(
  'a fragment that is missing in %s is found, though no list says so',
  async (_, picture, sound) => {
    await expect(fixture.madeOf(MP4, sourcesOf(picture, sound))).rejects.toMatchObject({
      code: 'bad_media',
    });
  },
);
