// Pairs of fragmented MP4 files as platforms have them: one picture and one sound, each with one `sidx`.
import { postpone, putTogether, takeApart } from './fragments.ts';
import { type MediaFolder, tone } from './media-fixtures.ts';

const X264 = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-pix_fmt',
  'yuv420p',
  '-sc_threshold',
  '0',
];
const AAC = ['-c:a', 'aac', '-aac_pns', '0', '-b:a', '64k'];
/** With `delay_moov` edit lists say how late pictures are and what of the sound is priming; with `empty_moov` they are not there. */
const FRAGMENTS = '+dash+global_sidx+default_base_moof';
export const PLAIN = ['-movflags', `${FRAGMENTS}+frag_keyframe+empty_moov`];
const EDITS = ['-movflags', `${FRAGMENTS}+frag_keyframe+delay_moov`];
const EACH = ['-movflags', `${FRAGMENTS}+frag_every_frame+empty_moov`];
const SECONDS = 6;
const every = (seconds: number) => ['-frag_duration', String(seconds * 1e6)];

function film(fps: number | string, seconds = SECONDS): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=192x108:r=${fps}:d=${seconds}`];
}

function sweep(hz: number, seconds = SECONDS): string[] {
  const side = (low: number) => `0.5*sin(2*PI*t*(${low}+40*t))`;
  return ['-f', 'lavfi', '-i', `aevalsrc=${side(300)}|${side(500)}:s=${hz}:d=${seconds}`];
}

/** A source of the table below. */
export type SourceName =
  | 'base.mp4'
  | 'base.m4a'
  | 'b-frames.mp4'
  | 'edits.mp4'
  | 'negative.mp4'
  | 'absolute.mp4'
  | 'late.mp4'
  | 'baseline-25.mp4'
  | 'ntsc.mp4'
  | '60.mp4'
  | 'uneven-rate.mp4'
  | 'one-fragment.mp4'
  | 'uneven.mp4'
  | 'open-groups.mp4'
  | 'frames.mp4'
  | 'av1.mp4'
  | 'h265.mp4'
  | 'hev1.mp4'
  | 'vp9.mp4'
  | 'aac.mp4'
  | 'priming.mp4'
  | 'later.mp4'
  | 'far.mp4'
  | 'lagging.mp4'
  | 'timed.mp4'
  | 'one-sound.mp4'
  | 'tiny.mp4'
  | '48k.mp4'
  | '22k.mp4'
  | 'he.mp4'
  | '5.1.mp4'
  | 'opus.mp4';

/** What ffmpeg does, with the files of a folder or without; or how another source is changed. */
type Making =
  | readonly string[]
  | ((folder: string) => readonly string[])
  | { readonly from: SourceName; readonly change: (bytes: Buffer) => Buffer };

const copyOf =
  (name: string, ...words: readonly string[]) =>
  (folder: string) => ['-i', `${folder}/${name}`, '-c', 'copy', ...words];

/** How each source is made. */
const SOURCES: Readonly<Record<SourceName, Making>> = {
  'base.mp4': [...film(30), ...X264, '-g', '60', '-bf', '3', '-b:v', '150k'],
  'base.m4a': [...sweep(44_100), ...AAC],
  'b-frames.mp4': copyOf('base.mp4', ...PLAIN),
  'edits.mp4': copyOf('base.mp4', ...EDITS),
  'negative.mp4': copyOf('base.mp4', '-movflags', `${PLAIN[1]}+negative_cts_offsets`),
  'absolute.mp4': { from: 'b-frames.mp4', change: absolute },
  'late.mp4': { from: 'b-frames.mp4', change: later(10) },
  'baseline-25.mp4': [
    ...film(25),
    ...X264,
    '-g',
    '50',
    '-bf',
    '0',
    '-profile:v',
    'baseline',
    ...PLAIN,
  ],
  'ntsc.mp4': [...film('30000/1001'), ...X264, '-g', '60', ...EDITS],
  '60.mp4': [...film(60), ...X264, '-g', '120', '-bf', '2', ...PLAIN],
  'uneven-rate.mp4': [
    ...[...film(60), '-vf', "select='not(mod(n,2))+lt(mod(n,37),5)+between(t,2,3)'"],
    ...['-vsync', 'vfr', ...X264, '-g', '60', ...PLAIN],
  ],
  'one-fragment.mp4': [...film(30), ...X264, '-g', '9000', '-keyint_min', '9000', ...PLAIN],
  'uneven.mp4': [
    ...[...film(30, 12), ...X264, '-g', '900', '-keyint_min', '1', '-force_key_frames'],
    ...['0,0.5,0.6,1,5.3,5.4,9', ...PLAIN],
  ],
  'open-groups.mp4': [
    ...[...film(30), ...X264, '-g', '50', '-bf', '3', '-x264-params', 'open-gop=1', ...PLAIN],
  ],
  'frames.mp4': copyOf('baseline-25.mp4', ...EACH),
  'av1.mp4': [...film(30, 3), '-c:v', 'libsvtav1', '-preset', '12', '-g', '30', ...PLAIN],
  'h265.mp4': [
    ...[...film(30, 3), '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params'],
    ...['log-level=error:keyint=30', '-tag:v', 'hvc1', ...PLAIN],
  ],
  'hev1.mp4': copyOf('h265.mp4', '-tag:v', 'hev1', ...PLAIN),
  'vp9.mp4': [
    ...[...film(30, 3), '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
    ...['-g', '30', ...PLAIN],
  ],
  'aac.mp4': copyOf('base.m4a', ...PLAIN, ...every(2)),
  'priming.mp4': copyOf('base.m4a', ...EDITS, ...every(2)),
  'later.mp4': { from: 'aac.mp4', change: later(10.5) },
  'far.mp4': { from: 'aac.mp4', change: later(20) },
  'lagging.mp4': copyOf('base.m4a', '-output_ts_offset', '0.7', ...EDITS, ...every(2)),
  'timed.mp4': { from: 'aac.mp4', change: later(0.7) },
  'one-sound.mp4': copyOf('base.m4a', '-movflags', `${FRAGMENTS}+empty_moov`, ...every(90)),
  'tiny.mp4': copyOf('base.m4a', ...PLAIN, ...every(0.1)),
  '48k.mp4': [...sweep(48_000), ...AAC, ...PLAIN, ...every(3.3)],
  '22k.mp4': [...sweep(22_050), ...AAC, ...PLAIN, ...every(2)],
  'he.mp4': { from: '22k.mp4', change: namedHeAac },
  '5.1.mp4': [...tone(SECONDS), '-ac', '6', ...AAC, ...EDITS, ...every(2)],
  'opus.mp4': [...tone(SECONDS), '-c:a', 'libopus', '-strict', '-2', ...EDITS, ...every(2)],
};

/** The pairs, and what is special about each. */
export const PAIRS: readonly (readonly [what: string, sources: readonly SourceName[]])[] = [
  ['25 fps, no B-frames', ['baseline-25.mp4', 'aac.mp4']],
  ['B-frames without an edit list', ['b-frames.mp4', 'aac.mp4']],
  ['B-frames and AAC priming in edit lists', ['edits.mp4', 'priming.mp4']],
  ['29.97 fps', ['ntsc.mp4', '48k.mp4']],
  ['60 fps', ['60.mp4', '48k.mp4']],
  ['variable frame rate', ['uneven-rate.mp4', 'priming.mp4']],
  ['negative composition offsets', ['negative.mp4', 'aac.mp4']],
  ['AAC 5.1', ['edits.mp4', '5.1.mp4']],
  ['AAC of 22.05 kHz', ['b-frames.mp4', '22k.mp4']],
  ['AAC named HE-AAC', ['b-frames.mp4', 'he.mp4']],
  ['Opus with pre-skip', ['edits.mp4', 'opus.mp4']],
  ['AV1', ['av1.mp4', 'aac.mp4']],
  ['H.265', ['h265.mp4', 'aac.mp4']],
  ['H.265 as hev1', ['hev1.mp4', 'aac.mp4']],
  ['VP9 and Opus', ['vp9.mp4', 'opus.mp4']],
  ['a start at 10 s, the sound at 10.5 s', ['late.mp4', 'later.mp4']],
  ['a sound 0.7 s late by its edit list', ['edits.mp4', 'lagging.mp4']],
  ['a sound 0.7 s late by its fragments', ['b-frames.mp4', 'timed.mp4']],
  ['one fragment each', ['one-fragment.mp4', 'one-sound.mp4']],
  ['fragments of 0.1 to 4.3 s', ['uneven.mp4', 'tiny.mp4']],
  ['open groups of pictures', ['open-groups.mp4', '48k.mp4']],
  ['a fragment for each frame', ['frames.mp4', 'one-sound.mp4']],
  ['positions from the start of the file', ['absolute.mp4', 'aac.mp4']],
  ['a sound alone', ['priming.mp4']],
  ['a picture alone', ['edits.mp4']],
];

/** Makes a source in a folder, and those that it is made from; returns its path. */
export async function makeSource(media: MediaFolder, name: SourceName): Promise<string> {
  const making = SOURCES[name];
  if ('from' in making) {
    const path = await makeSource(media, making.from);
    return media.changed(path, name, making.change);
  }
  if (typeof making !== 'function') return media.ffmpeg(name, ...making);
  const copied = making('').find((word) => word.startsWith('/'));
  await makeSource(media, copied?.slice(1) as SourceName);
  return media.ffmpeg(name, ...making(media.folder));
}

/** Makes all times of a source later, as `tfdt` and `sidx` say them. */
function later(seconds: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    const scale = bytes.readUInt32BE(bytes.indexOf('mdhd') + 4 + 12);
    const sidx = bytes.indexOf('sidx') + 4;
    const first = Math.round(seconds * bytes.readUInt32BE(sidx + 8));
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(sidx + 12) + BigInt(first), sidx + 12);
    for (const fragment of takeApart(bytes).fragments)
      postpone(fragment, Math.round(seconds * scale));
    return bytes;
  };
}

/** Writes where samples are from the first byte of the file on, which `tfhd` says in a field of 64 bits. */
function absolute(bytes: Buffer): Buffer {
  const { front, fragments } = takeApart(bytes);
  let position = Buffer.concat(front.map((box) => box.bytes)).length;
  const sidx = front.at(-1)?.bytes ?? bytes;
  const changed = fragments.map(([moof, ...media], at) => {
    const old = moof?.bytes ?? bytes;
    const place = old.indexOf('tfhd') + 4 + 8;
    const longer = Buffer.concat([old.subarray(0, place), Buffer.alloc(8), old.subarray(place)]);
    for (const box of ['moof', 'traf', 'tfhd']) {
      const start = longer.indexOf(box) - 4;
      longer.writeUInt32BE(longer.readUInt32BE(start) + 8, start);
    }
    // From there on, not from the `moof`.
    longer.writeUInt32BE((longer.readUInt32BE(place - 8) & ~0x2_0000) | 0x1, place - 8);
    longer.writeInt32BE(position + longer.length + 8, longer.indexOf('trun') + 4 + 8);
    const reference = sidx.indexOf('sidx') + 4 + 32 + 12 * at;
    sidx.writeUInt32BE(sidx.readUInt32BE(reference) + 8, reference);
    const fragment = [{ type: 'moof', bytes: longer }, ...media];
    position += Buffer.concat(fragment.map((box) => box.bytes)).length;
    return fragment;
  });
  return putTogether(front, changed);
}

/** Names AAC of 22.05 kHz as the lower half of a sound of 44.1 kHz (ISO/IEC 14496-3, 1.6.2.1). */
function namedHeAac(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from('05808080', 'hex'), bytes.indexOf('esds'));
  const length = bytes.readUInt8(at + 4);
  // SBR; 22.05 kHz; two channels; 44.1 kHz; of AAC-LC.
  const bits = ['00101', '0111', '0010', '0100', '00010'].join('').padEnd(length * 8, '0');
  for (let byte = 0; byte < length; byte += 1)
    bytes[at + 5 + byte] = Number.parseInt(bits.slice(byte * 8, byte * 8 + 8), 2);
  return bytes;
}
