import { expect, it } from 'vitest';
import { makeItem, makePicture, makeTrack } from '../../../tests/support/media/make-item.ts';
import { photoOptions, thumbnailOptions } from './photo-options.ts';

const tracks = [
  makeTrack('sound'),
  makeTrack('small', { picture: makePicture({ width: 320 }), bytesExact: false }),
  makeTrack('large', { picture: makePicture({ width: 1080 }), bytes: 5 }),
];

it('a photo is passed on unchanged, the widest first', () => {
  expect(photoOptions(makeItem(tracks, { kind: 'photo' }))).toMatchObject([
    {
      sources: [{ trackId: 'large' }],
      recipe: { kind: 'copy', container: 'image' },
      estimate: { bytes: 5, exact: true },
    },
    { sources: [{ trackId: 'small' }], estimate: { exact: false } },
  ]);
  expect(photoOptions(makeItem(tracks))).toEqual([]);
});

it('photos are ordered by their width in whatever order they came, those of unknown width last', () => {
  const widths = [640, null, 1080, 320, 2160];
  const photos = widths.map((width) => makeTrack(`${width}`, { picture: makePicture({ width }) }));
  for (const some of [photos, photos.toReversed()])
    expect(
      photoOptions(makeItem(some, { kind: 'photo' })).map(
        ({ sources: [source] }) => source?.kind === 'track' && source.trackId,
      ),
    ).toEqual(['2160', '1080', '640', '320', 'null']);
});

it('a thumbnail is passed on unchanged, where there is one; its size is unknown', () => {
  const thumbnail = { id: 'thumb', width: 640, height: null };
  expect(thumbnailOptions(makeItem(tracks, { thumbnail }))).toMatchObject([
    {
      sources: [{ trackId: 'thumb', role: 'picture' }],
      recipe: { kind: 'copy', container: 'image' },
      estimate: { bytes: null, exact: false },
    },
  ]);
  expect(thumbnailOptions(makeItem(tracks))).toEqual([]);
});
