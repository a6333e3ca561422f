// Which title, artist and cover a file gets, and what becomes of a cover that does not come.
import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makeTrack,
  NO_ORIGIN,
} from '../../../../tests/support/media/make-item.ts';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';
import type { Song } from '../../../shared/media/media.ts';
import type { ChosenTags } from '../../choosing/choice.ts';
import { mp3Recipe, type Recipe } from '../../choosing/plan.ts';
import type { Source } from '../../inspecting/inspection.ts';
import type { Thumbnails } from '../../inspecting/ports.ts';
import { OWN_NETWORK } from '../../limits/networks.ts';
import { tagsFor } from './tags.ts';

const MP3 = mp3Recipe(320);
const kept = (container: FileFormat): Recipe => ({ kind: 'mux', container });
const JPEG = new Uint8Array([0xff, 0xd8]);
const THUMB: Source = { address: 'https://i.test/1', headers: {}, cookies: {}, fragments: null };
const thumbnail = { id: 'thumb', width: 320, height: 180 };

type Options = {
  readonly recipe?: Recipe;
  readonly chosen?: ChosenTags;
  readonly title?: string;
  readonly song?: Song;
  readonly hasThumbnail?: boolean;
  readonly render?: Thumbnails['render'];
};

function setUp({
  recipe = MP3,
  chosen,
  title = 'Part two',
  song,
  hasThumbnail = true,
  render = async () => JPEG,
}: Options = {}) {
  const clock = createManualClock();
  const rendered: unknown[] = [];
  const leaving = new AbortController();
  const inspection = makeInspection([]);
  const tags = tagsFor(
    {
      clock,
      thumbnails: {
        render: (...asked) => {
          rendered.push(asked.slice(0, 2));
          return render(...asked);
        },
      },
    },
    {
      inspected: {
        inspection: {
          ...inspection,
          media: { ...inspection.media, title: 'The post', author: 'Ann' },
        },
        sources: { egress: 'direct', byId: new Map([['thumb', THUMB]]) },
        origin: NO_ORIGIN,
      },
      item: makeItem([makeTrack('a')], {
        title,
        thumbnail: hasThumbnail ? thumbnail : null,
        ...(song && { song }),
      }),
      option: {
        sources: [],
        recipe,
        expect: { picture: null, sound: null, durationSeconds: null },
        estimate: { bytes: null, exact: false },
      },
      chosen,
    },
    leaving.signal,
  );
  return { tags, clock, rendered, leaving };
}

/** A cover that comes only when its signal ends it. */
const endless: Thumbnails['render'] = (_source, _network, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled')));
  });

