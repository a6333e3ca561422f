// Finds a part of a WebM by its cues: the clusters that hold a span, behind its facts and tracks.
import type { FindPart, ReadableSource } from '../../../core/jobs/ports.ts';
import {
  CLUSTER,
  childrenIn,
  DURATION,
  EBML,
  type Element,
  elementIn,
  INFO,
  MAX_ELEMENTS,
  MAX_HEADER_BYTES,
  numberIn,
  SEGMENT,
  TICK_NANOSECONDS,
  TRACKS,
} from '../checking/matroska/elements.ts';
import { demand, Unfit } from '../hybrid-mp4/unfit.ts';

const SEEK_HEAD = 0x114d9b74;
const CUES = 0x1c53bb6b;
/** Of which an element's content is read, by the element. */
const [SEEK, SEEK_ID, SEEK_POSITION] = [0x4dbb, 0x53ab, 0x53ac];
const TIME = 0xe7;
const [POINT, POINT_TIME, POINT_TRACK] = [0xbb, 0xb3, 0xb7];
const [CLUSTER_POSITION, BLOCK_POSITION] = [0xf1, 0xf0];

/** The time of a cluster, before its first block: as it is written for some hours. */
const MAX_TIME_BYTES = 9;
const MAX_CONTENT_BYTES = 1024 * 1024;
/** Places in a list. */
const MAX_POINTS = 50_000;
/** Elements whose end is not stated. */
const OPEN_SEGMENT = Buffer.from('1853806701ffffffffffffff', 'hex');
const OPEN_CLUSTER = Buffer.from('1f43b67501ffffffffffffff', 'hex');

/** A place from which the media can be read: a cluster, and within it the byte that counts from the start of its content on. */
type Point = { readonly seconds: number; readonly position: number; readonly within: number };

/** As {@link FindPart}; throws Unfit and RangeError for what cannot be read. */
export const findMatroskaPart: FindPart = async (source, { startSeconds, endSeconds }) => {
  const header = await elementAt(source, 0);
  demand(header.id === EBML, 'broken');
  const segment = await elementAt(source, header.end);
  demand(segment.id === SEGMENT, 'broken');
  const found = await frontOf(source, segment.body);
  const { info, tracks, clustersFrom } = found;
  demand(info && tracks, 'broken');
  const cuesAt = found.cuesAt ?? seekCues(found.seekHead, segment.body);
  const facts = Buffer.from(info);
  const ticks = childrenIn(facts).find(({ id }) => id === TICK_NANOSECONDS);
  const secondsPerTick = (ticks ? numberIn(facts, ticks) : 1e6) / 1e9;
  const cues = await contentAt(source, cuesAt, CUES);
  const points = pointsIn(cues, secondsPerTick, segment.body);
  const first = points.findLast(({ seconds }) => seconds <= startSeconds) ?? points[0];
  demand(first && first.position >= clustersFrom, 'broken');
  // A cluster may go on into the group that it does not begin.
  const after = points.find(({ seconds }) => seconds > endSeconds);
  const behind = points.find(({ position }) => position > (after?.position ?? Infinity));
  const next = after && after.within > MAX_TIME_BYTES ? behind : after;
  const last = cuesAt > first.position ? cuesAt : Math.min(segment.end, source.bytes);
  const cluster = await elementAt(source, first.position);
  const time = await elementAt(source, cluster.body);
  demand(cluster.id === CLUSTER && time.id === TIME && time.end - time.body <= 8, 'broken');
  return {
    head: Buffer.concat([
      await source.read(0, header.end),
      OPEN_SEGMENT,
      element(INFO, withoutDuration(facts)),
      element(TRACKS, tracks),
      // A cluster may begin before the frame for which it is listed.
      OPEN_CLUSTER,
      await source.read(cluster.body, time.end),
    ]),
    from: Math.max(cluster.body + first.within, time.end),
    to: next?.position ?? last,
    startSeconds: first.seconds,
    held: null,
  };
};

