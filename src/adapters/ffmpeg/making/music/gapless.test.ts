// Songs that follow each other without a gap: how long the sound of a file is, to the sample.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soundOf } from '../../../../../tests/support/media/pieces-fixture.ts';
import {
  createTranscoderFixture,
  PIECES,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';
import { type EncodeRecipe, mp3Recipe } from '../../../../core/choosing/plan.ts';
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

it.each(['whole.m4a', 'fragments.m4a'])('a copy of %s is as long as it is', async (name) => {
  const file = await fixture.make({ kind: 'mux', container: 'm4a' }, [{ name }]);
  expect(await samplesOf(file)).toBe(await samplesOf(fixture.pathOf(name)));
  await statedBy(file);
});
