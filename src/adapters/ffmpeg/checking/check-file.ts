// The port Checker: probes a finished file, decodes samples of it, and returns a receipt.
import { stat } from 'node:fs/promises';
import { tooLongByNow } from '../../../core/choosing/duration-limit.ts';
import { findExcess, findFault, receiptOf } from '../../../core/files/checking/find-fault.ts';
import type { Checker, CheckTask } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import { abortable } from '../making/abortable.ts';
import { type Demuxer, PHOTO_DEMUXERS } from '../making/guarded-input.ts';
import { layoutOf } from '../making/pass-through.ts';
import { measureLength } from '../measure-length.ts';
import type { MediaTools } from '../media-tools.ts';
import { probeMedia } from '../probe-media.ts';
import { type Sniffed, sniffMedia } from '../sniff-media.ts';
import { assertDecodes, queueSlowChecks } from './assert-decodes.ts';
import { findEmpty } from './find-empty.ts';
import type { Region } from './find-zeros.ts';
import { readFront } from './read-front.ts';

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
      const media =
        demuxer === 'mov'
          ? await abortable(signal, mediaOf(path, bytes))
          : [{ start: 0, end: bytes }];
      const probing = { ...needs, turn: task.turn };
      const probed = await probeMedia(probing, demuxer, { path, bytes }, signal);
      const probe =
        FILE_FORMATS[container].kind === 'image'
          ? probed
          : await measureLength(probing, { demuxer, path }, probed, signal);
      const excess = tooLongByNow(
        FILE_FORMATS[container].kind === 'image' ? 0 : (probe.durationSeconds ?? 0),
        task.maxDurationSeconds,
      );
      if (excess) throw excess;
      const fault = findExcess(probe) ?? findFault(probe, container, task.expect);
      if (fault) throw badMedia(fault);
      const decode = { task, probe, demuxer, media, slowChecks };
      const empty = await findEmpty(needs, decode, await assertDecodes(needs, decode));
      const receipt = receiptOf(probe, container, extensionOf(container, sniffed));
      return empty.length > 0 ? { ...receipt, empty } : receipt;
    },
  };
}

/** Where the media bytes of an MP4 are. Throws unless its index precedes them. */
async function mediaOf(path: string, bytes: number): Promise<readonly Region[]> {
  const layout = await layoutOf(path, bytes);
  if (!layout?.indexInFront || layout.isFragmented) throw badMedia('its index is not in front');
  return layout.media;
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

function badMedia(detail: string): AppError {
  return new AppError('bad_media', { detail });
}
