// Probes a file and decodes it at a few places, with one start of ffprobe.
import { z } from 'zod';
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Demuxer } from '../making/guarded-input.ts';
import type { MediaTools } from '../media-tools.ts';
import { isMachinesFault } from '../read-failure.ts';
import { PROBE_ENTRIES, readProbe } from '../read-probe.ts';
import type { FfmpegEnd } from '../run-ffmpeg.ts';
import { type ProbeNeeds, readFfprobe } from '../run-ffprobe.ts';
import { complaintOf, type DecodeTask, hasFrames } from './assert-decodes.ts';
import { badMedia } from './bad-media.ts';

/** Where a file is decoded: so many packets of all streams together from each of `places`, in seconds; all of it without places. */
export type Spots = { readonly places: readonly number[]; readonly packets: number };

/** The file to probe and to decode. */
export type SpotCheck = {
  readonly demuxer: Demuxer;
  readonly path: string;
  readonly bytes: number;
  readonly spots: Spots;
  readonly signal: AbortSignal;
};

/** The probe, how many packets were read and frames decoded of each stream, and how the program ended. */
export type SpotFindings = {
  readonly probe: Probe;
  readonly packets: ReadonlyMap<number, number>;
  readonly frames: ReadonlyMap<number, number>;
  readonly end: FfmpegEnd;
};

/** What is shorter is decoded as a whole. */
const SHORT_SECONDS = 8;
/** A key frame with a few that follow, and half a second of sound. */
const WITH_PICTURE = { places: 5, packets: 40 };
/** The last place begins so long before the end. */
const LAST_SECONDS = 1.5;
/** Of sound alone: cheap, and finds every noticeable gap. */
const SOUND = { everySeconds: 2, packets: 3 };
/** Keeps the argument well below the kernel's limit. */
const MOST_PLACES = 3000;
/** Share of the packets read that should become frames. */
const LEAST_SHARE = 0.1;
const DEADLINE_MS = 60_000;
const CPU_SECONDS = 30;
const MAX_JSON_BYTES = 2 * 1024 * 1024;
const DETAIL_LENGTH = 300;

/** Subtitles have entries of their own, without a stream. */
const shape = z.object({
  packets_and_frames: z
    .array(z.object({ type: z.string(), stream_index: z.number().int().optional() }))
    .default([]),
});

/** Where to decode a file of this length: at five places with a picture, and else a little every two seconds. */
export function spotsIn(seconds: number, hasPicture: boolean): Spots {
  if (seconds <= SHORT_SECONDS) return { places: [], packets: 0 };
  const last = seconds - LAST_SECONDS;
  const every = hasPicture
    ? last / (WITH_PICTURE.places - 1)
    : Math.max(SOUND.everySeconds, seconds / MOST_PLACES);
  const places = hasPicture ? WITH_PICTURE.places : Math.ceil(seconds / every);
  return {
    places: Array.from({ length: places }, (_, at) => at * every),
    packets: (hasPicture ? WITH_PICTURE : SOUND).packets,
  };
}

/** Throws AppError `bad_media` when it cannot be read, `making_failed` when the program was ended, and the signal's reason. */
export async function spotCheck(
  needs: ProbeNeeds,
  { demuxer, path, bytes, spots, signal }: SpotCheck,
): Promise<SpotFindings> {
  const intervals = spots.places.map((at) => `${at.toFixed(3)}%+#${spots.packets}`).join(',');
  const end = await readFfprobe(needs, {
    demuxer,
    input: { path },
    show: [
      ...(intervals === '' ? [] : ['-read_intervals', intervals]),
      ...['-show_entries', `${PROBE_ENTRIES}:packet=stream_index:frame=stream_index`],
      ...['-of', 'json=compact=1'],
    ],
    cpuSeconds: CPU_SECONDS,
    signal,
    deadlineMs: DEADLINE_MS,
    maxOutputBytes: MAX_JSON_BYTES,
  });
  if (isMachinesFault(end))
    throw new AppError('making_failed', { detail: `the check did not end: ${end.reason}` });
  const probe = end.exitCode === 0 ? readProbe(end.output, bytes) : null;
  if (!probe) throw badMedia(`ffprobe: ${end.reason}: ${end.errors.slice(0, DETAIL_LENGTH)}`);
  const entries = shape.parse(JSON.parse(end.output)).packets_and_frames;
  const countOf = (kind: string) => {
    const counts = new Map<number, number>();
    for (const { type, stream_index: index } of entries)
      if (type === kind && index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
    return counts;
  };
  return { probe, packets: countOf('packet'), frames: countOf('frame'), end };
}

/** Whether there were errors, or fewer frames came of the packets than should. Throws AppError `bad_media` when none came at all. */
export async function isOdd(
  needs: MediaTools,
  decode: DecodeTask,
  { packets, frames, end }: SpotFindings,
): Promise<boolean> {
  let isLacking = false;
  for (const { index, kind } of decode.probe.streams) {
    if (kind !== 'picture' && kind !== 'sound') continue;
    const [read, decoded] = [packets.get(index) ?? 0, frames.get(index) ?? 0];
    // The places may hold none of a sound that begins late.
    if (decoded === 0 && !(await hasFrames(needs, decode, index)))
      throw badMedia(`nothing of stream ${index} could be decoded`);
    if (decoded < Math.max(1, read * LEAST_SHARE)) isLacking = true;
  }
  return isLacking || complaintOf(decode, end) !== '';
}
