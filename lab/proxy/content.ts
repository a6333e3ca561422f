// The content of a platform's response: status, headers, and bytes that can be read from any position.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { LabAnswer } from '../platform.ts';

/** Outgoing headers; a repeated one is a list. */
export type HeaderTable = Readonly<Record<string, string | readonly string[]>>;

/** Content to send. `open` reads from `start` up to `end`, which is excluded. */
export type Content = {
  readonly status: number;
  readonly headers: HeaderTable;
  readonly bytes: number;
  readonly open: (start: number, end: number) => Readable;
  /** Files have these; a page is always sent whole. */
  readonly validators?: { readonly etag: string; readonly lastModified: string };
};

/** Opens a platform's response. Throws when its file does not exist. */
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
