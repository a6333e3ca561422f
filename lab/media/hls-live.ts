// Endless playlists: a live one with a moving window, and a master playlist that refers to itself.

// The window of most live playlists.
const WINDOW_SEGMENTS = 5;

/**
 * An endless live playlist over the segments of a finished media playlist: they repeat, each time with a discontinuity
 * and an address of its own (`?n=` and its number). `elapsedMs` is the age of the broadcast.
 */
export function livePlaylist(mediaPlaylist: string, elapsedMs: number): string {
  const lines = mediaPlaylist.split('\n').map((line) => line.trim());
  const segments: { seconds: number; uri: string }[] = [];
  let seconds = 0;
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length));
    else if (line !== '' && !line.startsWith('#')) segments.push({ seconds, uri: line });
  }
  if (segments.length === 0) throw new TypeError('The playlist has no segments.');
  // The IV of a segment is its sequence number, and here a segment has many.
  if (lines.some((line) => line.startsWith('#EXT-X-KEY')))
    throw new TypeError('A playlist with a key cannot be made endless.');
  const segmentAt = (number: number) =>
    segments[number % segments.length] ?? { seconds: 1, uri: '' };

  const roundSeconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const rounds = Math.floor(elapsedMs / 1000 / roundSeconds);
  let newest = rounds * segments.length;
  let endSeconds = rounds * roundSeconds + segmentAt(newest).seconds;
  while (endSeconds <= elapsedMs / 1000) {
    newest += 1;
    endSeconds += segmentAt(newest).seconds;
  }
  const oldest = Math.max(0, newest - WINDOW_SEGMENTS + 1);
  const keep = ['#EXTM3U', '#EXT-X-VERSION', '#EXT-X-TARGETDURATION', '#EXT-X-MAP'];
  const head = lines.filter((line) => keep.some((tag) => line.startsWith(tag)));
  const output = [...head, `#EXT-X-MEDIA-SEQUENCE:${oldest}`];
  output.push(
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor(Math.max(0, oldest - 1) / segments.length)}`,
  );
  for (let number = oldest; number <= newest; number += 1) {
    const segment = segmentAt(number);
    if (number > 0 && number % segments.length === 0) output.push('#EXT-X-DISCONTINUITY');
    output.push(`#EXTINF:${segment.seconds.toFixed(3)},`, `${segment.uri}?n=${number}`);
  }
  return `${output.join('\n')}\n`;
}

/** A master playlist whose only variant is `uri`; served under that very name it is an endless loop. */
export function nestedPlaylist(uri: string): string {
  return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=1280x720\n${uri}\n`;
}
