// Subtitles in parts, as an HLS playlist lists them (RFC 8216): where each part stands in the whole.
import type { Cue } from './cue.ts';
import { shiftMs, type TimestampMap } from './timestamp-map.ts';

const MAX_PARTS = 500;
/** Of a playlist: ten times as many as the most parts need with a line for their length. */
const MAX_LINES = 10_000;
const LENGTH = /^#EXTINF:(\d{1,5}(?:\.\d{1,9})?)/;

/** A part: where it begins by the lengths of those before it, and whether the clock of its stream starts again there. */
export type SubtitlePart = {
  readonly address: string;
  readonly startMs: number;
  readonly isNewClock: boolean;
};

/** The parts of a playlist. */
export function partsOf(playlist: string): readonly SubtitlePart[] {
  const parts: SubtitlePart[] = [];
  let startMs = 0;
  let lengthMs = 0;
  let isNewClock = false;
  for (const line of playlist.split(/\r?\n/, MAX_LINES)) {
    const length = LENGTH.exec(line)?.[1];
    if (length !== undefined) lengthMs = Number(length) * 1000;
    else if (line.startsWith('#EXT-X-DISCONTINUITY') && !line.includes('SEQUENCE'))
      isNewClock = true;
    if (line === '' || line.startsWith('#')) continue;
    parts.push({ address: line, startMs, isNewClock });
    if (parts.length === MAX_PARTS) break;
    startMs += lengthMs;
    isNewClock = false;
  }
  return parts;
}

/** Creates a function that moves the cues of each part, in their order, to where they are in the whole. */
export function createPartPlacer() {
  let first: TimestampMap | null = null;
  /** By how much the cues of the stream that `first` begins are later. */
  let lateMs = 0;
  return (
    { startMs, isNewClock }: SubtitlePart,
    map: TimestampMap | null,
    cues: readonly Cue[],
  ): readonly Cue[] => {
    if (!map) return cues;
    if (isNewClock && startMs > 0) {
      first = map;
      // Times that are those of the whole already are at or behind the start of their part.
      const isOfWhole = cues.some((cue) => cue.startMs >= startMs);
      lateMs = isOfWhole ? 0 : startMs - map.localMs;
    }
    first ??= map;
    const byMs = shiftMs(map, first) + lateMs;
    return cues.map((cue) => ({ ...cue, startMs: cue.startMs + byMs, endMs: cue.endMs + byMs }));
  };
}
