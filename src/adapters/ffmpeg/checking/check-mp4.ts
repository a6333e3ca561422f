// Reads the index of a plain MP4, by which it is checked.
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { CheckTask } from '../../../core/jobs/ports.ts';
import { layoutOf, withReader } from '../making/pass-through.ts';
import type { MediaTools } from '../media-tools.ts';
import type { FileCheck, SlowChecks } from './assert-decodes.ts';
import { badMedia } from './bad-media.ts';
import { checkByIndex } from './check-by-index.ts';
import type { Region } from './find-zeros.ts';
import { boxesIn } from './mp4-index.ts';
import { probeIndex } from './mp4-probe.ts';
import { readSampleTracks, type SampleTrack } from './mp4-samples.ts';
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
  const { probe, tracks, media } = await readIndex(path, bytes, task.isIndexLast ?? false);
  const walk = async () => {
    const walked = await walkSamples(path, tracks, signal);
    const hasFault = (kind: SampleTrack['kind']) =>
      tracks.some((track, at) => track.kind === kind && walked[at]?.fault !== null);
    const odd = hasFault('picture') ? 'all' : hasFault('sound') ? 'sound' : null;
    const isSoundAlike = tracks.some(({ kind }, at) => kind === 'sound' && walked[at]?.areAlike);
    return { odd, isSoundAlike } as const;
  };
  const file = { demuxer: 'mov', announced: probe, media, walk } as const;
  return checkByIndex(needs, task, slowChecks, file);
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
