// Encodes the pictures from which on a part is shown, up to the next key frame, so that nothing before them is in the file.
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import type { Sample } from '../hybrid-mp4/read-moof.ts';
import type { SourceTrack } from '../hybrid-mp4/read-track.ts';
import { guardedInput } from '../making/guarded-input.ts';
import { START } from '../making/make-arguments.ts';
import type { MediaTools } from '../media-tools.ts';
import { hasFailed } from '../read-failure.ts';
import { runFfmpeg } from '../run-ffmpeg.ts';
import { withSets } from './avc.ts';
import type { LeadPlan, TimedSample } from './plan-lead.ts';

/** Encoded pictures that come before what is copied. */
export type Lead = {
  /** The track with the parameter sets of both. */
  readonly track: SourceTrack;
  readonly bytes: Buffer;
  /** Their positions are in `bytes`; `time` is when the first is decoded. */
  readonly samples: readonly Sample[];
  readonly time: number;
  /** Of all that was encoded: another program may encode otherwise. */
  readonly digest: string;
};

/** Bytes from `from` on, at least one and none from `to` on. */
type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** Hardly to be distinguished from its source; fast, since a visitor waits for it. */
const QUALITY = ['-preset', 'veryfast', '-crf', '17'];
/** One after the other, so that the same pictures become the same bytes. */
const ONE_THREAD = ['-threads', '1'];
/** The longest that a visitor should wait for it. */
const CPU_SECONDS = 20;
const DATA_BYTES = 1024 ** 3;
const MAX_PROGRESS_BYTES = 1024 * 1024;
const START_CODE = Buffer.from([0, 0, 0, 1]);
const [SLICE, IDR, SEQUENCE, PICTURE, DELIMITER] = [1, 5, 7, 8, 9];
const BLOCK = 16;

/**
 * Null where a group refers to others, cannot be decoded, or does not become as many pictures as it has. Throws the signal's reason, and what
 * `read` throws.
 */
export async function encodeLead(
  needs: MediaTools,
  task: MakeTask,
  plan: LeadPlan,
  read: ReadBytes,
): Promise<Lead | null> {
  const { avc, group, next } = plan;
  const units: Buffer[] = [...avc.sets];
  for (const sample of next ? [...group, next] : group) {
    const found = unitsIn(await bytesOf(sample, read), avc.lengthBytes);
    if (!found || (sample.isKey && !found.some((unit) => typeOf(unit) === IDR))) return null;
    if (sample !== next) units.push(...found);
  }
  const output = path.join(task.folder, 'lead.h264');
  try {
    const isEncoded = await encode(needs, task, plan, units, output);
    return isEncoded ? leadOf(plan, await readFile(output)) : null;
  } finally {
    await rm(output, { force: true });
  }
}

