// The port Checker: probes a finished file, decodes samples of it, and returns a receipt.
import { stat } from 'node:fs/promises';
import { tooLongByNow } from '../../../core/choosing/duration-limit.ts';
import {
  findExcess,
  findFault,
  type Probe,
  receiptOf,
} from '../../../core/files/checking/find-fault.ts';
import type { Checker, CheckTask } from '../../../core/jobs/ports.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import { abortable } from '../making/abortable.ts';
import { type Demuxer, PHOTO_DEMUXERS } from '../making/guarded-input.ts';
import { measureLength } from '../measure-length.ts';
import type { MediaTools } from '../media-tools.ts';
import { probeMedia } from '../probe-media.ts';
import { type Sniffed, sniffMedia } from '../sniff-media.ts';
import {
  assertDecodes,
  type FileCheck,
  queueSlowChecks,
  type SlowChecks,
} from './assert-decodes.ts';
import { badMedia } from './bad-media.ts';
import { checkMp3 } from './check-mp3.ts';
import { checkMp4 } from './check-mp4.ts';
import { findEmpty } from './find-empty.ts';
import { checkMatroska } from './matroska/check-matroska.ts';
import { readFront } from './read-front.ts';

type Check = typeof checkMatroska;

/** Checks of one kind of file, with one start of a program; any other goes the way of all, as does one that its check cannot read. */
const CHECKS: Readonly<Partial<Record<Demuxer, Check>>> = {
  mov: checkMp4,
  mp3: checkMp3,
  matroska: checkMatroska,
};

/** Creates the port. */
export function createChecker(needs: MediaTools): Checker {
  const slowChecks = queueSlowChecks();
  return {
    async check(task) {
      const { path, container, signal } = task;
      signal.throwIfAborted();
      const bytes = await abortable(signal, sizeOf(path));
      const sniffed = sniffMedia(await abortable(signal, readFront(path)));
      const demuxer = sniffed && demuxerOf(sniffed);
      if (!demuxer || !FFMPEG_FORMATS[container].demuxers.includes(demuxer))
        throw badMedia(`it is not ${container} but ${demuxer ?? 'something unknown'}`);
      const { decode, assertDecodes } =
        (await CHECKS[demuxer]?.(needs, task, bytes, slowChecks)) ??
        (await checkOther(needs, task, bytes, slowChecks, demuxer));
      assertHolds(decode.probe, task);
      const empty = await findEmpty(needs, decode, await assertDecodes());
      const receipt = receiptOf(decode.probe, container, extensionOf(container, sniffed));
      return empty.length > 0 ? { ...receipt, empty } : receipt;
    },
  };
}

/** Probes a file of any other kind, which is decoded once it is known to hold what it must. */
async function checkOther(
  needs: MediaTools,
  task: CheckTask,
  bytes: number,
  slowChecks: SlowChecks,
  demuxer: Demuxer,
): Promise<FileCheck> {
  const { path, container, signal, turn } = task;
  const probing = { ...needs, turn };
  const probed = await probeMedia(probing, demuxer, { path, bytes }, signal);
  const probe =
    FILE_FORMATS[container].kind === 'image'
      ? probed
      : await measureLength(probing, { demuxer, path }, probed, signal);
  const decode = { task, probe, demuxer, media: [{ start: 0, end: bytes }], slowChecks };
  return { decode, assertDecodes: () => assertDecodes(needs, decode) };
}

/** Throws when a file is longer than allowed, or does not hold what it must. */
function assertHolds(
  probe: Probe,
  {
    container,
    expect,
    maxDurationSeconds,
  }: Pick<CheckTask, 'container' | 'expect' | 'maxDurationSeconds'>,
): void {
  const excess = tooLongByNow(
    FILE_FORMATS[container].kind === 'image' ? 0 : (probe.durationSeconds ?? 0),
    maxDurationSeconds,
  );
  if (excess) throw excess;
  const fault = findExcess(probe) ?? findFault(probe, container, expect);
  if (fault) throw badMedia(fault);
}

function extensionOf(container: CheckTask['container'], sniffed: Sniffed): string {
  return sniffed.kind === 'photo' ? sniffed.photo : container;
}

function demuxerOf(sniffed: Sniffed): Demuxer {
  return sniffed.kind === 'photo' ? PHOTO_DEMUXERS[sniffed.photo] : sniffed.demuxer;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}
