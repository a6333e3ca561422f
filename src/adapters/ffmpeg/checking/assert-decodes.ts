// Checks a finished file for damage by decoding samples; decodes all of it if something is odd.

import pLimit, { type LimitFunction } from 'p-limit';
import { USUAL_FPS } from '../../../core/choosing/edits/picture-load.ts';
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { CheckTask } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import { abortable } from '../making/abortable.ts';
import type { MediaTools } from '../media-tools.ts';
import { isMachinesFault } from '../read-failure.ts';
import { type FfmpegEnd, runFfmpeg } from '../run-ffmpeg.ts';
import { eachLine } from '../run-ffprobe.ts';
import { type SeenPackets, seePackets } from './alike-packets.ts';
import { badMedia } from './bad-media.ts';
import {
  audioSpotCheckArguments,
  type CheckedFile,
  decodeAllArguments,
  firstFramesArguments,
  SAMPLE_SECONDS,
  sampleArguments,
  samplesAreAll,
  walkArguments,
} from './decode-arguments.ts';
import { findZeros, type Region } from './find-zeros.ts';

/** The file to check. `media` is where its media bytes are. */
export type DecodeTask = {
  readonly task: CheckTask;
  readonly probe: Probe;
  readonly demuxer: CheckedFile['demuxer'];
  readonly media: readonly Region[];
  /** For what decodes for minutes: see {@link queueSlowChecks}. */
  readonly slowChecks: SlowChecks;
};

const MOST_AT_ONCE = 2;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const LIMITS = { dataBytes: 1.5 * 1024 ** 3, files: 64, fileBytes: 0 };
const DETAIL_LENGTH = 300;
// So many zeros in a row are odd; so many more are a gap, whatever a decoder makes of them.
export const ODD_ZEROS = 4096;
const HOLE_ZEROS = 65_536;
// Share of the frames that the samples should hold; with fewer there is hardly anything in the file.
const LEAST_SHARE = 0.1;
// About what one processor decodes in five seconds.
const QUICK_PIXELS = 2e9;
/** About what it decodes in a minute. */
const BRIEF_PIXELS = 25e9;

/** Places for checks that hold memory for long; those of a minute do not wait for longer ones. */
export type SlowChecks = Readonly<Record<'brief' | 'long', LimitFunction>>;

/** For all checks of this machine: each waits for its turn on the processors as well. */
export function queueSlowChecks(): SlowChecks {
  return { brief: pLimit(1), long: pLimit(1) };
}

/** What decoding samples told: the packets of the sound are all the same. */
export type Decoded = { readonly isSoundAlike: boolean };

/**
 * A file that was read, and what is to be done once it is known to hold what it must. `assertDecodes` throws AppError `bad_media` when the
 * file is damaged, and the signal's reason.
 */
export type FileCheck = {
  readonly decode: DecodeTask;
  readonly assertDecodes: () => Promise<Decoded>;
};

/** Throws like {@link FileCheck}. */
export async function assertDecodes(needs: MediaTools, decode: DecodeTask): Promise<Decoded> {
  const { task, probe, media } = decode;
  const file: CheckedFile = { demuxer: decode.demuxer, path: task.path };
  const sound = probe.streams.find((stream) => stream.kind === 'sound');
  const packets = seePackets(sound?.index ?? null);
  if (FILE_FORMATS[task.container].kind === 'image') {
    const complaint = await sample(needs, decode, sampleArguments(file, null), packets);
    if (complaint !== '') throw badMedia(complaint);
    return { isSoundAlike: false };
  }
  const picture = probe.streams.find((stream) => stream.kind === 'picture');
  const duration = probe.durationSeconds ?? 0;
  const walk = picture ? walkArguments(file, picture.codec) : null;
  const crumbs = sound && !samplesAreAll(duration) ? audioSpotCheckArguments(file, duration) : null;
  const samples = !picture && crumbs ? crumbs : sampleArguments(file, duration);
  const inTurn = pLimit(MOST_AT_ONCE);
  const looks: Promise<string>[] = [
    inTurn(() => sample(needs, decode, samples, packets)),
    inTurn(async () =>
      walk ? complaintOf(decode, await runCheck(needs, decode, 'ffmpegPath', walk)) : '',
    ),
    inTurn(async () => {
      if (!picture || !crumbs) return '';
      const read = eachLine(packets.take);
      return complaintOf(decode, await runCheck(needs, decode, 'ffprobePath', crumbs, read));
    }),
  ];
  const [zeros, ...complaints] = await allOf([
    findZeros(task.path, media, ODD_ZEROS, task.signal),
    ...looks,
  ] as const);
  assertNoHole(zeros);
  const decoded = { isSoundAlike: packets.areAlike() };
  if (!task.closely && zeros === 0 && complaints.every((complaint) => complaint === ''))
    return decoded;
  await assertAllDecodes(needs, decode);
  return decoded;
}

/** Throws AppError `bad_media` for so many zeros in a row. */
export function assertNoHole(zeros: number): void {
  if (zeros >= HOLE_ZEROS) throw badMedia(`there are ${zeros} zeros in a row in it`);
}

/**
 * Decodes all of the file, or all of its sound. A decoder that starts in the middle may report errors in a good file; one that starts at
 * the beginning may not. Throws like {@link FileCheck}.
 */