/** What is in front of the first cluster. */
async function frontOf(source: ReadableSource, from: number) {
  let info: Uint8Array | null = null;
  let tracks: Uint8Array | null = null;
  let seekHead: Uint8Array | null = null;
  let cuesAt: number | null = null;
  let at = from;
  for (let count = 0; ; count += 1) {
    demand(count < MAX_ELEMENTS, 'too_many');
    const { id, body, end } = await elementAt(source, at);
    if (id === CLUSTER) return { info, tracks, seekHead, cuesAt, clustersFrom: at };
    demand(Number.isFinite(end), 'broken');
    if (id === CUES) cuesAt = at;
    const isRead = id === INFO || id === TRACKS || id === SEEK_HEAD;
    demand(!isRead || end - body <= MAX_CONTENT_BYTES, 'too_many');
    const content = isRead ? await source.read(body, end) : null;
    if (id === INFO) info = content;
    if (id === TRACKS) tracks = content;
    if (id === SEEK_HEAD) seekHead = content;
    at = end;
  }
}

/** Where the cues are by the list of places, which counts from byte `zero` on. */
function seekCues(seekHead: Uint8Array | null, zero: number): number {
  demand(seekHead, 'sidx');
  const list = Buffer.from(seekHead);
  for (const seek of childrenIn(list).filter(({ id }) => id === SEEK)) {
    const inside = childrenIn(list, seek.body, seek.end);
    const [id, position] = [SEEK_ID, SEEK_POSITION].map((wanted) => {
      const one = inside.find((each) => each.id === wanted);
      return one ? numberIn(list, one) : 0;
    });
    if (id === CUES && position) return zero + position;
  }
  throw new Unfit('sidx');
}

function pointsIn(cues: Buffer, secondsPerTick: number, zero: number): Point[] {
  return childrenIn(cues, 0, cues.length, MAX_POINTS)
    .filter(({ id }) => id === POINT)
    .flatMap((point) => {
      const inside = childrenIn(cues, point.body, point.end);
      const time = inside.find(({ id }) => id === POINT_TIME);
      const track = inside.find(({ id }) => id === POINT_TRACK);
      const places = track ? childrenIn(cues, track.body, track.end) : [];
      const place = places.find(({ id }) => id === CLUSTER_POSITION);
      const within = places.find(({ id }) => id === BLOCK_POSITION);
      if (!time || !place) return [];
      return {
        seconds: numberIn(cues, time) * secondsPerTick,
        position: zero + numberIn(cues, place),
        within: within ? numberIn(cues, within) : 0,
      };
    })
    .sort((a, b) => a.seconds - b.seconds);
}

async function contentAt(source: ReadableSource, at: number, wanted: number): Promise<Buffer> {
  const { id, body, end } = await elementAt(source, at);
  demand(id === wanted && end - body <= MAX_CONTENT_BYTES, 'sidx');
  return Buffer.from(await source.read(body, end));
}

async function elementAt(source: ReadableSource, at: number): Promise<Element> {
  const bytes = await source.read(at, Math.min(source.bytes, at + MAX_HEADER_BYTES));
  const { id, body, end } = elementIn(bytes, 0);
  return { id, body: at + body, end: at + end };
}

/** With padding in place of the length of the whole. */
function withoutDuration(info: Buffer): Buffer {
  const duration = childrenIn(info).find(({ id }) => id === DURATION);
  if (!duration) return info;
  const result = Buffer.from(info);
  const start = duration.body - 3;
  // Any other length of its size than the usual one byte is refused.
  demand(result.readUInt16BE(start) === DURATION && duration.end - start <= 16, 'broken');
  result.writeUInt8(0xec, start);
  result.writeUInt8(0x80 | (duration.end - start - 2), start + 1);
  return result;
}

/** An element with a size of eight bytes. */
function element(id: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32BE(id, 0);
  header.writeBigUInt64BE(BigInt(content.length) | (1n << 56n), 4);
  return Buffer.concat([header, content]);
}
