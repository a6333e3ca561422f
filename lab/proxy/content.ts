// What a platform's answer is made of once it is known: its status, its headers, and bytes that can be read from any place.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { LabAnswer } from '../platform.ts';

/** Headers as they go out; one that is sent several times is a list. */
export type HeaderTable = Readonly<Record<string, string | readonly string[]>>;

/** Something to send. `open` reads from `start` up to but without `end`. */
export type Content = {
  readonly status: number;
  readonly headers: HeaderTable;
  readonly bytes: number;
  readonly open: (start: number, end: number) => Readable;
  /** Files have these; a page is always sent whole. */
  readonly validators?: { readonly etag: string; readonly lastModified: string };
};

/** Reads what a platform answered. Throws when its file is not there. */
export async function contentOf(answer: LabAnswer): Promise<Content> {
  if (!('file' in answer)) {
    const body = Buffer.from(answer.body);
    return {
      status: answer.status ?? 200,
      headers: answer.headers ?? {},
      bytes: body.length,
      open: (start, end) => Readable.from([body.subarray(start, end)]),
    };
  }
  const { file, type } = answer;
  const { size, mtimeMs } = await stat(file);
  return {
    status: 200,
    headers: { ...answer.headers, 'content-type': type },
    bytes: size,
    open: (start, end) =>
      start === end
        ? Readable.from([])
        : createReadStream(file, { start, end: end - 1, highWaterMark: 256 * 1024 }),
    validators: {
      etag: `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`,
      lastModified: new Date(mtimeMs).toUTCString(),
    },
  };
}
