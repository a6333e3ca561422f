// Probes an MP4 from its index alone, without ffprobe and before any media byte is there. Pure.
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import { boxesIn, childOf, type IndexBox } from './mp4-index.ts';
import { readAudioEntry, readVideoEntry } from './mp4-sample-entry.ts';

type Stream = Probe['streams'][number];

/** When a track plays, in seconds; null where the index does not say. */
type Times = { readonly startSeconds: number; readonly durationSeconds: number | null };

/** How a track is cut into samples. */
type Samples = {
  readonly count: number;
  readonly seconds: number;
  readonly bytes: number;
};

/** PQ and HLG, by the numbers of ISO/IEC 23091-2. */
const HDR_TRANSFERS: ReadonlySet<number | null> = new Set([16, 18]);
const FULL_CIRCLE = 360;

/**
 * The probe of a file of `bytes` bytes whose index is the box `moov`, header included. Null when this is no complete
 * index, or that of a fragmented file, which does not say how long the file is.
 */
export function probeIndex(moov: Uint8Array, bytes: number): Probe | null {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength);
  const [box] = boxesIn(view);
  const header = box?.type === 'moov' ? childOf(box, 'mvhd') : undefined;
  const movieScale = header ? readTimes(header.body)?.scale : undefined;
  if (!box || !movieScale || childOf(box, 'mvex')) return null;
  const tracks = boxesIn(box.body).filter(({ type }) => type === 'trak');
  const read = tracks.map((trak, index) => readTrack(trak, index, movieScale));
  const covers = countCovers(box);
  return {
    bytes,
    ...spanOf(read.map(({ times }) => times)),
    streams: [
      ...read.map(({ stream }) => stream),
      ...covers.map((_, at): Stream => ({ kind: 'cover', index: tracks.length + at })),
    ],
  };
}

function readTrack(
  trak: IndexBox,
  index: number,
  movieScale: number,
): { readonly stream: Stream; readonly times: Times | null } {
  const mdhd = childOf(trak, 'mdia', 'mdhd');
  const own = mdhd ? readTimes(mdhd.body) : null;
  const table = childOf(trak, 'mdia', 'minf', 'stbl');
  const description = table && childOf(table, 'stsd');
  const [entry] = description ? boxesIn(description.body, 8) : [];
  const kind = handlerOf(trak);
  const isSubtitles = kind === 'sbtl' || kind === 'text' || kind === 'subt';
  const other = {
    stream: { kind: isSubtitles ? ('subtitles' as const) : ('other' as const), index },
    times: null,
  };
  if (!own || !table || !entry) return other;
  const times = readEdits(trak, movieScale) ?? { startSeconds: 0, durationSeconds: own.seconds };
  const samples = readSamples(table, own.scale);
  if (kind === 'vide') return videoTrack(trak, index, { entry, times, samples }) ?? other;
  const audio = kind === 'soun' ? readAudioEntry(entry) : null;
  if (!audio) return other;
  const bitsPerSecond = samples.seconds > 0 ? (samples.bytes * 8) / samples.seconds : null;
  return {
    stream: { kind: 'sound', index, ...audio, bitsPerSecond, ...times },
    times,
  };
}

function videoTrack(
  trak: IndexBox,
  index: number,
  track: { readonly entry: IndexBox; readonly times: Times; readonly samples: Samples },
) {
  const { samples, times } = track;
  const entry = readVideoEntry(track.entry);
  if (!entry) return null;
  const { codec, transfer } = entry;
  const fps = samples.count > 0 && samples.seconds > 0 ? samples.count / samples.seconds : null;
  const isTurned = isQuarterTurn(trak);
  const stream: Stream = {
    kind: 'picture',
    index,
    codec,
    width: isTurned ? entry.height : entry.width,
    height: isTurned ? entry.width : entry.height,
    fps,
    dynamicRange: HDR_TRANSFERS.has(transfer) ? 'hdr' : 'sdr',
    ...times,
  };
  return { stream, times };
}

