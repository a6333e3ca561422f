// Fragments that are encrypted: nothing is made of a locked track, and what needs none of it is made as ever.
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COPY } from '../../../../tests/support/media/edit-recipes.ts';
import {
  createTranscoderFixture,
  type MadeOf,
  PIECES,
  probeOf,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';

const MP3: MakeTask['recipe'] = {
  kind: 'encode',
  container: 'mp3',
  picture: null,
  sound: { codec: 'mp3', kilobitsPerSecond: 128 },
  span: null,
  fitBytes: null,
};
const MUX: MakeTask['recipe'] = { kind: 'mux', container: 'mp4' };
const KEY = '0123456789abcdef0123456789abcdef';
const LOCKED = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', KEY];

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
  const lock = (name: string, from: string, ...words: readonly string[]) =>
    fixture.ffmpeg(
      name,
      ...['-i', fixture.pathOf(from), '-c', 'copy', ...PIECES],
      ...[...LOCKED, '-encryption_kid', KEY, ...words],
    );
  await lock('locked.mp4', 'plain.mp4');
  await lock('locked-picture.mp4', 'picture.mp4');
  await lock('locked-sound.m4a', 'sound.m4a', '-f', 'mp4');
  // Its sound can be read.
  const half = await readFile(fixture.pathOf('pieces.mp4'));
  half.write('encv', half.indexOf('avc1', half.indexOf('stsd')), 'latin1');
  await writeFile(fixture.pathOf('half.mp4'), half);
});
afterAll(() => fixture.remove());

const PAIR: readonly MadeOf[] = [
  { name: 'locked-picture.mp4', role: 'picture' },
  { name: 'locked-sound.m4a', role: 'sound' },
];

it.each<[string, MakeTask['recipe'], readonly MadeOf[]]>([
  ['a copy of both', COPY, [{ name: 'locked.mp4' }]],
  ['a picture and a sound', MUX, PAIR],
  [
    'a picture beside a sound that is open',
    MUX,
    [PAIR[0] as MadeOf, { name: 'sound.m4a', role: 'sound' }],
  ],
  ['an MP3', MP3, [{ name: 'locked-sound.m4a', role: 'sound' }]],
  ['an MP3 of both', MP3, [{ name: 'locked.mp4' }]],
])('%s: drm', async (_, recipe, sources) => {
  await expect(fixture.make(recipe, sources)).rejects.toMatchObject({ code: 'drm' });
});

it('an MP3 is made of a sound that is open beside a locked picture', async () => {
  const made = await fixture.make(MP3, [{ name: 'half.mp4', role: 'sound' }]);
  expect((await probeOf(made)).streams.map(({ kind }) => kind)).toEqual(['sound']);
  await expect(fixture.make(COPY, [{ name: 'half.mp4' }])).rejects.toMatchObject({ code: 'drm' });
});
