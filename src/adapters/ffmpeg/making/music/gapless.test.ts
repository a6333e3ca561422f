// Songs that follow each other without a gap: how long the sound of a file is, to the sample.
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../lab/media/run-tool.ts';
import { mutagenTags } from '../../../../../tests/support/media/foreign-tags.ts';
import { music, soundOf } from '../../../../../tests/support/media/pieces-fixture.ts';
import {
  createTranscoderFixture,
  PIECES,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';
import { type EncodeRecipe, mp3Recipe, type Recipe } from '../../../../core/choosing/plan.ts';
import { listBoxes } from '../../checking/mp4-layout.ts';
import { inside, words } from '../mp4/patches.ts';

/** Neither whole frames nor whole milliseconds. */
const SAMPLES = 270_044;
let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
  const tone = (rate: number) => [
    ...['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=${rate}`],
    ...['-af', `atrim=end_sample=${SAMPLES}`, '-ac', '2'],
  ];
  await fixture.ffmpeg('whole.m4a', ...tone(44_100), '-c:a', 'aac');
  await fixture.ffmpeg('fragments.m4a', ...tone(44_100), '-c:a', 'aac', ...PIECES, '-f', 'mp4');
  const listed = ['-movflags', '+dash+frag_keyframe+empty_moov+delay_moov', '-f', 'mp4'];
  await fixture.ffmpeg('listed.m4a', ...tone(44_100), '-c:a', 'aac', ...listed);
  await fixture.ffmpeg(
    'music.wav',
    ...music(SAMPLES / 44_100),
    '-af',
    `atrim=end_sample=${SAMPLES}`,
  );
  await fixture.ffmpeg('music.m4a', '-i', fixture.pathOf('music.wav'), '-c:a', 'aac', ...listed);
  await fixture.ffmpeg(
    'plain.m4a',
    '-i',
    fixture.pathOf('music.wav'),
    '-c:a',
    'aac',
    '-b:a',
    '256k',
    ...['-movie_timescale', '44100'],
  );
  await fixture.ffmpeg('clocked.webm', ...tone(48_000), '-c:a', 'libopus');
  await fixture.ffmpeg('clocked.ogg', ...tone(48_000), '-c:a', 'libopus');
  await fixture.ffmpeg('long.webm', ...tone(44_100), '-c:a', 'libvorbis');
  await fixture.ffmpeg('layer.mp3', ...tone(44_100), '-c:a', 'libmp3lame');
});
afterAll(() => fixture.remove());

const samplesOf = async (path: string) => (await soundOf(path)).length / 2;

/** What an M4A says of its sound: the samples that its edit list shows, those before them, and all there are. */
async function statedBy(path: string) {
  const bytes = await readFile(path);
  const read = async (at: number, length: number) => bytes.subarray(at, at + length);
  const moov = (await listBoxes(read, 0, bytes.length)).find(({ type }) => type === 'moov');
  if (!moov) throw new TypeError('there is no index');
  const [head, list, clock] = [
    await inside(read, moov, ['mvhd']),
    await inside(read, moov, ['trak', 'edts', 'elst']),
    await inside(read, moov, ['trak', 'mdia', 'mdhd']),
  ];
  const [scale] = await words(read, (head?.body ?? 0) + 12, 1);
  const [count, shown = 0, before = 0] = await words(read, (list?.body ?? 0) + 4, 3);
  const [rate, all] = await words(read, (clock?.body ?? 0) + 12, 2);
  expect([count, scale]).toEqual([1, rate]);
  return { shown, before, all };
}

const M4A: EncodeRecipe = {
  ...mp3Recipe(128),
  container: 'm4a',
  sound: { codec: 'aac', kilobitsPerSecond: 128 },
};

describe.each([
  'whole.m4a',
  'fragments.m4a',
  'clocked.webm',
  'clocked.ogg',
  'long.webm',
  'layer.mp3',
])('of %s', (name) => {
  it('an MP3 has each sample and no other', async () => {
    const file = await fixture.make(mp3Recipe(192), [{ name }]);
    expect(await samplesOf(file)).toBe(await samplesOf(fixture.pathOf(name)));
  });

  it('an M4A that is encoded shows each sample and no other', async () => {
    const file = await fixture.make(M4A, [{ name }]);
    const { shown, before, all } = await statedBy(file);
    expect(shown).toBe(await samplesOf(fixture.pathOf(name)));
    expect([before, all]).toEqual([1024, shown + 1024]);
  });
});

// Where the last frame of an MP3 holds nothing of the sound, or the last of the two before it is just full.
it.each([24_193, 24_238, 24_239, 24_240])(
  'an MP3 of %i samples has each and no other',
  async (samples) => {
    const name = `${samples}.wav`;
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=44100:duration=20'];
    await fixture.ffmpeg(name, ...tone, '-af', `atrim=end_sample=${samples}`, '-ac', '2');
    const file = await fixture.make(mp3Recipe(192), [{ name }]);
    expect(await samplesOf(file)).toBe(samples);
  },
);

