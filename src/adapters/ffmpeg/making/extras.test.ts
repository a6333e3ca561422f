// What a file has besides its video and audio: names of subtitles, cues within the media, the tags of a song.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { id3ChaptersOf } from '../../../../tests/support/media/read-chapters.ts';
import {
  createTranscoderFixture,
  probeOf,
  SECONDS,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { mp3Recipe, type Recipe } from '../../../core/choosing/plan.ts';
import type { MadeSubtitles } from '../../../core/jobs/ports.ts';
import { endOf } from './make-once.ts';

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

const cue = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });
const reading = (...made: readonly MadeSubtitles[]) => Promise.resolve({ made, missing: [] });
const show = async (file: string, entries: string) => {
  const words = ['-v', 'error', '-show_entries', entries, '-of', 'json', file];
  return JSON.parse(String(await runTool('ffprobe', words)));
};

describe('subtitles', () => {
  it.each([
    ['mp4', 'plain.mp4', 'handler_name'],
    ['mov', 'plain.mp4', 'handler_name'],
    ['webm', 'vp9.webm', 'title'],
  ] as const)('have their names in %s', async (container, name, tag) => {
    const cues = [cue(0, 500, 'a')];
    const subtitles = reading(
      { cues, language: 'zho', name: 'Chinese (Simplified)' },
      { cues, language: 'zho', name: '中文\n-i = 繁體' },
    );
    const file = await fixture.make({ kind: 'mux', container }, [{ name }], { subtitles });
    const { streams } = await show(file, 'stream=codec_type:stream_tags');
    const named = streams.filter((one: { codec_type: string }) => one.codec_type === 'subtitle');
    expect(named).toMatchObject([
      { tags: { [tag]: 'Chinese (Simplified)' } },
      { tags: { [tag]: '中文 -i = 繁體' } },
    ]);
  });

  it.each([null, 600])('end with media of which %s s were announced', async (durationSeconds) => {
    const cues = [cue(0, 500, 'in'), cue(500, 90_000, 'across'), cue(60_000, 70_000, 'behind')];
    const subtitles = reading({ cues, language: 'eng', name: 'English' });
    const changes = { subtitles, durationSeconds };
    const file = await fixture.make(
      { kind: 'mux', container: 'mp4' },
      [{ name: 'plain.mp4' }],
      changes,
    );
    expect((await probeOf(file)).durationSeconds).toBeCloseTo(SECONDS, 0);
    const text = String(
      await runTool('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:s', '-f', 'srt', '-']),
    );
    expect(text).toContain('across');
    expect(text).not.toContain('behind');
  });

  it.each([
    ['at once', false, '1,500 --> 00:00:01,700'],
    ['exactly', true, '0,300 --> 00:00:00,500'],
  ])('of a part that is cut %s are shown when they belong', async (_, isExact, times) => {
    const span = { startSeconds: 1.2, endSeconds: 2 };
    const cues = [cue(0, 300, 'before'), cue(1500, 1700, 'within'), cue(2500, 2600, 'behind')];
    const subtitles = reading({ cues, language: 'eng', name: 'English' });
    const file = await fixture.make(
      { kind: 'clip', container: 'mp4', span, ...(isExact && { isExact: true }) },
      [{ name: 'plain.mp4' }],
      { subtitles, durationSeconds: 0.8 },
    );
    const text = String(
      await runTool('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:s', '-f', 'srt', '-']),
    );
    expect(text).toContain(`00:00:0${times}\nwithin`);
    // Its first key frame is the video's.
    expect(text.includes('before')).toBe(!isExact);
    expect(text).not.toContain('behind');
  });

  it('may end later than what a probe has seen of fragments', () => {
    const seen = (durationSeconds: number | null) => [{ durationSeconds }];
    const [whole, pieces] = [[{ isFragmented: false }], [{ isFragmented: true }]];
    expect(endOf(whole, seen(588), 600)).toBe(588);
    expect(endOf(whole, seen(10), 600)).toBe(10);
    expect(endOf(pieces, seen(588), 600)).toBe(588);
    expect(endOf(pieces, seen(10), 600)).toBe(600);
    expect(endOf(pieces, seen(10), null)).toBeNull();
    expect(endOf(whole, seen(null), 600)).toBe(600);
    expect(endOf([...whole, ...whole], [...seen(10), ...seen(12)], null)).toBe(12);
  });
});

it.each<[string, Recipe, string]>([
  ['MP3', mp3Recipe(128), 'sound.m4a'],
  ['M4A', { kind: 'mux', container: 'm4a' }, 'sound.m4a'],
  ['Ogg', { kind: 'mux', container: 'ogg' }, 'opus.webm'],
])('a song of an album has all of its tags: %s', async (_name, recipe, name) => {
  const tags = {
    title: 'Hum',
    artist: 'Ann, Bo',
    album: 'Tones',
    albumArtist: 'Ann',
    date: '1999-05-01',
    track: '3',
    disc: '2',
    genre: 'Drone',
    cover: Promise.resolve(null),
  };
  const file = await fixture.make(recipe, [{ name }], { tags });
  const { format, streams } = await show(file, 'format_tags:stream_tags');
  const found = Object.entries({ ...streams[0]?.tags, ...format.tags });
  expect(Object.fromEntries(found.map(([key, value]) => [key.toLowerCase(), value]))).toMatchObject(
    {
      title: 'Hum',
      artist: 'Ann, Bo',
      album: 'Tones',
      album_artist: 'Ann',
      date: '1999-05-01',
      track: '3',
      disc: '2',
      genre: 'Drone',
    },
  );
});

it('an Ogg has its cover, as the same bytes', async () => {
  const picture = fixture.pathOf('photo.jpg');
  const cover = readFile(picture);
  const tags = { title: 'Hum', artist: 'Ann', cover };
  const recipe: Recipe = { kind: 'mux', container: 'ogg' };
  const file = await fixture.make(recipe, [{ name: 'opus.webm' }], { tags });
  const { streams } = await show(file, 'stream=codec_name:stream_tags=title');
  expect(streams).toMatchObject([
    { codec_name: 'opus', tags: { title: 'Hum' } },
    { codec_name: 'mjpeg' },
  ]);
  const words = ['-v', 'error', '-i', file, '-map', '0:v', '-c', 'copy', '-f', 'image2pipe', '-'];
  expect((await runTool('ffmpeg', words)).equals(await cover)).toBe(true);
  expect((await probeOf(file)).streams.map(({ kind }) => kind)).toEqual(['sound', 'cover']);
});

it('a song has its album, its year and its chapters', async () => {
  const tags = {
    title: 'pay\u200dpal می\u200cخواهم',
    artist: 'A, B',
    album: 'Žluť 🎬',
    date: '1999',
    cover: Promise.resolve(null),
  };
  const chapters = ['Žluť', 'In = the; gate #1 \\', '中文 🎬'].map((title, at) => ({
    title,
    startSeconds: at,
    endSeconds: at + 1,
  }));
  const file = await fixture.make(mp3Recipe(128), [{ name: 'sound.m4a' }], { tags, chapters });
  expect(await id3ChaptersOf(file)).toEqual(chapters);
  const { format } = await show(file, 'format_tags');
  expect(format.tags).toMatchObject({
    title: 'paypal می\u200cخواهم',
    artist: 'A, B',
    album: 'Žluť 🎬',
    date: '1999',
  });
});
