// Joins the pieces of an MP3 into one file with one header, whose sound is as long as its source to the sample.
import { open, rm } from 'node:fs/promises';
import { readAudioFrame } from '../../checking/mpeg-audio.ts';
import { readFront } from '../../checking/read-front.ts';
import { tagBytes } from '../../sniff-media.ts';
import { type Pieces, ROUND_FRAMES, ROUND_SAMPLES, rangeOf } from './plan-pieces.ts';

const FRAME_SAMPLES = ROUND_SAMPLES / ROUND_FRAMES;
/** Where the fields of a first frame are, from its word `Info` on. */
const FIELDS = { frames: 8, bytes: 12, gap: 141, length: 148, sum: 152, ownSum: 154 };
const FIELDS_END = 156;
/** From this frame of a piece on, its encoder no longer misses the sound before. */
const FIRST_SETTLED = 10;
/** The last frames of a piece are encoded without the sound behind. */
const LAST_SETTLED = ROUND_FRAMES - 2;
const BLOCK_BYTES = 256 * 1024;

/**
 * Writes the file, and resolves with its length in seconds. Null if the pieces do not fit: they are not what was planned, too large, or
 * there is no frame at which one of them can follow another.
 */
export async function joinPieces(
  files: readonly string[],
  pieces: Pieces,
  { output, maxBytes }: { readonly output: string; readonly maxBytes: number },
): Promise<number | null> {
  const openings = await Promise.all(files.map(readOpening));
  const ranges = files.map((_, at) => rangeOf(pieces, at));
  const held = ranges.map(([start], at) => (openings[at] ? start + openings[at].samples : 0));
  const samples = Math.max(...held);
  const planned = ranges.map(([start, end]) => (samples > start ? Math.min(samples, end) : 0));
  const last = pieces.begins.findLastIndex((begin) => samples > begin);
  const [first, final, [before = 0] = []] = [openings[0], openings[last], ranges[last]];
  if (!first || !final || planned.join() !== held.join()) return null;
  const roundBytes = (pieces.kilobitsPerSecond * 125 * ROUND_SAMPLES) / first.rateHz;
  const to = await open(output, 'w');
  let sum = 0;
  const write = async (bytes: Buffer) => {
    await to.writeFile(bytes);
    sum = checksum(bytes, sum);
  };
  try {
    let shared: Buffer | null = null;
    for (const [at, path] of files.slice(0, last + 1).entries()) {
      const piece = await open(path);
      try {
        const read = async (from: number, most: number) => {
          const { buffer, bytesRead } = await piece.read(Buffer.alloc(most), 0, most, from);
          return buffer.subarray(0, bytesRead);
        };
        let from = openings[at]?.end ?? 0;
        const [start, end] = ranges[at] ?? [0, 0];
        const shares = from + roundBytes * ((end - start) / ROUND_SAMPLES - 1);
        const until = at < last ? shares : (await piece.stat()).size;
        // Tags, a cover and the first frame.
        if (at === 0) await to.writeFile(await read(0, from));
        if (shared) {
          const round = follow(shared, await read(from, roundBytes));
          if (!round) return null;
          await write(round);
          from += roundBytes;
        }
        while (from < until) {
          const some = await read(from, Math.min(BLOCK_BYTES, until - from));
          if (some.length === 0) return null;
          await write(some);
          from += some.length;
        }
        shared = await read(until, roundBytes);
      } finally {
        await piece.close();
      }
      await rm(path);
    }
    const { size } = await to.stat();
    const { frame, end } = first;
    const frames = before / FRAME_SAMPLES + final.frames;
    fill(frame, { frames, samples, sum, bytes: size - end + frame.length });
    await to.write(frame, 0, frame.length, end - frame.length);
    return size > maxBytes ? null : samples / first.rateHz;
  } finally {
    await to.close();
  }
}

/**
 * The first frame of a file, and where the others begin: how many they are, and their samples without those that encoders add. Null
 * where there is none, as in a piece without sound.
 */
