// Tags of an M4A for which ffmpeg has no names: how loud it is, and iTunes' note of where its sound begins and ends.
import { open } from 'node:fs/promises';
import { type Box, listBoxes, type ReadAt } from '../../checking/mp4-layout.ts';
import { inside, readerOf, words } from './patches.ts';

type FreeTags = Readonly<Record<string, string>>;

const OWNER = 'com.apple.iTunes';
/** Sizes of the headers of boxes: plain, and of data with its type and country. */
const [BOX, DATA] = [8, 16];
const UTF_8 = 1;
const MARK = 'keepreel-free-tags ';
/** A list has a cover and a few texts. */
const MOST_LIST_BYTES = 32 * 1024 * 1024;
/** Of a frame of AAC-LC; what is known of other kinds is not counted in the samples that are heard. */
const FRAME_SAMPLES = 1024;
/** Of frames of the same length, by the times of a source that rounds them. */
const MOST_RUNS = 65_536;
const GAPLESS = 'iTunSMPB';

/** The comment that leaves room for tags, by their names and texts in ASCII, and for the note of the sound. */
export function commentFor(tags: FreeTags): string {
  const text = MARK + JSON.stringify(tags);
  const all = { ...tags, [GAPLESS]: gaplessText({ before: 0, behind: 0, shown: 0 }) };
  const room = Buffer.concat(boxesOf(all)).length - BOX - DATA;
  if (text.length > room) throw new TypeError('a comment is shorter than its boxes');
  return text.padEnd(room, ' ');
}

/** Replaces such a comment, which ffmpeg wrote, by its tags and the note; leaves a file without one alone. */
export async function placeFreeTags(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const read = readerOf(file);
    const { size } = await file.stat();
    const moov = (await listBoxes(read, 0, size)).find(({ type }) => type === 'moov');
    const meta = moov && (await inside(read, moov, ['udta', 'meta']));
    if (!meta) return;
    // After version and flags.
    const boxes = await listBoxes(read, meta.body + 4, meta.end);
    const list = boxes.find(({ type }) => type === 'ilst');
    if (!list || list.end - list.start > MOST_LIST_BYTES) return;
    const own = new Map<Box, FreeTags>();
    for (const tag of await listBoxes(read, list.body, list.end)) {
      const tags = await readComment(read, tag);
      if (tags) own.set(tag, tags);
    }
    const [[comment, tags] = []] = own;
    if (!comment || !tags) return;
    const sound = await soundIn(read, moov);
    const written = boxesOf({ ...tags, ...(sound && { [GAPLESS]: gaplessText(sound) }) });
    const before = await read(list.body, comment.start - list.body);
    const behind = await read(comment.end, list.end - comment.end);
    const filled = box('ilst', [Buffer.from(before), ...written, Buffer.from(behind)]);
    const rest = list.end - list.start - filled.length;
    const spare = rest >= BOX ? [box('free', [Buffer.alloc(rest - BOX)])] : [];
    const all = Buffer.concat([filled, ...spare]);
    if (all.length === list.end - list.start) await file.write(all, 0, all.length, list.start);
  } finally {
    await file.close();
  }
}

async function readComment(read: ReadAt, { type, body, end }: Box): Promise<FreeTags | null> {
  if (type !== '\u00a9cmt') return null;
  const text = Buffer.from(await read(body + DATA, end - body - DATA)).toString('latin1');
  return text.startsWith(MARK) ? JSON.parse(text.slice(MARK.length)) : null;
}

/** Samples that are shown, and those of the encoder's before and behind them. */
type SoundEnds = { readonly before: number; readonly behind: number; readonly shown: number };

/** By the edit list of a sound in AAC-LC; null where that says nothing of what is before. */
async function soundIn(read: ReadAt, moov: Box): Promise<SoundEnds | null> {
  const [head, clock, list, times] = await Promise.all(
    [
      ['mvhd'],
      ['trak', 'mdia', 'mdhd'],
      ['trak', 'edts', 'elst'],
      ['trak', 'mdia', 'minf', 'stbl', 'stts'],
    ].map((path) => inside(read, moov, path)),
  );
  if (!head || !clock || !list || !times) return null;
  const [headVersion, , , scale] = await words(read, head.body, 4);
  const [clockVersion, , , rate] = await words(read, clock.body, 4);
  const [listVersion, edits, shown = 0, before = 0] = await words(read, list.body, 4);
  if (headVersion || clockVersion || listVersion || edits !== 1 || scale !== rate) return null;
  const [, runs = 0] = await words(read, times.body, 2);
  if (runs > MOST_RUNS) return null;
  const lengths = await words(read, times.body + 8, runs * 2);
  let [frames, said] = [0, 0];
  for (let at = 0; at < lengths.length; at += 2) {
    frames += lengths[at] ?? 0;
    said += (lengths[at] ?? 0) * (lengths[at + 1] ?? 0);
  }
  const all = frames * FRAME_SAMPLES;
  // The last frame may be said to be shorter; decoders give all of it.
  if (said > all || said <= all - FRAME_SAMPLES) return null;
  const behind = all - before - shown;
  return before > 0 && behind >= 0 ? { before, behind, shown } : null;
}

/** As iTunes writes it: figures of 8 and 16 digits, of which all but the second to fourth are 0. */
function gaplessText({ before, behind, shown }: SoundEnds): string {
  const hex = (value: number, digits = 8) => value.toString(16).toUpperCase().padStart(digits, '0');
  const rest = Array.from({ length: 8 }, () => hex(0));
  return ['', hex(0), hex(before), hex(behind), hex(shown, 16), ...rest].join(' ');
}

function boxesOf(tags: FreeTags): Buffer[] {
  return Object.entries(tags).map(([name, text]) => {
    // As other programs write them.
    const parts = [
      box('mean', [word(0), Buffer.from(OWNER)]),
      box('name', [word(0), Buffer.from(name === GAPLESS ? name : name.toLowerCase())]),
      box('data', [word(UTF_8), word(0), Buffer.from(text)]),
    ];
    return box('----', parts);
  });
}

function box(type: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([word(BOX + body.length), Buffer.from(type, 'latin1'), body]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
