// Chapters that are written into files of each format, read back by other programs, and how the files pass their check.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf } from '../../../../tests/support/media/checker-fixture.ts';
import {
  createPiecesFixture,
  music,
  type PiecesFixture,
} from '../../../../tests/support/media/pieces-fixture.ts';
import { chaptersOf, id3ChaptersOf } from '../../../../tests/support/media/read-chapters.ts';
import {
  createTranscoderFixture,
  type MadeOf,
  pair,
  probeOf,
  SECONDS,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { mp3Recipe, type Recipe } from '../../../core/choosing/plan.ts';
import type { Expected } from '../../../core/files/checking/find-fault.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { createChecker } from '../checking/check-file.ts';

const CHAPTERS = [
  { title: 'In = the; gate #1 \\', startSeconds: 0, endSeconds: 2 },
  { title: 'Žluť 🎬 中文', startSeconds: 2, endSeconds: 4 },
  { title: 'The hill', startSeconds: 4, endSeconds: null },
];
const untilEnd = (endSeconds: number) =>
  CHAPTERS.map((one) => ({ ...one, endSeconds: one.endSeconds ?? endSeconds }));
const near = (seconds: number) => expect.closeTo(seconds, 1);
const AT_END = untilEnd(SECONDS).map((one) => ({ ...one, endSeconds: near(one.endSeconds) }));

let fixture: TranscoderFixture;
let pieces: PiecesFixture;
beforeAll(async () => {
  [fixture, pieces] = await Promise.all([createTranscoderFixture(), createPiecesFixture()]);
});
afterAll(() => Promise.all([fixture.remove(), pieces.remove()]));

/** Makes a file with chapters, which must pass its check, and be no longer for them. */
async function make(
  recipe: Recipe,
  sources: readonly MadeOf[],
  { seconds = SECONDS, ...changes }: Partial<MakeTask> & { readonly seconds?: number } = {},
) {
  const { path } = await fixture.madeOf(recipe, sources, { chapters: CHAPTERS, ...changes });
  const { streams, durationSeconds } = await probeOf(path);
  expect(durationSeconds).toBeCloseTo(seconds, 0);
  const expected: Expected = {
    picture: streams.find((stream) => stream.kind === 'picture') ?? null,
    sound: streams.find((stream) => stream.kind === 'sound') ?? null,
    durationSeconds: seconds,
  };
  const check = checkOf(path, { container: recipe.container, expect: expected });
  await createChecker(fixture.tools).check(check);
  return path;
}

it.each<[string, Recipe, readonly MadeOf[]]>([
  ['MP4 of one file', { kind: 'mux', container: 'mp4' }, [{ name: 'plain.mp4' }]],
  ['MOV', { kind: 'mux', container: 'mov' }, [{ name: 'plain.mp4' }]],
  ['M4A', { kind: 'mux', container: 'm4a' }, [{ name: 'plain.mp4', role: 'sound' }]],
  ['WebM', { kind: 'copy', container: 'webm' }, [{ name: 'vp9.webm' }]],
])('are in an %s', async (_, recipe, sources) => {
  expect(await chaptersOf(await make(recipe, sources))).toEqual(AT_END);
});

it('end a second before what was announced of media that come in fragments', async () => {
  const path = await make({ kind: 'mux', container: 'mp4' }, pair());
  expect(await chaptersOf(path)).toEqual(untilEnd(SECONDS - 1));
  const longer = await make({ kind: 'mux', container: 'mp4' }, [{ name: 'plain.mp4' }], {
    durationSeconds: 600,
    chapters: [...CHAPTERS, { title: 'behind', startSeconds: 60, endSeconds: 70 }],
  });
  expect(await chaptersOf(longer)).toEqual(AT_END);
});

it('are those of a part, moved to its start', async () => {
  const span = { startSeconds: 1, endSeconds: 3 };
  const sound = { codec: 'mp3', kilobitsPerSecond: 128 } as const;
  const seconds = { seconds: 2 };
  const cut = await make({ ...mp3Recipe(128), sound, span }, [{ name: 'plain.mp4' }], seconds);
  expect(await id3ChaptersOf(cut)).toEqual([
    { ...CHAPTERS[0], startSeconds: 0, endSeconds: 1 },
    { ...CHAPTERS[1], startSeconds: 1, endSeconds: 2 },
  ]);
  const { path, span: held } = await fixture.madeOf(
    { kind: 'clip', container: 'mp4', span: { startSeconds: 3, endSeconds: 5 } },
    [{ name: 'plain.mp4' }],
    { chapters: CHAPTERS },
  );
  const start = held?.startSeconds ?? 0;
  const titles = (await chaptersOf(path)).map(({ title, endSeconds }) => [title, endSeconds]);
  expect(titles.slice(-2)).toEqual([
    [CHAPTERS[1]?.title, near(4 - start)],
    [CHAPTERS[2]?.title, near(5 - start)],
  ]);
});

it.each([
  ['an MP4 to the frame', 'plain.mp4', true],
  ['a transport stream from a key frame on', 'joined.ts', false],
])('are those of a part of %s', async (_, name, isExact) => {
  const span = { startSeconds: 2.5, endSeconds: 5 };
  const recipe = { kind: 'clip', container: 'mp4', span, ...(isExact && { isExact }) } as const;
  const made = await fixture.madeOf(recipe, [{ name }], { chapters: CHAPTERS });
  const start = made.span?.startSeconds ?? 0;
  if (isExact) expect(start).toBe(2.5);
  const seen = (await chaptersOf(made.path)).map(({ title, startSeconds, endSeconds }) => ({
    title,
    startSeconds: start + startSeconds,
    endSeconds: start + endSeconds,
  }));
  expect(seen.slice(-2)).toEqual([
    { ...CHAPTERS[1], startSeconds: near(Math.max(2, start)), endSeconds: near(4) },
    { ...CHAPTERS[2], startSeconds: near(4), endSeconds: near(5) },
  ]);
  expect((await probeOf(made.path)).durationSeconds).toBeCloseTo(5 - start, 0);
});

it('leave a format without chapters as it is', async () => {
  const task = { chapters: CHAPTERS };
  const path = await fixture.make({ kind: 'mux', container: 'ogg' }, [{ name: 'opus.ogg' }], task);
  expect(await chaptersOf(path)).toEqual([]);
});

describe('of an MP3', () => {
  it('are in its tag, beside its title', async () => {
    const tags = { title: 'A song', artist: null, cover: Promise.resolve(null) };
    const path = await make(mp3Recipe(320), [{ name: 'sound.m4a' }], { tags });
    expect(await id3ChaptersOf(path)).toEqual(untilEnd(SECONDS - 1));
    expect(await chaptersOf(path)).toEqual(untilEnd(SECONDS - 1));
  });

  it('are the same where it is encoded in pieces', async () => {
    const seconds = 60;
    const aac = ['-c:a', 'aac', '-movflags', '+faststart'];
    const song = await pieces.ffmpeg('song.m4a', ...music(seconds), ...aac);
    const chapters = [0, 10, 50].map((startSeconds) => ({
      title: `Žluť ${startSeconds}`,
      startSeconds,
      endSeconds: startSeconds + 10,
    }));
    const made = await pieces.make(song, 320, seconds, { processors: 3, chapters });
    expect(made.pieces).toBe(3);
    expect(await id3ChaptersOf(made.path)).toEqual(
      chapters.map((one) => ({ ...one, endSeconds: near(one.endSeconds) })),
    );
  });
});
