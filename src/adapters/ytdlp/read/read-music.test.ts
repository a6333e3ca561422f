// Who made a post, and which items are songs.
import { describe, expect, it } from 'vitest';
import { aContext } from '../../../../tests/support/engine/engine-answers.ts';
import { readInfo } from './read-info.ts';

type Info = Readonly<Record<string, unknown>>;
const formats = [
  { format_id: 'f', url: 'https://cdn.test/x.mp4', protocol: 'https', ext: 'mp4', vcodec: 'avc1' },
];
const PROVIDED = 'Provided to YouTube by Lab Records\n\nThe Hum · One Band\n\nTones';

function read(about: Info, extractor = 'Youtube') {
  const link =
    extractor === 'Youtube' ? aContext.link : ({ ...aContext.link, platform: 'tiktok' } as const);
  const info = { id: 'x', title: 'The Hum', extractor_key: extractor, formats, ...about };
  return readInfo(info, { ...aContext, link, expectedExtractors: [extractor] }).inspection;
}

describe('the author', () => {
  it.each<[string, Info, string | null, string?]>([
    ['of a channel of songs is the band', { uploader: 'One Band - Topic' }, 'One Band'],
    ['is named once', { channel: 'Topic - Topic - Topic' }, 'Topic - Topic'],
    ['keeps other words', { uploader: 'Hot Topic' }, 'Hot Topic'],
    ['keeps the word within', { uploader: 'A - Topic - B' }, 'A - Topic - B'],
    ['keeps what is all there is', { uploader: ' - Topic' }, '- Topic'],
    ['elsewhere may be called so', { uploader: 'One Band - Topic' }, 'One Band - Topic', 'TikTok'],
    ['with a long name is cut', { uploader: `${'x'.repeat(150)} - Topic` }, 'x'.repeat(100)],
    ['may be the channel', { uploader: ' \n', channel: 'C' }, 'C'],
    ['may be unknown', {}, null],
  ])('%s', (_name, about, author, extractor) => {
    expect(read(about, extractor).media.author).toBe(author);
  });
});

describe('a song', () => {
  const facts = { track: 'The Hum', artists: ['One Band'], album: 'Tones', release_year: 1999 };
  const song = { track: 'The Hum', artists: ['One Band'], album: 'Tones', year: 1999 };
  const square = { hasSquareCover: true };
  it.each<[string, Info, object | undefined]>([
    [
      'on a channel of songs',
      { ...facts, uploader: 'One Band - Topic', title: 'Hum' },
      { ...song, ...square, albumArtist: 'One Band' },
    ],
    [
      'on a channel of songs, without facts',
      { uploader: 'One Band - Topic' },
      { ...song, ...square, album: null, year: null },
    ],
    [
      'on a channel of songs whose titles name the band',
      { uploader: 'One Band - Topic', title: 'One Band - The Hum' },
      { ...song, ...square, album: null, year: null },
    ],
    [
      "on the band's own channel",
      { ...facts, title: 'Hum (2009)', description: PROVIDED },
      { ...song, ...square },
    ],
    [
      'whose name begins with its artist',
      { ...facts, track: 'One Band - The Hum', title: 'One Band - The Hum' },
      song,
    ],
    [
      'with all that is known of it',
      {
        ...facts,
        release_date: '19990501',
        album_artists: ['One Band', 'Two'],
        track_number: 3,
        disc_number: 1,
        genres: ['Drone', 'Noise'],
      },
      {
        ...song,
        date: '1999-05-01',
        albumArtist: 'One Band, Two',
        trackNumber: 3,
        discNumber: 1,
        genre: 'Drone',
      },
    ],
    [
      'with numbers and days that are none',
      { ...facts, release_date: '19991301', track_number: 0, disc_number: 1000, genres: 'x' },
      song,
    ],
    ['of a new edition', { ...facts, release_date: '20190501' }, song],
    ['named by the title', { ...facts, title: 'the hum' }, song],
    ['named by the title with its artist', { ...facts, title: 'One Band – “The Hum”' }, song],
    [
      'named by the title of its video',
      { ...facts, title: 'One Band - The Hum (Official Video) [HD Audio]' },
      song,
    ],
    ['that a video only plays', { ...facts, title: 'My week in Rome' }, undefined],
    ['that is played live', { ...facts, title: 'One Band - The Hum (live in Rome)' }, undefined],
    ['that others sing', { ...facts, title: 'The Hum (cover by Jo)', uploader: 'Jo' }, undefined],
    ['of nobody', { track: 'The Hum' }, undefined],
    ['without its name', { artists: ['One Band'], album: 'Tones' }, undefined],
    [
      'of several, each once',
      { ...facts, artists: ['A', ' B\u0000', 'A', '', 5, null] },
      { ...song, artists: ['A', 'B'] },
    ],
    [
      'with wrong facts',
      { ...facts, album: ['x'], release_year: 99_999, artists: ['One Band'] },
      { ...song, album: null, year: null },
    ],
    [
      'with very many artists',
      { ...facts, artists: Array.from({ length: 600 }, (_, n) => `n ${n}`) },
      {
        ...song,
        artists: Array.from({ length: 10 }, (_, n) => `n ${n}`),
      },
    ],
    [
      'with artists that are no list',
      { ...facts, artists: 'One Band', uploader: 'Ann' },
      { ...song, artists: ['Ann'] },
    ],
  ])('%s', (_name, about, expected) => {
    expect(read(about).items[0]?.song).toEqual(expected);
  });

  it('is read in time, whatever its title', () => {
    const title = '(official '.repeat(400);
    expect(read({ ...facts, title }).items[0]?.song).toBeUndefined();
  });
});
