// What makes an archive an album: names that begin with the places of the files in their list, and a playlist of them.

/** Of a name, how good an MP3 is: all of an album are alike. */
const RATE = / \(\d+ kbps\)(?=\.[a-z0-9]+$)/;
/** So many digits at least, as in `01`. */
const LEAST_DIGITS = 2;

/** `01 Artist - Title.mp3`: as many digits for all of them, so that they sort by their places. */
export function numberedNames(
  names: readonly string[],
  numbers: readonly number[],
): readonly string[] {
  const digits = Math.max(LEAST_DIGITS, String(Math.max(...numbers)).length);
  return names.map(
    (name, at) => `${String(numbers[at]).padStart(digits, '0')} ${name.replace(RATE, '')}`,
  );
}

/** A file of a playlist: its name in the archive, the same without its number, and its length, null if unknown. */
export type PlaylistEntry = {
  readonly name: string;
  readonly title: string;
  readonly seconds: number | null;
};

const withoutEnding = (name: string) => name.replace(RATE, '').replace(/\.[a-z0-9]+$/, '');

/** An M3U8 of files beside it, in UTF-8. Names of files have no line breaks, and begin with a number. */
export function playlistOf(title: string, entries: readonly PlaylistEntry[]): string {
  const lines = entries.flatMap((entry) => [
    `#EXTINF:${entry.seconds === null ? -1 : Math.round(entry.seconds)},${withoutEnding(entry.title)}`,
    entry.name,
  ]);
  return ['#EXTM3U', `#PLAYLIST:${title}`, ...lines, ''].join('\n');
}
