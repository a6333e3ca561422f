// Who made a post, and the song that an item is, where the platform names both.
import { MAX_ARTISTS, MAX_AUTHOR_LENGTH, MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import type { Song } from '../../../shared/media/media.ts';
import type { RawEntry } from './info-shape.ts';
import { cleanLine } from './read-text.ts';

/** What YouTube adds to a band's name for the channel that it makes of the band's songs. */
const TOPIC = ' - Topic';
const MAX_NAME_LENGTH = MAX_AUTHOR_LENGTH + TOPIC.length;
/** How it describes a song there, and on the band's own channel. */
const PROVIDED = 'Provided to YouTube by ';
const BRACKETS = /[([][^()[\]]{0,80}[)\]]/g;
/** Of what is in brackets after a song's name: words that do not make it another one. */
const SAME_SONG = /\b(?:official|lyrics?|visuali[sz]er|audio|video)\b/i;

/** The first of the names of who made a post; on YouTube a band instead of its channel of songs. */
export function readAuthor(names: readonly (string | null)[], isYouTube: boolean): string | null {
  const [first = null] = names.flatMap((name) => cleanLine(name, MAX_NAME_LENGTH) ?? []);
  const band = isYouTube && first?.endsWith(TOPIC) ? first.slice(0, -TOPIC.length) : first;
  return cleanLine(band, MAX_AUTHOR_LENGTH);
}

/** The song; null for a video that only plays one. `title` is that of the item. */
export function readSong(entry: RawEntry, title: string, isYouTube: boolean): Song | null {
  const names = [entry.uploader, entry.channel];
  const author = readAuthor(names, isYouTube);
  const isTopic = isYouTube && names.some((name) => name?.trim().endsWith(TOPIC));
  const hasSquareCover = isYouTube && (isTopic || isProvided(entry));
  const track = cleanLine(entry.track, MAX_TITLE_LENGTH);
  const named = namesIn(entry.artists);
  const artists = named.length > 0 || author === null ? named : [author];
  const isSong =
    isTopic || (track !== null && (isProvided(entry) || isTitleOf(title, track, artists)));
  if (!isSong || artists.length === 0) return null;
  const [albumArtists, [genre]] = [namesIn(entry.album_artists), namesIn(entry.genres)];
  const albumArtist = albumArtists.length > 0 ? albumArtists.join(', ') : isTopic && author;
  const album = cleanLine(entry.album, MAX_TITLE_LENGTH);
  const date = dateOf(entry);
  return {
    track: withoutArtist(track ?? title, artists),
    artists: [...new Set(artists)].slice(0, MAX_ARTISTS),
    album,
    year: entry.release_year,
    ...(album && albumArtist && { albumArtist: cutTo(albumArtist, MAX_TITLE_LENGTH) }),
    ...(date && { date }),
    ...(entry.track_number && { trackNumber: entry.track_number }),
    ...(entry.disc_number && { discNumber: entry.disc_number }),
    ...(genre && { genre }),
    ...(hasSquareCover && { hasSquareCover }),
  };
}

const namesIn = (names: readonly string[]) =>
  names.flatMap((name) => cleanLine(name, MAX_AUTHOR_LENGTH) ?? []);

const cutTo = (text: string, most: number) => [...text].slice(0, most).join('');

/** A title that begins with the artist would name it twice. */
function withoutArtist(title: string, [artist]: readonly string[]): string {
  const prefix = `${artist} - `;
  return title.startsWith(prefix) && title.length > prefix.length
    ? title.slice(prefix.length)
    : title;
}

/** The day of the release, if it belongs to the year that is named. A new edition has another. */
function dateOf({ release_date: day, release_year: year }: RawEntry): string | null {
  const [, ofYear, month, inMonth] =
    /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(day ?? '') ?? [];
  if (ofYear === undefined || (year !== null && year !== Number(ofYear))) return null;
  return `${ofYear}-${month}-${inMonth}`;
}

function isProvided({ description }: RawEntry): boolean {
  return description?.startsWith(PROVIDED) ?? false;
}

/** Whether a title is only the song, or its artist and the song. */
function isTitleOf(title: string, track: string, artists: readonly string[]): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const name = plain(title.replace(BRACKETS, (words) => (SAME_SONG.test(words) ? '' : words)));
  const song = plain(track);
  return (
    song !== '' && [song, ...artists.map((artist) => `${plain(artist)} ${song}`)].includes(name)
  );
}
