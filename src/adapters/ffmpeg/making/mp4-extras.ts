// Reads from an MP4's index what a finished file must not have: sample entries that phones do not know, sounds that nothing reads,
// tags beside the names of the work.
import { type FileHandle, open } from 'node:fs/promises';
import { type Box, listBoxes, type ReadAt } from '../checking/mp4-layout.ts';

/** `entries`: the kinds of samples, of all tracks. `tags`: the names of iTunes' tags; `other` for what is written elsewhere. */
export type Mp4Extras = { readonly entries: readonly string[]; readonly tags: readonly string[] };

const INSIDE = ['mdia', 'minf', 'stbl', 'stsd'];

/** Reads the index `moov`. */
export async function readExtras(read: ReadAt, moov: Box): Promise<Mp4Extras> {
  const boxes = await listBoxes(read, moov.body, moov.end);
  const tracks = boxes.filter(({ type }) => type === 'trak');
  const entries = await Promise.all(tracks.map((track) => entriesOf(read, track)));
  const holders = [
    ...boxes.filter(isHolder),
    ...(await Promise.all(tracks.map(({ body, end }) => listBoxes(read, body, end))))
      .flat()
      .filter(isHolder),
  ];
  const tags = await Promise.all(holders.map((holder) => tagsIn(read, holder)));
  return { entries: entries.flat().map(({ type }) => type), tags: tags.flat() };
}

/**
 * Names the H.265 of a made file as Dolby Vision, which ffmpeg does not: with the other name, its colours are wrong on the screens
 * that it is made for.
 */
export async function nameDolbyVision(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const read = readerOf(file);
    const { size } = await file.stat();
    const moov = (await listBoxes(read, 0, size)).find(({ type }) => type === 'moov');
    const boxes = moov ? await listBoxes(read, moov.body, moov.end) : [];
    for (const track of boxes.filter(({ type }) => type === 'trak'))
      for (const { type, start } of await entriesOf(read, track))
        if (type === 'hvc1') await file.write('dvh1', start + 4, 'latin1');
  } finally {
    await file.close();
  }
}

/** Reads pieces of an open file. */
export function readerOf(file: FileHandle): ReadAt {
  return async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
}

const isHolder = ({ type }: Box) => type === 'udta' || type === 'meta';

async function entriesOf(read: ReadAt, track: Box): Promise<Box[]> {
  let box: Box | undefined = track;
  for (const wanted of INSIDE) {
    if (!box) return [];
    const inside: readonly Box[] = await listBoxes(read, box.body, box.end);
    box = inside.find(({ type }) => type === wanted);
  }
  // After version, flags and a count.
  return box ? listBoxes(read, box.body + 8, box.end) : [];
}

async function tagsIn(read: ReadAt, holder: Box): Promise<string[]> {
  if (holder.type === 'udta') {
    const boxes = await listBoxes(read, holder.body, holder.end);
    const inside = await Promise.all(
      boxes.map(async (box) => (box.type === 'meta' ? tagsIn(read, box) : [box.type])),
    );
    return inside.flat();
  }
  // After version and flags, which QuickTime leaves out; its tags are refused anyway.
  const boxes = await listBoxes(read, holder.body + 4, holder.end);
  const list = boxes.find(({ type }) => type === 'ilst');
  const isPlain = boxes.every(({ type }) => type === 'hdlr' || type === 'ilst' || type === 'free');
  const tags = list ? (await listBoxes(read, list.body, list.end)).map(({ type }) => type) : [];
  return isPlain ? tags : [...tags, 'other'];
}