export async function assertAllDecodes(
  needs: MediaTools,
  decode: DecodeTask,
  what: 'all' | 'sound' = 'all',
): Promise<void> {
  const file: CheckedFile = { demuxer: decode.demuxer, path: decode.task.path };
  const decodeAll = () => runCheck(needs, decode, 'ffmpegPath', decodeAllArguments(file, what));
  const isQuick = what === 'sound';
  const whole = complaintOf(decode, await (isQuick ? decodeAll() : inItsTurn(decode, decodeAll)));
  if (whole !== '') throw badMedia(whole);
}

/** Runs a check once there is a place for it, if it is a slow one; how many jobs may wait is bounded before. */
async function inItsTurn(
  { task, probe, slowChecks }: DecodeTask,
  check: () => Promise<FfmpegEnd>,
): Promise<FfmpegEnd> {
  const pixels = pixelsOf(probe);
  if (pixels <= QUICK_PIXELS) return check();
  const endSlow = task.turn?.beginSlow();
  let isRunning = false;
  const checked = slowChecks[pixels > BRIEF_PIXELS ? 'long' : 'brief'](() => {
    isRunning = true;
    return check();
  });
  try {
    return await abortable(task.signal, checked);
  } catch (error) {
    // Until its process has ended.
    if (isRunning) await checked;
    throw error;
  } finally {
    endSlow?.();
  }
}

/** How many are decoded for all of it. */
function pixelsOf({ streams, durationSeconds }: Probe): number {
  const pictures = streams.filter((stream) => stream.kind === 'picture');
  return pictures.reduce(
    (sum, { width, height, fps }) =>
      sum + width * height * (fps ?? USUAL_FPS) * (durationSeconds ?? 0),
    0,
  );
}

/** Like Promise.all, but rejects only after all promises have settled: each has a process. */
export async function allOf<T extends readonly Promise<unknown>[]>(
  works: T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Decodes samples and returns the errors, and whether they hold next to nothing. Throws when they hold nothing. */
async function sample(
  needs: MediaTools,
  decode: DecodeTask,
  args: readonly string[],
  packets: SeenPackets,
): Promise<string> {
  const seen = new Map<number, number>();
  const count = eachLine((line) => {
    if (packets.take(line)) return;
    const index = Number.parseInt(line, 10);
    seen.set(index, (seen.get(index) ?? 0) + 1);
  });
  const end = await runCheck(needs, decode, 'ffprobePath', args, count);
  const complaint = complaintOf(decode, end);
  for (const stream of decode.probe.streams) {
    const decoded = seen.get(stream.index) ?? 0;
    const isMedia = stream.kind === 'picture' || stream.kind === 'sound';
    const finding = `only ${decoded} of stream ${stream.index} could be decoded: ${complaint}`;
    // The samples may end before a sound that begins late, or before the sound between pictures that stand for seconds.
    if (isMedia && decoded === 0 && !(await hasFrames(needs, decode, stream.index)))
      throw badMedia(finding);
    // A screen that stands still, or a hole.
    if (isMedia && decoded < leastFrames(decode, stream)) return finding;
  }
  return complaint;
}

/** Whether the first packets of a stream decode to anything. */
export async function hasFrames(
  needs: MediaTools,
  decode: DecodeTask,
  index: number,
): Promise<boolean> {
  let count = 0;
  const file = { demuxer: decode.demuxer, path: decode.task.path };
  const { take: isPacket } = seePackets(index);
  const read = eachLine((line) => {
    if (!isPacket(line)) count += 1;
  });
  await runCheck(needs, decode, 'ffprobePath', firstFramesArguments(file, index), read);
  return count > 0;
}

function leastFrames({ task, probe }: DecodeTask, stream: Probe['streams'][number]): number {
  if (
    stream.kind !== 'picture' ||
    FILE_FORMATS[task.container].kind === 'image' ||
    stream.fps === null
  )
    return 1;
  const seconds = Math.min(probe.durationSeconds ?? 0, 3 * SAMPLE_SECONDS);
  return Math.max(1, stream.fps * seconds * LEAST_SHARE);
}

/** Runs a program over the file. Throws AppError `making_failed` when it does not end by itself. */
export async function runCheck(
  needs: MediaTools,
  { task, probe }: DecodeTask,
  tool: 'ffmpegPath' | 'ffprobePath',
  args: readonly string[],
  onOutput: (text: string) => void = () => undefined,
): Promise<FfmpegEnd> {
  const seconds = 60 + Math.ceil((probe.durationSeconds ?? 0) * 4);
  const end = await runFfmpeg({
    sandbox: needs.sandbox,
    program: needs[tool],
    args,
    files: { read: [task.path], write: [] },
    limits: { ...LIMITS, cpuSeconds: seconds },
    signal: task.signal,
    turn: task.turn,
    deadlineMs: seconds * 1000,
    onOutput,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (isMachinesFault(end))
    throw new AppError('making_failed', { detail: `the check did not end: ${end.reason}` });
  return end;
}

/** A part that begins at a key frame may release frames from before it, which it does not need. */
const RELEASED = /^.*mmco: unref short failure\n?/gm;

/** The errors of a run; empty when it succeeded without output. */
export function complaintOf(
  { task: { isPart = false } }: Pick<DecodeTask, 'task'>,
  { exitCode, signal, reason, errors }: FfmpegEnd,
): string {
  const said = (isPart ? errors.replace(RELEASED, '') : errors).trim();
  if (exitCode === 0 && reason === 'exit' && said === '') return '';
  return `it does not decode (${reason} ${exitCode ?? signal}): ${said.slice(0, DETAIL_LENGTH)}`;
}
