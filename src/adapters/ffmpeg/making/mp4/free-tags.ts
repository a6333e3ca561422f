// Tags of an M4A for which ffmpeg has no names: it writes them into the comment, which becomes boxes of the same size.
import { open } from 'node:fs/promises';
import { listBoxes } from '../../checking/mp4-layout.ts';
import { inside, readerOf } from './patches.ts';

type FreeTags = Readonly<Record<string, string>>;

const OWNER = 'com.apple.iTunes';
/** Sizes of the headers of boxes: plain, and of data with its type and country. */
const [BOX, DATA] = [8, 16];
const UTF_8 = 1;
const MARK = 'keepreel-free-tags ';

/** The comment that leaves room for tags, by their names and texts in ASCII. */
export function commentFor(tags: FreeTags): string {
  const text = MARK + JSON.stringify(tags);
  const room = Buffer.concat(boxesOf(tags)).length - BOX - DATA;
  if (text.length > room) throw new TypeError('a comment is shorter than its boxes');
  return text.padEnd(room, ' ');
}

/** Replaces such a comment by its tags; leaves a file without one alone. */
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
    for (const { body, start, end, type } of list
      ? await listBoxes(read, list.body, list.end)
      : []) {
      if (type !== '\u00a9cmt') continue;
      const text = Buffer.from(await read(body + DATA, end - body - DATA)).toString('latin1');
      if (!text.startsWith(MARK)) continue;
      const written = Buffer.concat(boxesOf(JSON.parse(text.slice(MARK.length))));
      if (written.length === end - start) await file.write(written, 0, written.length, start);
    }
  } finally {
    await file.close();
  }
}

function boxesOf(tags: FreeTags): Buffer[] {
  return Object.entries(tags).map(([name, text]) => {
    // As other programs write them.
    const parts = [
      box('mean', [word(0), Buffer.from(OWNER)]),
      box('name', [word(0), Buffer.from(name.toLowerCase())]),
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
