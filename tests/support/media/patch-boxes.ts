// Changes boxes of MP4 files, as damaged or hostile sources have them.
import { boxOf, refragmented, takeApart } from './fragments.ts';

/** A number to write where a box begins, so many bytes behind its header. */
export type Patch = readonly [box: string, at: number, value: number];

/** A copy of a file in which numbers are changed. */
export function patched(file: Buffer, ...patches: readonly Patch[]): Buffer {
  const bytes = Buffer.from(file);
  for (const [box, at, value] of patches)
    bytes.writeUInt32BE(value >>> 0, bytes.indexOf(box, 0, 'latin1') + 4 + at);
  return bytes;
}

/** Where `sidx` of version 1 has the number of its references, and the first of them. */
export const SIDX_COUNT = 28 + 2;
export const FIRST_REFERENCE = SIDX_COUNT + 2;

/** A copy of a file with another body of a box; those around it are as long as they must be. */
export function rewritten(file: Buffer, box: string, change: (body: Buffer) => Buffer): Buffer {
  const at = file.indexOf(box, 0, 'latin1') - 4;
  const end = at + file.readUInt32BE(at);
  const { bytes: changed } = boxOf(box, change(file.subarray(at + 8, end)));
  const all = Buffer.concat([file.subarray(0, at), changed, file.subarray(end)]);
  for (const outer of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts']) {
    const start = all.indexOf(outer, 0, 'latin1') - 4;
    if (start < 0 || start > at || start + file.readUInt32BE(start) < end) continue;
    all.writeUInt32BE(all.readUInt32BE(start) + changed.length - (end - at), start);
  }
  return all;
}

/** A copy of a source whose first fragment has so many samples of one byte. */
export function crowded(source: Buffer, samples: number): Buffer {
  const bytes = refragmented(source, (fragments) =>
    fragments.map((fragment, at) => {
      if (at > 0) return fragment;
      const [moof] = fragment;
      const body = Buffer.from(moof?.bytes.subarray(8) ?? []);
      const run = body.indexOf('trun') - 4;
      const length = body.readUInt32BE(run);
      const plain = Buffer.alloc(12);
      plain.writeUInt32BE(1);
      plain.writeUInt32BE(samples, 4);
      const traf = body.indexOf('traf') - 4;
      const header = body.indexOf('tfhd') - 4;
      // Its defaults: a duration, a size and flags.
      body.writeUInt32BE(1, header + 8 + 12);
      const shorter = Buffer.concat([
        body.subarray(0, run),
        boxOf('trun', plain).bytes,
        body.subarray(run + length),
      ]);
      shorter.writeUInt32BE(body.readUInt32BE(traf) + 20 - length, traf);
      const changed = boxOf('moof', shorter);
      const after = boxOf('mdat', Buffer.alloc(2 * samples));
      // The run begins behind the `moof` and the header of `mdat`.
      changed.bytes.writeUInt32BE(changed.bytes.length + 8, changed.bytes.indexOf('trun') + 12);
      return [changed, after];
    }),
  );
  const { fragments } = takeApart(bytes);
  const sidx = bytes.indexOf('sidx') + 4;
  for (const [at, fragment] of fragments.entries())
    bytes.writeUInt32BE(
      Buffer.concat(fragment.map((box) => box.bytes)).length,
      sidx + FIRST_REFERENCE + 12 * at,
    );
  return bytes;
}
