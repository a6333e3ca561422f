// Checks a file whose own index was read, with one start of a program: each sample is walked here, and a few places are decoded there.
import { tooLongByNow } from '../../../core/choosing/duration-limit.ts';
import { findExcess, type Probe } from '../../../core/files/checking/find-fault.ts';
import type { CheckTask } from '../../../core/jobs/ports.ts';
import { measurePictures } from '../measure-pictures.ts';
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
import type { CheckedFile } from './decode-arguments.ts';
import { findZeros, type Region } from './find-zeros.ts';
import { isOdd, spotCheck, spotsIn } from './spot-check.ts';

/** What walking over all samples found: whether all of the file or its sound has to be decoded, and whether its sound never changes. */
export type WalkedFile = { readonly odd: 'all' | 'sound' | null; readonly isSoundAlike: boolean };

/** What the index of a file says, where its media bytes are, and how to look at each of its samples. */
export type IndexedFile = {
  readonly demuxer: CheckedFile['demuxer'];
  readonly announced: Probe;
  readonly media: readonly Region[];
  readonly walk: () => Promise<WalkedFile>;
};

/** Throws AppError `bad_media`, `too_long` and the signal's reason. */
export async function checkByIndex(
  needs: MediaTools,
  task: CheckTask,
  slowChecks: SlowChecks,
  { demuxer, announced, media, walk }: IndexedFile,
): Promise<FileCheck> {
  const { path, signal } = task;
  const excess = findExcess(announced);
  if (excess) throw badMedia(excess);
  const tooLong = tooLongByNow(announced.durationSeconds ?? 0, task.maxDurationSeconds);
  if (tooLong) throw tooLong;
  const hasPicture = announced.streams.some(({ kind }) => kind === 'picture');
  const spots = spotsIn(announced.durationSeconds ?? 0, hasPicture);
  const probing = { ...needs, turn: task.turn };
  const [findings, { odd, isSoundAlike }, zeros] = await allOf([
    spotCheck(probing, { demuxer, path, bytes: announced.bytes, spots, signal }),
    walk(),
    findZeros(path, media, ODD_ZEROS, signal),
  ] as const);
  const probe = await measurePictures(probing, { demuxer, path }, findings.probe, signal);
  const decode = { task, probe, demuxer, media, slowChecks };
  return {
    decode,
    async assertDecodes() {
      assertNoHole(zeros);
      const isWholeOdd = zeros > 0 || odd === 'all' || (await isOdd(needs, decode, findings));
      if (isWholeOdd || task.closely) await assertAllDecodes(needs, decode);
      else if (odd === 'sound') await assertAllDecodes(needs, decode, 'sound');
      return { isSoundAlike };
    },
  };
}