async function readOpening(file: string) {
  const at = tagBytes(await readFront(file));
  const [frame] = framesIn(Buffer.from(await readFront(file, at)));
  const info = frame && bodyAt(frame);
  if (!info || frame.toString('latin1', info, info + 4) !== 'Info') return null;
  const frames = frame.readUInt32BE(info + FIELDS.frames);
  const gap = frame.readUIntBE(info + FIELDS.gap, 3);
  const samples = frames * FRAME_SAMPLES - (gap >> 12) - (gap & 0xfff);
  const rateHz = readAudioFrame(frame, 0)?.samplesPerSecond ?? 0;
  return { frame, end: at + frame.length, frames, samples, rateHz };
}

/** Writes into a first frame what is behind it. At a constant rate, its table of places is right for any number of frames. */
function fill(
  frame: Buffer,
  all: Readonly<Record<'frames' | 'bytes' | 'samples' | 'sum', number>>,
): void {
  const info = bodyAt(frame);
  frame.writeUInt32BE(all.frames, info + FIELDS.frames);
  frame.writeUInt32BE(all.bytes, info + FIELDS.bytes);
  const delay = frame.readUIntBE(info + FIELDS.gap, 3) >> 12;
  const padding = all.frames * FRAME_SAMPLES - delay - all.samples;
  frame.writeUIntBE((delay << 12) | padding, info + FIELDS.gap, 3);
  frame.writeUInt32BE(all.bytes, info + FIELDS.length);
  frame.writeUInt16BE(all.sum, info + FIELDS.sum);
  frame.writeUInt16BE(checksum(frame.subarray(0, info + FIELDS.ownSum)), info + FIELDS.ownSum);
}

/**
 * A round that two pieces share: the frames of the first, and from one frame on those of the second. The sound of that frame may begin
 * at the ends of the bodies before it, where the first piece must have left as many bytes to its own. Null if there is no such frame.
 */
function follow(first: Buffer, second: Buffer): Buffer | null {
  const [before, behind] = [framesIn(first), framesIn(second)];
  const isAlike = behind.every((frame, at) => frame.length === before[at]?.length);
  if (behind.length !== ROUND_FRAMES || !isAlike) return null;
  const seam = behind.findLastIndex((frame, at) => {
    const isSettled = at >= FIRST_SETTLED && at <= LAST_SETTLED;
    return isSettled && bytesBefore(before[at] as Buffer) >= bytesBefore(frame);
  });
  if (seam < 0) return null;
  let left = bytesBefore(behind[seam] as Buffer);
  for (let at = seam - 1; left > 0; at -= 1) {
    const [to, from] = [before[at] as Buffer, behind[at] as Buffer];
    const bytes = Math.min(left, to.length - bodyAt(to));
    from.copy(to, to.length - bytes, from.length - bytes);
    left -= bytes;
  }
  return Buffer.concat([...before.slice(0, seam), ...behind.slice(seam)]);
}

/** The whole frames of MPEG-1 layer III without checksums that these bytes begin with. */
function framesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; bytes[at + 1] === 0xfb; ) {
    const end = at + (readAudioFrame(bytes, at)?.bytes ?? 0);
    if (end <= at + FIELDS_END || end > bytes.length) break;
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}

/** Where the sound itself begins in a frame, behind what says how to read it. */
function bodyAt(frame: Uint8Array): number {
  const isMono = (frame[3] ?? 0) >> 6 === 3;
  return 4 + (isMono ? 17 : 32);
}

/** How many bytes before the body of a frame its sound begins. */
const bytesBefore = (frame: Uint8Array) => ((frame[4] ?? 0) << 1) | ((frame[5] ?? 0) >> 7);

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  return sum;
});

/** CRC-16, continued. */
function checksum(bytes: Uint8Array, sum = 0): number {
  let next = sum;
  for (let at = 0; at < bytes.length; at += 1)
    next = (next >> 8) ^ (TABLE[(next ^ (bytes[at] as number)) & 0xff] as number);
  return next;
}
