// Posts with more tracks than are kept, beyond the one that the first tier reads.
import { expect, it } from 'vitest';
import { base, good, read } from '../../../../tests/support/http/plain-answer.ts';
import { MAX_POST_TRACKS } from '../../../shared/limits.ts';

const POST_ITEMS = 50;
const postOf = (sounds: number, pictures: number) => {
  const audioOnly = { ...good, vcodec: 'none', width: undefined, height: undefined };
  const seen = { ...good, acodec: 'none' };
  const entry = {
    ...base,
    formats: [
      ...Array.from({ length: sounds }, (_, at) => ({ ...audioOnly, format_id: `s${at}` })),
      ...Array.from({ length: pictures }, (_, at) => ({ ...seen, format_id: `p${at}` })),
    ],
  };
  return { ...base, formats: [], _type: 'playlist', entries: Array(POST_ITEMS).fill(entry) };
};

it.each([
  ['as many sounds as pictures', 250, 250, 25, 25],
  ['few pictures', 490, 10, 40, 10],
])(
  'the best of each item is kept where a post has too many tracks: %s',
  (_name, sounds, pictures, keptSounds, keptPictures) => {
    const { inspection, sources } = read(postOf(sounds, pictures));
    const names = (letter: string, all: number, kept: number) =>
      Array.from({ length: kept }, (_, at) => `7.${letter}${all - kept + at}`);
    expect(inspection.items[6]?.tracks.map(({ id }) => id)).toEqual([
      ...names('s', sounds, keptSounds),
      ...names('p', pictures, keptPictures),
    ]);
    expect(sources.byId.size).toBe(MAX_POST_TRACKS);
  },
);