/** Time scale and duration of a movie or track header: version 1 has times of 64 bits. */
export function readTimes(
  body: DataView,
): { readonly scale: number; readonly seconds: number } | null {
  const isLong = body.byteLength > 0 && body.getUint8(0) === 1;
  if (body.byteLength < (isLong ? 32 : 20)) return null;
  const scale = body.getUint32(isLong ? 20 : 12);
  const duration = isLong ? Number(body.getBigUint64(24)) : body.getUint32(16);
  return scale > 0 ? { scale, seconds: duration / scale } : null;
}

/** When a track plays by its edit list: empty edits in front delay it. Null without a list. */
function readEdits(trak: IndexBox, movieScale: number): Times | null {
  const body = childOf(trak, 'edts', 'elst')?.body;
  if (!body || body.byteLength < 8) return null;
  const isLong = body.getUint8(0) === 1;
  const entryBytes = isLong ? 20 : 12;
  const count = Math.min(body.getUint32(4), Math.floor((body.byteLength - 8) / entryBytes));
  let start = 0;
  let duration = 0;
  for (let at = 8; at < 8 + count * entryBytes; at += entryBytes) {
    const length = isLong ? Number(body.getBigUint64(at)) : body.getUint32(at);
    const from = isLong ? Number(body.getBigInt64(at + 8)) : body.getInt32(at + 4);
    if (from >= 0) duration += length;
    else if (duration === 0) start += length;
  }
  if (duration === 0) return null;
  return { startSeconds: start / movieScale, durationSeconds: duration / movieScale };
}

/** Adds up the durations and sizes of all samples. */
function readSamples(table: IndexBox, scale: number): Samples {
  const times = childOf(table, 'stts')?.body;
  let count = 0;
  let units = 0;
  for (let at = 8; times && at + 8 <= times.byteLength; at += 8) {
    const [samples, each] = [times.getUint32(at), times.getUint32(at + 4)];
    count += samples;
    units += samples * each;
  }
  return {
    count,
    seconds: units / scale,
    bytes: sampleBytes(childOf(table, 'stsz')?.body),
  };
}

function sampleBytes(sizes: DataView | undefined): number {
  if (!sizes || sizes.byteLength < 12) return 0;
  const [same, count] = [sizes.getUint32(4), sizes.getUint32(8)];
  if (same > 0) return same * count;
  let bytes = 0;
  for (let at = 12; at + 4 <= sizes.byteLength; at += 4) bytes += sizes.getUint32(at);
  return bytes;
}

/** What a track is for: `vide`, `soun` or something else. */
export function handlerOf(trak: IndexBox): string {
  const body = childOf(trak, 'mdia', 'hdlr')?.body;
  if (!body || body.byteLength < 12) return '';
  return String.fromCharCode(...[8, 9, 10, 11].map((at) => body.getUint8(at)));
}

/** Whether the track's matrix turns the picture by 90 or 270 degrees. */
function isQuarterTurn(trak: IndexBox): boolean {
  const body = childOf(trak, 'tkhd')?.body;
  const matrix = body && body.byteLength > 0 && body.getUint8(0) === 1 ? 52 : 40;
  if (!body || body.byteLength < matrix + 8) return false;
  const degrees =
    (Math.atan2(body.getInt32(matrix + 4), body.getInt32(matrix)) / Math.PI) * (FULL_CIRCLE / 2);
  return Math.abs(Math.round(degrees)) % (FULL_CIRCLE / 2) === FULL_CIRCLE / 4;
}

/** The cover pictures of iTunes' metadata. */
function countCovers(moov: IndexBox): readonly IndexBox[] {
  const meta = childOf(moov, 'udta', 'meta');
  // Its version and flags come before its boxes.
  const list = meta && boxesIn(meta.body, 4).find(({ type }) => type === 'ilst');
  const cover = list && childOf(list, 'covr');
  return cover ? boxesIn(cover.body).filter(({ type }) => type === 'data') : [];
}

/** From the start of the first track to the end of the last. */
function spanOf(all: readonly (Times | null)[]): Times {
  const known = all.flatMap((times) =>
    times && times.durationSeconds !== null
      ? [{ start: times.startSeconds, end: times.startSeconds + times.durationSeconds }]
      : [],
  );
  if (known.length === 0) return { startSeconds: 0, durationSeconds: null };
  const start = Math.min(...known.map((each) => each.start));
  const end = Math.max(...known.map((each) => each.end));
  return { startSeconds: start, durationSeconds: end - start };
}
