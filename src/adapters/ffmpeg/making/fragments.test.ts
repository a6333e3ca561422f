// Fragmented MP4 while it arrives: known by all of it and not by its beginning, and refused where fragments are out of reach or gone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENCODE } from '../../../../tests/support/media/edit-recipes.ts';
import {
  type Fragment,
  postpone,
  refragmented,
} from '../../../../tests/support/media/fragments.ts';
import {
  createTranscoderFixture,
  type MadeOf,
  PIECES,
  probeOf,
  SECONDS,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { mp3Recipe } from '../../../core/choosing/plan.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';

const MP4 = { kind: 'mux', container: 'mp4' } as const;
const MP3 = mp3Recipe(128);
const AT = 4;
const HOLE_SECONDS = 3;
/** Of the sound as well. */
const TICKS_PER_SECOND = 48_000;
let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
  const halves = ['-c', 'copy', ...PIECES, '-frag_duration', '500000'];
  const clock = ['-video_track_timescale', String(TICKS_PER_SECOND)];
  for (const [name, from, ...words] of [
    ['film.mp4', 'plain.mp4'],
    ['film-picture.mp4', 'plain.mp4', '-an'],
    ['film-sound.mp4', 'plain.mp4', '-vn'],
  ] as const)
    await fixture.ffmpeg(name, '-i', fixture.pathOf(from), ...words, ...halves, ...clock);
});
afterAll(() => fixture.remove());

const PICTURE = { name: 'film-picture.mp4', role: 'picture' } as const;
const SOUND = { name: 'film-sound.mp4', role: 'sound' } as const;
const WAYS: readonly (readonly [string, MakeTask['recipe'], readonly MadeOf[]])[] = [
  ['a film', MP4, [{ name: 'film.mp4' }]],
  ['a picture and its sound', MP4, [PICTURE, SOUND]],
  ['a sound and its picture', MP4, [SOUND, PICTURE]],
  ['a sound', MP3, [{ ...SOUND, role: 'both' }]],
];
const arriving = (source: MadeOf): MadeOf => ({ ...source, halfway: { hold: 'fed' } });

/** The sources, the first of them changed. */
async function changed(
  [first, ...others]: readonly MadeOf[],
  how: string,
  change: (fragments: Fragment[]) => readonly Fragment[],
): Promise<MadeOf[]> {
  if (!first) return [];
  const name = await fixture.changed(fixture.pathOf(first.name), `${how} ${first.name}`, (file) =>
    refragmented(file, change),
  );
  return [{ ...first, name }, ...others];
}

describe.each(WAYS)('%s in fragments', (_what, recipe, sources) => {
  it('is made, and its lengths are those of all of it', async () => {
    const { path, from } = await fixture.madeOf(recipe, sources.map(arriving));
    for (const probe of [from?.picture, from?.sound])
      if (probe) expect(Math.abs((probe.durationSeconds ?? 0) - SECONDS)).toBeLessThan(0.1);
    const seconds = (await probeOf(path)).durationSeconds ?? 0;
    expect(Math.abs(seconds - SECONDS)).toBeLessThan(0.2);
  });

  it('is made where it was not recorded for a while, and is as long as the file', async () => {
    const held = await changed(sources, 'held', (fragments) => {
      for (const fragment of fragments.slice(AT))
        postpone(fragment, HOLE_SECONDS * TICKS_PER_SECOND);
      return fragments;
    });
    const { path, from } = await fixture.madeOf(recipe, held.map(arriving));
    const known = [from?.picture, from?.sound].map((probe) => probe?.durationSeconds ?? 0);
    const seconds = (await probeOf(path)).durationSeconds ?? 0;
    expect(Math.abs(seconds - Math.max(...known))).toBeLessThan(0.3);
  });

  it.each<[string, (fragments: Fragment[]) => readonly Fragment[]]>([
    [
      'overwritten',
      (fragments) => {
        fragments[AT]?.[0]?.bytes.writeUInt32BE(0x7fffffff);
        return fragments;
      },
    ],
    [
      'zeros',
      (fragments) => {
        for (const { bytes } of fragments[AT] ?? []) bytes.fill(0);
        return fragments;
      },
    ],
    ['missing', (fragments) => fragments.filter((_, at) => at !== AT)],
    ['twice', (fragments) => [...fragments.slice(0, AT + 1), ...fragments.slice(AT)]],
  ])('is refused where a fragment is %s, whole or still arriving', async (how, change) => {
    const damaged = await changed(sources, how, change);
    for (const made of [damaged, damaged.map(arriving)])
      await expect(fixture.make(recipe, made)).rejects.toMatchObject({ code: 'bad_media' });
  });
});

it('an upload whose fragments break off is not encoded', async () => {
  const [damaged] = await changed([{ name: 'film.mp4' }], 'encoded', (fragments) => {
    fragments[AT]?.[0]?.bytes.writeUInt32BE(0x7fffffff);
    return fragments;
  });
  expect(await fixture.make(ENCODE, [{ name: 'film.mp4' }])).toBeTruthy();
  const work = fixture.make(ENCODE, damaged ? [damaged] : []);
  await expect(work).rejects.toMatchObject({ code: 'bad_media' });
});
