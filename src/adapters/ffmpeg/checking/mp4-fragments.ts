// Reads the tracks and the fragments of a fragmented MP4 from their boxes (ISO/IEC 14496-12). Pure; RangeError for what is cut off.
import { boxesIn, childOf, type IndexBox } from './mp4-index.ts';
import { handlerOf, readTimes } from './mp4-probe.ts';

type Sample = { readonly ticks: number; readonly bytes: number };

/** What every sample of a track has unless its fragment says otherwise. */
export type SampleDefaults = Sample & { readonly flags: number };

const NO_DEFAULTS: SampleDefaults = { ticks: 0, bytes: 0, flags: 0 };

/** A picture or sound. `index` is its place among all tracks; `ticks` are those of the samples that the index itself lists. */
export type FragmentedTrack = {
  readonly index: number;
  readonly ticksPerSecond: number;
  readonly ticks: number;
  readonly sample: SampleDefaults;
};

/** The samples of one track in one fragment; `begin` is null where they follow those before. */
export type TrackFragment = Sample & { readonly trackId: number; readonly begin: number | null };

/** The tracks of a `moov` box by their ids. */
export function fragmentedTracks(moov: IndexBox): ReadonlyMap<number, FragmentedTrack> {
  const mvex = childOf(moov, 'mvex');
  const samples = new Map<number, SampleDefaults>();
  for (const { type, body } of mvex ? boxesIn(mvex.body) : []) {
    if (type !== 'trex') continue;
    const [ticks, bytes, flags] = [body.getUint32(12), body.getUint32(16), body.getUint32(20)];
    samples.set(body.getUint32(4), { ticks, bytes, flags });
  }
  const tracks = new Map<number, FragmentedTrack>();
  const traks = boxesIn(moov.body).filter(({ type }) => type === 'trak');
  for (const [index, trak] of traks.entries()) {
    const head = childOf(trak, 'tkhd')?.body;
    const times = childOf(trak, 'mdia', 'mdhd')?.body;
    const scale = times && readTimes(times)?.scale;
    const kind = handlerOf(trak);
    if (!head || !scale || (kind !== 'vide' && kind !== 'soun')) continue;
    const id = head.getUint32(head.getUint8(0) === 1 ? 20 : 12);
    const table = childOf(trak, 'mdia', 'minf', 'stbl', 'stts')?.body;
    let ticks = 0;
    for (let at = 8; table && at + 8 <= table.byteLength; at += 8)
      ticks += table.getUint32(at) * table.getUint32(at + 4);
    const sample = samples.get(id) ?? NO_DEFAULTS;
    tracks.set(id, { index, ticksPerSecond: scale, ticks, sample });
  }
  return tracks;
}

/** The number of a fragment by its `moof` box, and what it holds of each track. */
export function readFragment(
  moof: IndexBox,
  tracks: ReadonlyMap<number, FragmentedTrack>,
): { readonly number: number; readonly held: readonly TrackFragment[] } {
  const trafs = boxesIn(moof.body).filter(({ type }) => type === 'traf');
  const held = trafs.flatMap((traf): TrackFragment[] => {
    const head = childOf(traf, 'tfhd')?.body;
    if (!head) return [];
    const trackId = head.getUint32(4);
    const sample = defaultsOf(head, tracks.get(trackId)?.sample ?? NO_DEFAULTS);
    const time = childOf(traf, 'tfdt')?.body;
    const begin =
      time && (time.getUint8(0) === 1 ? Number(time.getBigUint64(4)) : time.getUint32(4));
    const runs = boxesIn(traf.body).filter(({ type }) => type === 'trun');
    const sums = runs.map(({ body }) => sumOf(body, sample));
    const total = (key: keyof Sample) => sums.reduce((sum, one) => sum + one[key], 0);
    return [{ trackId, begin: begin ?? null, ticks: total('ticks'), bytes: total('bytes') }];
  });
  return { number: childOf(moof, 'mfhd')?.body.getUint32(4) ?? 0, held };
}

/** The fields of a `tfhd` box that are there: an offset, a description, a duration, a size, flags. RangeError where it is cut off. */
export function defaultsOf(head: DataView, usual: SampleDefaults): SampleDefaults {
  const present = head.getUint32(0);
  let at = 8 + (present & 0x1 ? 8 : 0) + (present & 0x2 ? 4 : 0);
  const next = () => {
    at += 4;
    return head.getUint32(at - 4);
  };
  return {
    ticks: present & 0x8 ? next() : usual.ticks,
    bytes: present & 0x10 ? next() : usual.bytes,
    flags: present & 0x20 ? next() : usual.flags,
  };
}

/** Adds up the samples of a `trun` box: each has a duration, a size, flags and an offset of its own, or not. */
function sumOf(run: DataView, sample: Sample): Sample {
  const flags = run.getUint32(0);
  const count = run.getUint32(4);
  const has = (flag: number) => (flags & flag) !== 0;
  const fields = [0x100, 0x200, 0x400, 0x800].filter(has).length;
  if (!has(0x100) && !has(0x200))
    return { ticks: count * sample.ticks, bytes: count * sample.bytes };
  const first = 8 + (has(0x1) ? 4 : 0) + (has(0x4) ? 4 : 0);
  const sizeAt = has(0x100) ? 4 : 0;
  let ticks = 0;
  let bytes = 0;
  for (let each = 0, at = first; each < count; each += 1, at += 4 * fields) {
    ticks += has(0x100) ? run.getUint32(at) : sample.ticks;
    bytes += has(0x200) ? run.getUint32(at + sizeAt) : sample.bytes;
  }
  return { ticks, bytes };
}