async function encode(
  needs: MediaTools,
  task: MakeTask,
  { avc, group, skipped, track }: LeadPlan,
  units: readonly Buffer[],
  output: string,
): Promise<boolean> {
  const ticks = group.reduce((sum, each) => sum + each.ticks, 0);
  const fps = Math.max(1, Math.min(300, (group.length * track.ticksPerSecond) / (ticks || 1)));
  const rate = fps.toFixed(3);
  const wholeBlocks = (pixels: number) => Math.ceil(pixels / BLOCK) * BLOCK;
  const pixels = wholeBlocks(avc.width) * wholeBlocks(avc.height);
  // `strict` puts the pictures in their order however far they were moved.
  const order = ['-strict', '1', '-framerate', rate, '-noautorotate'];
  const own = [...ONE_THREAD, '-max_pixels', String(pixels), ...order];
  const end = await runFfmpeg({
    sandbox: needs.sandbox,
    program: needs.ffmpegPath,
    args: [
      ...START,
      ...guardedInput('h264', { descriptor: 0 }, own),
      ...['-map', '0:v:0', '-fps_mode', 'passthrough'],
      ...['-vf', `select='gte(n,${skipped})',setpts='N/(${rate}*TB)'`],
      ...['-c:v', 'libx264', '-profile:v', avc.profile, '-bf', '0', ...QUALITY, ...ONE_THREAD],
      ...['-x264-params', `sps-id=${avc.freeId}:aud=1:repeat-headers=1:keyint=infinite`],
      ...['-f', 'h264', `file:${output}`],
    ],
    feeds: [inOne(Buffer.concat(units.flatMap((unit) => [START_CODE, unit])))],
    files: { read: [], write: [task.folder] },
    limits: { cpuSeconds: CPU_SECONDS, dataBytes: DATA_BYTES, fileBytes: task.maxBytes, files: 64 },
    signal: task.signal,
    turn: task.turn,
    deadlineMs: CPU_SECONDS * 1000,
    ...(needs.clock ? { after: needs.clock.after } : {}),
    onOutput: () => undefined,
    maxOutputBytes: MAX_PROGRESS_BYTES,
  });
  return !hasFailed(end) && end.errors === '';
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What x264 wrote, as samples like those of the track; null unless it is all of the group. */
function leadOf({ track, avc, group, skipped, ...plan }: LeadPlan, stream: Buffer): Lead | null {
  const pictures: Buffer[][] = [];
  const sets = new Map<number, Buffer>();
  for (const unit of unitsOfStream(stream)) {
    const type = typeOf(unit);
    if (type === DELIMITER) pictures.push([]);
    if (type === SEQUENCE || type === PICTURE) sets.set(type, unit);
    if (type === SLICE || type === IDR) pictures.at(-1)?.push(unit);
  }
  const [sequence, picture] = [sets.get(SEQUENCE), sets.get(PICTURE)];
  if (!sequence || !picture || pictures.length !== group.length - skipped) return null;
  const most = 2 ** (8 * avc.lengthBytes);
  if (pictures.flat().some(({ length }) => length >= most)) return null;
  const coded = pictures.slice(0, plan.shownAt.length).map((slices) =>
    Buffer.concat(
      slices.flatMap((unit) => {
        const length = Buffer.alloc(avc.lengthBytes);
        length.writeUIntBE(unit.length, 0, avc.lengthBytes);
        return [length, unit];
      }),
    ),
  );
  // Decoded as much earlier than shown as the key frame behind is.
  const offset = plan.next?.offset ?? 0;
  let position = 0;
  const samples = coded.map((bytes, at): Sample => {
    const ticks = (plan.shownAt[at + 1] ?? plan.endsAt) - (plan.shownAt[at] ?? 0);
    position += bytes.length;
    return {
      position: position - bytes.length,
      bytes: bytes.length,
      ticks,
      offset,
      isKey: at === 0,
    };
  });
  const bytes = Buffer.concat(coded);
  return {
    track: { ...track, description: withSets(track.description, [sequence, picture]) },
    bytes,
    samples,
    time: (plan.shownAt[0] ?? 0) - offset,
    digest: createHash('sha256').update(sequence).update(picture).update(bytes).digest('hex'),
  };
}

const typeOf = (unit: Uint8Array) => (unit[0] ?? 0) & 0x1f;

async function bytesOf({ position, bytes }: TimedSample, read: ReadBytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let at = position; at < position + bytes; at += pieces.at(-1)?.length ?? 0) {
    pieces.push(await read(at, position + bytes));
    if (!pieces.at(-1)?.length) break;
  }
  return Buffer.concat(pieces);
}

/** The units of a sample, each behind its length; null where they do not add up. */
function unitsIn(sample: Buffer, lengthBytes: number): Buffer[] | null {
  const units: Buffer[] = [];
  for (let at = 0; at < sample.length; at += units.at(-1)?.length ?? 0) {
    if (at + lengthBytes > sample.length) return null;
    const length = sample.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (length === 0 || at + length > sample.length) return null;
    units.push(sample.subarray(at, at + length));
  }
  return units.length > 0 ? units : null;
}

/** The units between start codes, whose first zero may be the last one of the unit before. */
function* unitsOfStream(stream: Buffer): Generator<Buffer> {
  const code = START_CODE.subarray(1);
  for (let at = stream.indexOf(code); at >= 0; ) {
    const next = stream.indexOf(code, at + code.length);
    let end = next < 0 ? stream.length : next;
    while (end > at && stream[end - 1] === 0) end -= 1;
    yield stream.subarray(at + code.length, end);
    at = next;
  }
}
