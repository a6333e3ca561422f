// Looks into a plain MP4 with one start of a program: each sample is walked here, and a few places are decoded there.
import { tooLongByNow } from '../../../core/choosing/duration-limit.ts';
import { findExcess, type Probe } from '../../../core/files/checking/find-fault.ts';
import type { CheckTask } from '../../../core/jobs/ports.ts';
import { layoutOf, withReader } from '../making/pass-through.ts';
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
import { findZeros, type Region } from './find-zeros.ts';
import { boxesIn } from './mp4-index.ts';
import { probeIndex } from './mp4-probe.ts';
import { readSampleTracks, type SampleTrack } from './mp4-samples.ts';
import { isOdd, spotCheck, spotsIn } from './spot-check.ts';
import { walkSamples } from './walk-samples.ts';

/** Of a film of twelve hours with 60 pictures a second. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** The index of an MP4: when and of what its tracks are, and where their samples and all media bytes. */
type Index = {
  readonly probe: Probe;
  readonly tracks: readonly SampleTrack[];
  readonly media: readonly Region[];
};

/** Throws AppError `bad_media`, `too_long` and the signal's reason. */
export async function checkMp4(
  needs: MediaTools,
  task: CheckTask,
  bytes: number,
  slowChecks: SlowChecks,
): Promise<FileCheck> {
  const { path, signal } = task;
  const {
    probe: announced,
    tracks,
    media,
  } = await readIndex(path, bytes, task.isIndexLast ?? false);
  const excess = findExcess(announced);
  if (excess) throw badMedia(excess);
  const tooLong = tooLongByNow(announced.durationSeconds ?? 0, task.maxDurationSeconds);
  if (tooLong) throw tooLong;
  const hasPicture = tracks.some(({ kind }) => kind === 'picture');
  const spots = spotsIn(announced.durationSeconds ?? 0, hasPicture);
  const probing = { ...needs, turn: task.turn };
  const [findings, walked, zeros] = await allOf([
    spotCheck(probing, { demuxer: 'mov', path, bytes, spots, signal }),
    walkSamples(path, tracks, signal),
    findZeros(path, media, ODD_ZEROS, signal),
  ] as const);
  const probe = await measurePictures(probing, { demuxer: 'mov', path }, findings.probe, signal);
  const decode = { task, probe, demuxer: 'mov', media, slowChecks } as const;
  const hasFault = (kind: SampleTrack['kind']) =>
    tracks.some((track, at) => track.kind === kind && walked[at]?.fault !== null);
  return {
    decode,
    async assertDecodes() {
      assertNoHole(zeros);
      const isWholeOdd = zeros > 0 || hasFault('picture') || (await isOdd(needs, decode, findings));
      if (isWholeOdd || task.closely) await assertAllDecodes(needs, decode);
      else if (hasFault('sound')) await assertAllDecodes(needs, decode, 'sound');
      const isSoundAlike = tracks.some(({ kind }, at) => kind === 'sound' && walked[at]?.areAlike);
      return { isSoundAlike };
    },
  };
}

async function readIndex(path: string, bytes: number, isIndexLast: boolean): Promise<Index> {
  const layout = await layoutOf(path, bytes);
  const isPlaced = layout && (layout.indexInFront || isIndexLast);
  if (!isPlaced || layout.isFragmented) throw badMedia('its index is not in front');
  const { index, media } = layout;
  if (index.end - index.start > MAX_INDEX_BYTES) throw badMedia('its index is too large');
  const moov = await withReader(path, (read) => read(index.start, index.end - index.start));
  try {
    const probe = probeIndex(moov, bytes);
    const [box] = boxesIn(new DataView(moov.buffer, moov.byteOffset, moov.byteLength));
    if (!probe || !box) throw badMedia('its index is cut off');
    return { probe, tracks: readSampleTracks(box), media };
  } catch (error) {
    if (error instanceof RangeError) throw badMedia(`its index is damaged: ${error.message}`);
    throw error;
  }
}
