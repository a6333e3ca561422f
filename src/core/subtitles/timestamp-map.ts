// The header with which a piece of WebVTT in an HLS playlist says where its times begin (RFC 8216, 3.5).

const MAP = /^X-TIMESTAMP-MAP=(.*)$/m;
const LOCAL = /\bLOCAL:(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})\.(\d{3})/;
const MPEG = /\bMPEGTS:(\d{1,10})\b/;
const MAX_HEADER_LENGTH = 500;
/** The clock of MPEG-2 counts 90 times in a millisecond, and starts again after 33 bits. */
const TICKS_PER_MS = 90;
const ROUND_MS = 2 ** 33 / TICKS_PER_MS;

/** A time of a piece, and when that is on the clock of its stream; both in milliseconds. */
export type TimestampMap = { readonly localMs: number; readonly streamMs: number };

/** The map of a piece, or null where it has none. */
export function timestampMap(text: string): TimestampMap | null {
  const [header = ''] = text.slice(0, MAX_HEADER_LENGTH).replace(/\r\n?/g, '\n').split('\n\n', 1);
  const map = MAP.exec(header)?.[1] ?? '';
  const [local, ticks] = [LOCAL.exec(map), MPEG.exec(map)?.[1]];
  if (!local || ticks === undefined) return null;
  const [, hours = '0', minutes, seconds, rest] = local;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { localMs: whole * 1000 + Number(rest), streamMs: Number(ticks) / TICKS_PER_MS };
}

/** By how much the times of a piece are later than those of `first`, the piece that begins its stream. */
export function shiftMs(map: TimestampMap, first: TimestampMap): number {
  const apart = map.streamMs - first.streamMs;
  // The nearer way round.
  const onClock = apart - Math.round(apart / ROUND_MS) * ROUND_MS;
  return Math.round(onClock - (map.localMs - first.localMs));
}
