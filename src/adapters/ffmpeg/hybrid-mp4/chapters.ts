// The chapters of a hybrid MP4: as a list that most players read, and as a track of texts, which Apple's read. Pure.
import type { Span } from '../../../core/choosing/choice.ts';
import { chaptersWithin } from '../../../shared/media/chapters.ts';
import type { Chapter } from '../../../shared/media/media.ts';
import { UNITY_MATRIX, type WriteBox } from './write-boxes.ts';

/** The content of `chpl`, and of each chapter the text and its milliseconds, one behind the other from the start of the file on. */
export type ChapterTexts = {
  readonly list: Uint8Array;
  readonly texts: readonly Uint8Array[];
  readonly durations: readonly number[];
};

/** In a list, a length is one byte. */
const MAX_TITLE_BYTES = 255;
const TICKS_PER_MILLISECOND = 10_000;
/** Behind a text: it is UTF-8. */
const ENCODING = Buffer.from('\0\0\0\x0cencd\0\0\x01\0', 'latin1');
/** No language, as `mdhd` packs it. */
const UNDETERMINED = 0x55c4_0000;
const TEXT_HANDLER = Buffer.from('text\0\0\0\0\0\0\0\0\0\0\0\0Chapters\0', 'latin1');
/** As QuickTime writes it. */
const GRAPHICS_MODE = Buffer.from('00000000004080008000800000000000', 'hex');
/** Of media in the same file; plain text without a place of its own, and a table with one font. */
const TEXT_ENTRY = Buffer.from(
  `0000000000000001${'00000001'.padEnd(44, '0')}0001${'0'.repeat(12)}0000000d667461620001000100`,
  'hex',
);
/** Of all boxes, and beside the two titles of each chapter. */
const TRACK_BYTES = 1024;
const EACH_BYTES = 9 + 2 + ENCODING.length + 8 + 4;

/** Those of the chapters that lie in a span, which the file shows; null for none. */
export function chapterTexts(chapters: readonly Chapter[], span: Span): ChapterTexts | null {
  const held = chaptersWithin(chapters, span);
  const last = held.at(-1);
  if (!last) return null;
  const titles = held.map(({ title }) => bytesOf(title));
  const starts = held.map(({ startSeconds }) => Math.round(1000 * startSeconds));
  const end = Math.floor(1000 * last.endSeconds);
  return {
    list: Buffer.concat([
      Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, titles.length]),
      ...titles.flatMap((title, at) => [listed(starts[at] ?? 0, title.length), title]),
    ]),
    texts: titles.map((title) => Buffer.concat([Buffer.from([0, title.length]), title, ENCODING])),
    // Its first text is shown from the start on.
    durations: starts.map((start, at) => (starts[at + 1] ?? end) - (at === 0 ? 0 : start)),
  };
}

/** How many bytes all of it takes at most. */
export function chapterBytes(chapters: readonly Chapter[]): number {
  if (chapters.length === 0) return 0;
  return chapters.reduce(
    (sum, { title }) => sum + 2 * bytesOf(title).length + EACH_BYTES,
    TRACK_BYTES,
  );
}

/** UTF-8, cut between two characters. */
function bytesOf(title: string): Buffer {
  const bytes = Buffer.from(title);
  let end = Math.min(bytes.length, MAX_TITLE_BYTES);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function listed(startMs: number, titleBytes: number): Buffer {
  const entry = Buffer.alloc(9);
  entry.writeBigUInt64BE(BigInt(startMs * TICKS_PER_MILLISECOND));
  entry.writeUInt8(titleBytes, 8);
  return entry;
}

/** Writes what is in the `trak` of the texts, which follow each other from byte `textsAt` on; `scale` is that of the movie. */
export function writeChapterTrack(
  box: WriteBox,
  { texts, durations }: ChapterTexts,
  { id, scale, textsAt }: { readonly id: number; readonly scale: number; readonly textsAt: number },
): void {
  const milliseconds = durations.reduce((sum, each) => sum + each, 0);
  const ticks = Math.floor((milliseconds * scale) / 1000);
  // Its flags: in the movie, and not enabled, since nothing is to be shown over the picture.
  box('tkhd', [2, 0, 0, id, 0, ticks, 0, 0, 0, 0], UNITY_MATRIX, [0, 0]);
  box('mdia', () => {
    box('mdhd', [0, 0, 0, 1000, milliseconds, UNDETERMINED]);
    box('hdlr', [0, 0], TEXT_HANDLER);
    box('minf', () => {
      box('gmhd', () => {
        box('gmin', GRAPHICS_MODE);
        box('text', UNITY_MATRIX);
      });
      box('dinf', () => box('dref', [0, 1], () => box('url ', [1])));
      box('stbl', () => {
        box('stsd', [0, 1], () => box('text', TEXT_ENTRY));
        box(
          'stts',
          [0, texts.length],
          durations.flatMap((each) => [1, each]),
        );
        box('stsc', [0, 1, 1, texts.length, 1]);
        box(
          'stsz',
          [0, 0, texts.length],
          texts.map(({ length }) => length),
        );
        box('co64', [0, 1, Math.floor(textsAt / 2 ** 32), textsAt]);
      });
    });
  });
}