describe('the tags of a file', () => {
  it.each<[FileFormat, boolean]>([
    ['m4a', true],
    ['ogg', true],
    ['aac', false],
    ['mp4', false],
  ])('of a song are in audio that holds them: %s', (container, isTagged) => {
    const song = { track: 'Hum', artists: ['Ann'], album: null, year: null };
    const { tags } = setUp({ song, recipe: { kind: 'copy', container } });
    expect(tags?.title).toBe(isTagged ? 'Hum' : undefined);
  });

  it('of a song are its own, unless others were chosen', () => {
    const song = { track: 'Hum', artists: ['Ann', 'Bo'], album: 'Tones', year: 1999 };
    expect(setUp({ song }).tags).toMatchObject({
      title: 'Hum',
      artist: 'Ann, Bo',
      album: 'Tones',
      date: '1999',
    });
    const bare = setUp({ song: { ...song, album: null, year: null }, chosen: { title: 'Mine' } });
    const { cover: _, ...tags } = bare.tags ?? {};
    expect(tags).toEqual({ title: 'Mine', artist: 'Ann, Bo' });
  });

  it('of a song of an album name its place there', () => {
    const album = { album: 'Tones', albumArtist: 'Ann', trackNumber: 3, discNumber: 2 };
    const song = { track: 'Hum', artists: ['Ann', 'Bo'], year: 1999, ...album };
    const { tags } = setUp({ song: { ...song, date: '1999-05-01', genre: 'Drone' } });
    expect(tags).toMatchObject({
      album: 'Tones',
      albumArtist: 'Ann',
      date: '1999-05-01',
      track: '3',
      disc: '2',
      genre: 'Drone',
    });
  });

  it.each([[true], [undefined]] as const)(
    'the cover of a song is a square where it was: %s',
    (was) => {
      const song = { track: 'Hum', artists: ['Ann'], album: null, year: null };
      const { rendered } = setUp({ song: { ...song, ...(was && { hasSquareCover: was }) } });
      expect(rendered).toMatchObject([[{ address: THUMB.address }, OWN_NETWORK]]);
      expect(JSON.stringify(rendered).includes('"isSquare":true')).toBe(was === true);
    },
  );

  it.each<[string, Options, { title: string; artist: string | null } | null]>([
    ['an encoded MP3 has those of the post', {}, { title: 'Part two', artist: 'Ann' }],
    [
      'an item without a title has that of its post',
      { title: '' },
      { title: 'The post', artist: 'Ann' },
    ],
    ['a video has none', { recipe: kept('mp4') }, null],
    ['audio that is copied has none', { recipe: kept('mp3') }, null],
    ['other encoded audio has none', { recipe: { ...MP3, container: 'm4a' } }, null],
    [
      'what was chosen comes first, in any format',
      { recipe: kept('mp4'), chosen: { title: 'Mine', artist: 'Me' } },
      { title: 'Mine', artist: 'Me' },
    ],
    ['what was left out comes from the post', { chosen: {} }, { title: 'Part two', artist: 'Ann' }],
    ['nothing is a choice too', { chosen: { title: '', artist: '' } }, { title: '', artist: '' }],
  ])('%s', (_what, options, expected) => {
    const { tags } = setUp(options);
    expect(tags && { title: tags.title, artist: tags.artist }).toEqual(expected);
  });
});

describe('the cover of a file', () => {
  it('is the thumbnail of its item, for no network', async () => {
    const { tags, rendered } = setUp();
    expect(await tags?.cover).toBe(JPEG);
    expect(rendered).toEqual([
      [{ ...THUMB, platform: 'youtube', via: { egress: 'direct' } }, OWN_NETWORK],
    ]);
  });

  it.each<[string, Options]>([
    ['the format holds none', { recipe: kept('mp4'), chosen: { title: 'a' } }],
    ['none was wanted', { chosen: { cover: false } }],
    ['there is no thumbnail', { hasThumbnail: false }],
  ])('is not there, nor fetched, where %s', async (_why, options) => {
    const { tags, rendered } = setUp(options);
    expect(await tags?.cover).toBeNull();
    expect(rendered).toEqual([]);
  });

  it('is fetched for a format that holds one where tags were chosen', async () => {
    expect(await setUp({ recipe: kept('m4a'), chosen: {} }).tags?.cover).toBe(JPEG);
    expect(await setUp({ recipe: kept('m4a'), chosen: { cover: true } }).tags?.cover).toBe(JPEG);
  });

  it('is left out where it cannot be fetched', async () => {
    const { tags, clock } = setUp({ render: async () => Promise.reject(new AppError('blocked')) });
    expect(await tags?.cover).toBeNull();
    expect(clock.pending()).toBe(0);
  });

  it('is left out after ten seconds', async () => {
    const { tags, clock } = setUp({ render: endless });
    let cover: unknown = 'waits';
    void tags?.cover.then((come) => {
      cover = come;
    });
    clock.advance(9_999);
    await new Promise(setImmediate);
    expect(cover).toBe('waits');
    clock.advance(1);
    await new Promise(setImmediate);
    expect(cover).toBeNull();
  });

  it('ends with its job, for the reason of that, even if nobody waits for it yet', async () => {
    const { tags, clock, leaving } = setUp({ render: endless });
    const reason = new Error('the visitor left');
    leaving.abort(reason);
    await new Promise(setImmediate); // an unhandled rejection would end the process here
    await expect(tags?.cover).rejects.toBe(reason);
    expect(clock.pending()).toBe(0);
  });

  it('does not hide a fault of this server', async () => {
    const fault = new TypeError('a bug');
    await expect(setUp({ render: async () => Promise.reject(fault) }).tags?.cover).rejects.toBe(
      fault,
    );
  });
});
