// Looks into an MP3 with one start of a program: each frame header is read here, and a little is decoded every two seconds.
import { tooLongByNow } from '../../../core/choosing/duration-limit.ts';
import type { CheckTask } from '../../../core/jobs/ports.ts';
import { withSeconds } from '../measure-length.ts';
import type { MediaTools } from '../media-tools.ts';
import {
  allOf,
  assertAllDecodes,
  assertNoHole,
  type FileCheck,
  ODD_ZEROS,
  type SlowChecks,
} from './assert-decodes.ts';
import { badMedia } from './bad-media.ts';
import { findZeros } from './find-zeros.ts';
import { isOdd, spotCheck, spotsIn } from './spot-check.ts';
import { walkMpegAudio } from './walk-mpeg-audio.ts';

/** Half of what the smallest gap leaves out, and more than what encoders add at the ends. */
const MAX_GAP_SECONDS = 0.25;
const MAX_ROUNDED_SECONDS = 1;

/** Throws AppError `bad_media`, `too_long` and the signal's reason. */
export async function checkMp3(
  needs: MediaTools,
  task: CheckTask,
  bytes: number,
  slowChecks: SlowChecks,
): Promise<FileCheck> {
  const { path, signal } = task;
  const walked = await walkMpegAudio(path, bytes, signal);
  if (walked.seconds === 0) throw badMedia('it has no frames');
  const tooLong = tooLongByNow(walked.seconds, task.maxDurationSeconds);
  if (tooLong) throw tooLong;
  const media = [{ start: walked.start, end: bytes }];
  const spots = spotsIn(walked.seconds, false);
  const checking = { demuxer: 'mp3', path, bytes, spots, signal } as const;
  const [findings, zeros] = await allOf([
    spotCheck({ ...needs, turn: task.turn }, checking),
    findZeros(path, media, ODD_ZEROS, signal),
  ] as const);
  const probe = walked.statesLength ? findings.probe : withSeconds(findings.probe, walked.seconds);
  const decode = { task, probe, demuxer: 'mp3', media, slowChecks } as const;
  return {
    decode,
    async assertDecodes() {
      assertNoHole(zeros);
      assertNoGap(walked.seconds, probe.durationSeconds ?? 0, task.announcedSeconds ?? null);
      const isDoubtful = zeros > 0 || !walked.isWhole || (await isOdd(needs, decode, findings));
      if (isDoubtful || task.closely) await assertAllDecodes(needs, decode);
      return { isSoundAlike: walked.areAlike };
    },
  };
}

/** An MP3 announces its length at its start; where a piece is missing, its frames end before that. */
function assertNoGap(walked: number, stated: number, announced: number | null): void {
  // What was cut or joined may keep the header of another file; then the platform knows better.
  const isAsAnnounced = announced !== null && Math.abs(walked - announced) <= MAX_ROUNDED_SECONDS;
  if (Math.abs(walked - stated) > MAX_GAP_SECONDS && !isAsAnnounced)
    throw badMedia(`it has ${walked} s of sound where it says ${stated} s`);
}
