// Reads from an MP4's index what a finished file must not have: sample entries that phones do not know, sounds that nothing reads,
// tags beside the names of the work.
import { type Box, listBoxes, type ReadAt } from '../../checking/mp4-layout.ts';
import { entriesOf } from './patches.ts';

/** `entries`: the kinds of samples, of all tracks. `tags`: the names of iTunes' tags; `other` for what is written elsewhere. */
export type Mp4Extras = { readonly entries: readonly string[]; readonly tags: readonly string[] };

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

const isHolder = ({ type }: Box) => type === 'udta' || type === 'meta';

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
