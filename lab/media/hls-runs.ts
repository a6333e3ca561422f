// One HLS playlist of several: runs with clocks of their own, as advertisements, recordings and joined uploads have them.

/** A finished media playlist, and the folder that its addresses are relative to. */
export type Run = { readonly text: string; readonly folder: string };

/** Joins media playlists, each but the first behind EXT-X-DISCONTINUITY. */
export function joinRuns(runs: readonly Run[]): string {
  const parts = runs.map(({ text, folder }) =>
    text
      .split('\n')
      .filter((line) => line !== '' && !HEAD.test(line))
      .map((line) => (line.startsWith('#') ? withFolder(line, folder) : `${folder}${line}`))
      .join('\n'),
  );
  const body = parts.join('\n#EXT-X-DISCONTINUITY\n');
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:10\n${body}\n#EXT-X-ENDLIST\n`;
}

const HEAD = /^#(EXTM3U|EXT-X-(VERSION|TARGETDURATION|ENDLIST|MEDIA-SEQUENCE|PLAYLIST-TYPE))/;

function withFolder(line: string, folder: string): string {
  return line.replace(/URI="/, `URI="${folder}`);
}
