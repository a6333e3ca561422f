// Reads the boxes of an MP4: their positions, the codec of its track (as manifests write it), and its segment index.

/** One box: `start` is where its header begins, `body` where its content does; `end` is excluded. */
export type Box = {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
};

/** One segment of a fragmented file, from its index; seconds are exact to the file's clock. */
export type Segment = { readonly start: number; readonly end: number; readonly ticks: number };

/** A file's segment index: its position, clock and segments. */
export type SegmentIndex = {
  readonly box: Box;
  readonly ticksPerSecond: number;
  readonly segments: readonly Segment[];
};

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const SAMPLE_ENTRIES = new Set(['avc1', 'hvc1', 'vp09', 'av01', 'mp4a', 'Opus']);
// Bytes of a video sample entry before its boxes.
const VISUAL_ENTRY_BYTES = 78;

/** The boxes between `start` and `end`, without their children. */
export function listBoxes(file: Buffer, start = 0, end = file.length): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const short = file.readUInt32BE(at);
    const bytes = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short || end - at;
    const type = file.toString('latin1', at + 4, at + 8);
    boxes.push({ type, start: at, body: at + (short === 1 ? 16 : 8), end: at + bytes });
    at += bytes;
  }
  return boxes;
}

/** The segment index at the start of a fragmented file. Throws when there is none. */
export function readSegmentIndex(file: Buffer): SegmentIndex {
  const box = listBoxes(file).find(({ type }) => type === 'sidx');
  if (box === undefined) throw new Error('The file has no segment index.');
  const isLong = file[box.body] === 1;
  const ticksPerSecond = file.readUInt32BE(box.body + 8);
  const firstOffset = isLong
    ? Number(file.readBigUInt64BE(box.body + 20))
    : file.readUInt32BE(box.body + 16);
  const entries = box.body + (isLong ? 28 : 20);
  const count = file.readUInt16BE(entries + 2);
  let place = box.end + firstOffset;
  const segments = Array.from({ length: count }, (_, index) => {
    const at = entries + 4 + index * 12;
    const start = place;
    place += file.readUInt32BE(at) & 0x7fff_ffff;
    return { start, end: place, ticks: file.readUInt32BE(at + 4) };
  });
  return { box, ticksPerSecond, segments };
}

/** The RFC 6381 names of the tracks of an MP4, in their order: `avc1.42c01f`, `mp4a.40.2`. */
export function codecNames(file: Buffer): string[] {
  const names: string[] = [];
  const visit = (start: number, end: number) => {
    for (const box of listBoxes(file, start, end)) {
      if (CONTAINERS.has(box.type)) visit(box.body, box.end);
      else if (box.type === 'stsd') visit(box.body + 8, box.end);
      else if (SAMPLE_ENTRIES.has(box.type)) names.push(codecName(file, box));
    }
  };
  visit(0, file.length);
  return names;
}

function codecName(file: Buffer, entry: Box): string {
  if (entry.type === 'mp4a') return 'mp4a.40.2'; // the only AAC that the lab makes
  if (entry.type === 'Opus') return 'opus';
  for (const { type, body } of listBoxes(file, entry.body + VISUAL_ENTRY_BYTES, entry.end)) {
    const byte = (offset: number) => file[body + offset] ?? 0;
    const two = (value: number) => String(value).padStart(2, '0');
    if (type === 'avcC') return `avc1.${file.toString('hex', body + 1, body + 4)}`;
    if (type === 'vpcC') return `vp09.${two(byte(4))}.${two(byte(5))}.${two(byte(6) >> 4)}`;
    if (type === 'av1C') {
      const isTen = (byte(2) & 0x40) !== 0;
      const tier = (byte(2) & 0x80) !== 0 ? 'H' : 'M';
      return `av01.${byte(1) >> 5}.${two(byte(1) & 31)}${tier}.${isTen ? '10' : '08'}`;
    }
    if (type === 'hvcC') {
      const profile = byte(1) & 31;
      return `hvc1.${profile}.${profile === 2 ? 4 : 6}.L${byte(12)}.B0`;
    }
  }
  throw new Error(`The ${entry.type} entry names no codec.`);
}
