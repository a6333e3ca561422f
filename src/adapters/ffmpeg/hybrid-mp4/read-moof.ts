// Reads the samples that a `moof` lists. Pure; what is cut off is a RangeError.
import { defaultsOf, type SampleDefaults } from '../checking/mp4-fragments.ts';
import type { SourceTrack } from './read-track.ts';
import { demand } from './unfit.ts';
import { childrenOf, type SourceBox } from './walk-boxes.ts';

/** A sample: its first byte in its source, and how many ticks after it is decoded it is shown. */
export type Sample = {
  readonly position: number;
  readonly bytes: number;
  readonly ticks: number;
  readonly offset: number;
  readonly isKey: boolean;
};

/** The samples of one `moof`. `time` is when the first is decoded, in ticks; null where they follow those before. */
export type Fragment = { readonly time: number | null; readonly samples: readonly Sample[] };

/** A quarter of an hour of AAC in one fragment. */
const MAX_SAMPLES = 50_000;
// A sample that depends on others, or says that it is no key frame.
const NOT_KEY = 0x0101_0000;

/** Reads a `moof` of a source whose media must be behind it and before byte `end`. Throws Unfit. */
export function readMoof(moof: SourceBox, track: SourceTrack, end: number): Fragment {
  const [traf, ...others] = childrenOf(moof).filter(({ type }) => type === 'traf');
  demand(traf && others.length === 0, 'tracks');
  const boxes = childrenOf(traf);
  const bodyOf = (wanted: string) => boxes.find(({ type }) => type === wanted)?.body;
  const [head, tfdt] = [bodyOf('tfhd'), bodyOf('tfdt')];
  demand(head, 'broken');
  demand(!bodyOf('senc'), 'encrypted');
  const flags = head.getUint32(0);
  const description = flags & 0x2 ? head.getUint32(flags & 0x1 ? 16 : 8) : 1;
  demand(head.getUint32(4) === track.id && description === 1, 'tracks');
  const base = flags & 0x1 ? Number(head.getBigUint64(8)) : moof.start;
  const isLong = tfdt?.getUint8(0) === 1;
  const time = tfdt ? (isLong ? Number(tfdt.getBigUint64(4)) : tfdt.getUint32(4)) : null;
  demand(Number.isSafeInteger(time ?? 0), 'broken');
  const defaults = defaultsOf(head, track.defaults);
  const samples: Sample[] = [];
  let [next, least] = [base, moof.end];
  for (const run of boxes)
    for (const sample of run.type === 'trun' ? samplesOf(run.body, base, next, defaults) : []) {
      next = sample.position + sample.bytes;
      demand(sample.position >= least && sample.bytes > 0 && next <= end, 'contradiction');
      demand(samples.push(sample) <= MAX_SAMPLES, 'too_many');
      least = next;
    }
  return { time, samples };
}

/** The samples of a `trun`, which begin at byte `next` unless it says how far from `base`. */
function* samplesOf(body: DataView, base: number, next: number, defaults: SampleDefaults) {
  let at = 8;
  const read = () => {
    at += 4;
    return body.getInt32(at - 4);
  };
  const [flags, count] = [body.getUint32(0), body.getUint32(4)];
  let position = flags & 0x1 ? base + read() : next;
  const firstFlags = flags & 0x4 ? read() : null;
  for (let index = 0; index < count; index += 1) {
    const ticks = flags & 0x100 ? read() >>> 0 : defaults.ticks;
    const bytes = flags & 0x200 ? read() >>> 0 : defaults.bytes;
    const own = flags & 0x400 ? read() : defaults.flags;
    const offset = flags & 0x800 ? read() : 0;
    const isKey = ((index === 0 && firstFlags !== null ? firstFlags : own) & NOT_KEY) === 0;
    yield { position, bytes, ticks, offset, isKey };
    position += bytes;
  }
}