it.each<[string, EncodeRecipe]>([
  ['MP3', mp3Recipe(128)],
  ['M4A', M4A],
])('an %s goes on where its source changes on its way', async (_name, recipe) => {
  const plain = ['-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0'];
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=44100:duration=3'];
  const parts = await Promise.all(
    ['1', '2'].map(async (channels) =>
      readFile(await fixture.ffmpeg(`${channels}.mp3`, ...tone, '-ac', channels, ...plain)),
    ),
  );
  await writeFile(fixture.pathOf('changes.mp3'), Buffer.concat(parts));
  const file = await fixture.make(recipe, [{ name: 'changes.mp3' }]);
  const [made, source] = [await samplesOf(file), await samplesOf(fixture.pathOf('changes.mp3'))];
  expect(Math.abs(made - source)).toBeLessThan(3000);
});

const SONG = { title: 'Hum', artist: 'Someone', cover: Promise.resolve(null) };

/** What iTunes' tag says, and the samples of a file's frames with it applied, which decoders of ffmpeg do not do. */
async function heardIn(path: string) {
  const asked = ['-v', 'error', '-show_entries', 'format_tags=iTunSMPB', '-of', 'csv=p=0', path];
  const text = String(await runTool('ffprobe', asked)).trim();
  const [, before = 0, behind = 0, shown = 0] = text.split(' ').map((word) => parseInt(word, 16));
  const frames = `${path}.aac`;
  await runTool('ffmpeg', [
    '-v',
    'error',
    '-ignore_editlist',
    '1',
    '-i',
    path,
    '-c',
    'copy',
    frames,
  ]);
  const all = await soundOf(frames);
  return { text, shown, sound: all.subarray(before * 2, all.length - behind * 2) };
}

/** By how many samples `sound` is later than the same music, as far as they agree, and how much of it is something else. */
function comparedWith(sound: Float32Array, wanted: Float32Array) {
  const differing = (shift: number) => {
    let [error, energy] = [0, 0];
    for (let at = 4000; at < wanted.length - 4000; at += 1) {
      error += ((sound[at + 2 * shift] ?? 0) - (wanted[at] ?? 0)) ** 2;
      energy += (wanted[at] ?? 0) ** 2;
    }
    return error / energy;
  };
  const shifts = Array.from({ length: 121 }, (_, index) => index - 60);
  const found = shifts.map(differing);
  const least = Math.min(...found);
  return { later: shifts[found.indexOf(least)], share: least };
}

describe("iTunes' tag of an M4A", () => {
  it.each<[string, Recipe, string]>([
    ['is encoded', M4A, 'music.wav'],
    ['is copied from a whole file', { kind: 'mux', container: 'm4a' }, 'plain.m4a'],
    ['is copied from fragments with an edit list', { kind: 'mux', container: 'm4a' }, 'music.m4a'],
  ])('leaves what was there before encoding: one that %s', async (_name, recipe, name) => {
    const file = await fixture.make(recipe, [{ name }], { tags: SONG });
    const { text, shown, sound } = await heardIn(file);
    const { shown: listed, before } = await statedBy(file);
    expect([listed, before]).toEqual([SAMPLES, 1024]);
    expect(text).toMatch(/^0{8}( [0-9A-F]{8}){2} [0-9A-F]{16}( 0{8}){8}$/);
    const wanted = await soundOf(fixture.pathOf('music.wav'));
    expect([shown, sound.length / 2]).toEqual([SAMPLES, SAMPLES]);
    expect(comparedWith(sound, wanted).later).toBe(0);
    expect(comparedWith(sound, wanted).share).toBeLessThan(0.05);
  });
});

it.each(['whole.m4a', 'fragments.m4a'])('a copy of %s is as long as it is', async (name) => {
  const file = await fixture.make({ kind: 'mux', container: 'm4a' }, [{ name }]);
  expect(await samplesOf(file)).toBe(await samplesOf(fixture.pathOf(name)));
  await statedBy(file);
});

it('a copy of Opus from WebM to Ogg ends where the WebM does', async () => {
  const file = await fixture.make({ kind: 'mux', container: 'ogg' }, [{ name: 'clocked.webm' }], {
    tags: SONG,
  });
  const source = await soundOf(fixture.pathOf('clocked.webm'));
  expect(source.length / 2).toBe(SAMPLES);
  expect(await soundOf(file)).toEqual(source);
  expect(await mutagenTags(file)).toMatchObject({ title: 'Hum', artist: 'Someone' });
});

it('a file of which it is not known what its encoder put before the sound has no such tag', async () => {
  const recipe: Recipe = { kind: 'mux', container: 'm4a' };
  const file = await fixture.make(recipe, [{ name: 'fragments.m4a' }], { tags: SONG });
  const tags = ['-v', 'error', '-show_entries', 'format_tags', '-of', 'json', file];
  const { format } = JSON.parse(String(await runTool('ffprobe', tags)));
  expect(format.tags).toMatchObject({ title: 'Hum', artist: 'Someone' });
  expect(Object.keys(format.tags)).not.toContain('iTunSMPB');
  expect(format.tags.comment).toBeUndefined();
  expect(await mutagenTags(file)).toMatchObject({ title: 'Hum', artist: 'Someone' });
});
