// Reads the chapters of files: as ffprobe understands them, and of an MP3 by hand, from the frames of its tag.
import { readFile } from 'node:fs/promises';
import { runTool } from '../../../lab/media/run-tool.ts';

/** A chapter; times in seconds. */
export type ReadChapter = {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
};

/** The chapters by ffprobe. `reader` are options of it. */
export async function chaptersOf(
  path: string,
  reader: readonly string[] = [],
): Promise<ReadChapter[]> {
  const words = ['-v', 'error', ...reader, '-show_chapters', '-of', 'json', path];
  const { chapters } = JSON.parse(String(await runTool('ffprobe', words)));
  return chapters.map(({ start_time: start, end_time: end, tags }: Record<string, never>) => ({
    title: titleOf(tags?.['title'] ?? ''),
    startSeconds: Number(start),
    endSeconds: Number(end),
  }));
}

/** A backslash at the end is written with a space behind it. */
const titleOf = (title: string) => title.replace(/\\ $/, '\\');

type Frame = { readonly id: string; readonly body: Buffer };

/** The frames of ID3v2.3: a name, a length, flags. */
function framesIn(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + 10 <= bytes.length && bytes[at] !== 0; ) {
    const end = at + 10 + bytes.readUInt32BE(at + 4);
    frames.push({ id: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 10, end) });
    at = end;
  }
  return frames;
}

/** A text: its encoding, then the text. */
function textOf(body: Buffer): string {
  const text = new TextDecoder(body[0] === 1 ? 'utf-16le' : 'latin1').decode(body.subarray(1));
  return text.replace(/^\ufeff|\0+$/g, '');
}

/** The chapters of an MP3 by the frames CHAP, in the order of the frame CTOC. Throws if that names others. */
export async function id3ChaptersOf(path: string): Promise<ReadChapter[]> {
  const bytes = await readFile(path);
  const version = bytes.toString('latin1', 0, 3) + bytes[3];
  if (version !== 'ID33') throw new Error(`its tag is ${version}`);
  const length = bytes.subarray(6, 10).reduce((sum, seven) => sum * 128 + seven, 0);
  const frames = framesIn(bytes.subarray(10, 10 + length));
  const chapters = new Map<string, ReadChapter>();
  for (const { body } of frames.filter(({ id }) => id === 'CHAP')) {
    const end = body.indexOf(0);
    const title = framesIn(body.subarray(end + 17)).find(({ id }) => id === 'TIT2');
    chapters.set(body.toString('latin1', 0, end), {
      title: titleOf(title ? textOf(title.body) : ''),
      startSeconds: body.readUInt32BE(end + 1) / 1000,
      endSeconds: body.readUInt32BE(end + 5) / 1000,
    });
  }
  const [toc, ...others] = frames.filter(({ id }) => id === 'CTOC').map(({ body }) => body);
  if (!toc) return [];
  const from = toc.indexOf(0) + 1;
  const names = toc
    .toString('latin1', from + 2)
    .split('\0')
    .slice(0, toc[from + 1]);
  if (others.length > 0 || names.join() !== [...chapters.keys()].join() || toc[from] !== 3)
    throw new Error(`its table names ${names.join()}`);
  return [...chapters.values()];
}
