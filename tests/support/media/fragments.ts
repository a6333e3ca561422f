// Takes fragmented MP4 files apart, to damage them or to write them as other packagers do.

/** A box at the top of a file, whole. */
export type TopBox = { readonly type: string; readonly bytes: Buffer };

/** The boxes at the top of a file whose sizes have 32 bits. */
export function topBoxes(file: Buffer): TopBox[] {
  const boxes: TopBox[] = [];
  for (let at = 0; at < file.length; ) {
    const end = at + file.readUInt32BE(at);
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), bytes: file.subarray(at, end) });
    at = end;
  }
  return boxes;
}

/** A fragment: its `moof` box with all that follows up to the next one. */
export type Fragment = readonly TopBox[];

/** What is before the first fragment, and the fragments. Bytes are shared with the file. */
export function takeApart(file: Buffer): {
  readonly front: TopBox[];
  readonly fragments: Fragment[];
} {
  const front: TopBox[] = [];
  const fragments: TopBox[][] = [];
  for (const box of topBoxes(file)) {
    if (box.type === 'moof') fragments.push([box]);
    else (fragments.at(-1) ?? front).push(box);
  }
  return { front, fragments };
}

/** The file of these boxes. */
export function putTogether(front: readonly TopBox[], fragments: readonly Fragment[]): Buffer {
  return Buffer.concat([...front, ...fragments.flat()].map(({ bytes }) => bytes));
}

/** A copy of a file whose fragments are changed. */
export function refragmented(
  file: Buffer,
  change: (fragments: Fragment[]) => readonly Fragment[],
): Buffer {
  const { front, fragments } = takeApart(Buffer.from(file));
  return putTogether(front, change(fragments));
}

/** A box of this content. */
export function boxOf(type: string, body: Buffer): TopBox {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return { type, bytes: Buffer.concat([head, body]) };
}

/** Writes the number of a fragment. */
export function renumber([moof]: Fragment, number: number): void {
  moof?.bytes.writeUInt32BE(number, moof.bytes.indexOf('mfhd') + 8);
}

/** Moves the beginnings of a fragment's tracks, whose times have 64 bits. */
export function postpone([moof]: Fragment, ticks: number): void {
  const { bytes = Buffer.alloc(0) } = moof ?? {};
  for (let at = bytes.indexOf('tfdt'); at >= 0; at = bytes.indexOf('tfdt', at + 4))
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at + 8) + BigInt(ticks), at + 8);
}
