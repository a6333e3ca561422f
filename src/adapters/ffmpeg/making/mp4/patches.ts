// Small changes to the index of an MP4 that was made here, where ffmpeg has no option for them.
import { type FileHandle, open } from 'node:fs/promises';
import { type Box, listBoxes, type ReadAt } from '../../checking/mp4-layout.ts';

/**
 * Names H.265 as Dolby Vision, which ffmpeg does not: with the other name, its colours are wrong on the screens that it is made for.
 */
export function nameDolbyVision(path: string): Promise<void> {
  return withTracks(path, async ({ file, read }, tracks) => {
    for (const track of tracks)
      for (const { type, start } of await entriesOf(read, track))
        if (type === 'hvc1') await file.write('dvh1', start + 4, 'latin1');
  });
}

/**
 * Ends the video after `seconds`: a copy also holds the pictures behind its end that the last ones need, and the edit list says that
 * they are not shown. The sound likewise, whose last frame may be filled up. Leaves alone what ends before, and what has no such list.
 */
export function endTracks(path: string, kind: 'vide' | 'soun', seconds: number): Promise<void> {
  return withTracks(path, async ({ file, read, moov }, tracks) => {
    const header = await inside(read, moov, ['mvhd']);
    if (!header) return;
    const [scale = 0, ends = 0] = await words(read, header.body + 12, 2);
    const end = Math.round(seconds * scale);
    const lengths: number[] = [];
    for (const track of tracks) {
      const [shown, list, handler] = await Promise.all([
        inside(read, track, ['tkhd']),
        inside(read, track, ['edts', 'elst']),
        inside(read, track, ['mdia', 'hdlr']),
      ]);
      if (!shown || !handler) return;
      const [length = 0] = await words(read, shown.body + 20, 1);
      const isMeant = Buffer.from(await read(handler.body + 8, 4)).toString('latin1') === kind;
      const [version, count] = list ? await words(read, list.body, 2) : [];
      const isShortened = isMeant && list && version === 0 && count === 1 && length > end;
      lengths.push(isShortened ? end : length);
      if (!isShortened) continue;
      await writeWord(file, list.body + 8, end);
      await writeWord(file, shown.body + 20, end);
    }
    await writeWord(file, header.body + 16, Math.min(ends, Math.max(...lengths)));
  });
}

type Opened = { readonly file: FileHandle; readonly read: ReadAt; readonly moov: Box };

/** The tracks of an index whose times have 32 bits, as ffmpeg writes them for what is made here; others are left alone. */
export async function withTracks(
  path: string,
  change: (opened: Opened, tracks: readonly Box[]) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const read = readerOf(file);
    const { size } = await file.stat();
    const moov = (await listBoxes(read, 0, size)).find(({ type }) => type === 'moov');
    const boxes = moov ? await listBoxes(read, moov.body, moov.end) : [];
    const header = boxes.find(({ type }) => type === 'mvhd');
    const [version] = header ? await words(read, header.body, 1) : [];
    if (moov && version === 0)
      await change(
        { file, read, moov },
        boxes.filter(({ type }) => type === 'trak'),
      );
  } finally {
    await file.close();
  }
}

/** Numbers of 32 bits. */
export async function words(read: ReadAt, at: number, count: number): Promise<number[]> {
  const bytes = Buffer.from(await read(at, count * 4));
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    bytes.readUInt32BE(index * 4),
  );
}

async function writeWord(file: FileHandle, at: number, word: number): Promise<void> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(word);
  await file.write(bytes, 0, 4, at);
}

/** The box at the end of a path of names. */
export async function inside(
  read: ReadAt,
  from: Box,
  path: readonly string[],
): Promise<Box | undefined> {
  let box: Box | undefined = from;
  for (const wanted of path) {
    if (!box) return undefined;
    const boxes: readonly Box[] = await listBoxes(read, box.body, box.end);
    box = boxes.find(({ type }) => type === wanted);
  }
  return box;
}

export async function entriesOf(read: ReadAt, track: Box): Promise<Box[]> {
  const box = await inside(read, track, ['mdia', 'minf', 'stbl', 'stsd']);
  // After version, flags and a count.
  return box ? listBoxes(read, box.body + 8, box.end) : [];
}

/** Reads pieces of an open file. */
export function readerOf(file: FileHandle): ReadAt {
  return async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
}
