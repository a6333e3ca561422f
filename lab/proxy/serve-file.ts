// Plans and sends responses as an origin does: one range, validators, If-Range, exact length, HEAD.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Content, HeaderTable } from './content.ts';

/** A planned response: its headers, and which bytes of the content follow (`end` is excluded). */
export type Reply = {
  readonly status: number;
  readonly headers: HeaderTable;
  readonly start: number;
  readonly end: number;
  /** The Content-Length; null sends chunks. */
  readonly announcedBytes: number | null;
};

/** Decides between 200, 206 and 416. */
export function planReply(asked: IncomingHttpHeaders, content: Content): Reply {
  const { status, bytes, validators } = content;
  const whole = { status, start: 0, end: bytes, announcedBytes: bytes };
  if (validators === undefined) return { ...whole, headers: content.headers };
  const headers = {
    ...content.headers,
    'accept-ranges': 'bytes',
    etag: validators.etag,
    'last-modified': validators.lastModified,
  };
  const ifRange = asked['if-range'];
  const isCurrent =
    ifRange === undefined || ifRange === validators.etag || ifRange === validators.lastModified;
  const range = isCurrent ? readRange(asked.range, bytes) : undefined;
  if (range === undefined) return { ...whole, headers };
  if (range === 'outside') {
    const headersOf416 = { ...headers, 'content-range': `bytes */${bytes}` };
    return { status: 416, headers: headersOf416, start: 0, end: 0, announcedBytes: 0 };
  }
  const { start, end } = range;
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end - 1}/${bytes}` },
    start,
    end,
    announcedBytes: end - start,
  };
}

/** Parses one byte range; `undefined` for none, several, or an invalid one: these get the whole file. */
function readRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'outside' | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const first = parts?.[1] ?? '';
  const last = parts?.[2] ?? '';
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const start = Math.max(0, bytes - Number(last));
    return start === bytes ? 'outside' : { start, end: bytes };
  }
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= bytes ? 'outside' : { start, end };
}

/** Writes the status line and the headers. */
export function sendHead(response: ServerResponse, reply: Reply): void {
  for (const [name, value] of Object.entries(reply.headers)) {
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  if (reply.announcedBytes !== null) response.setHeader('content-length', reply.announcedBytes);
  response.writeHead(reply.status);
}

/** Sends the whole response; `hasBody` is false for HEAD. */
export async function sendReply(
  response: ServerResponse,
  reply: Reply,
  content: Content,
  hasBody: boolean,
): Promise<void> {
  sendHead(response, reply);
  if (hasBody && reply.end > reply.start)
    await sendBody(content.open(reply.start, reply.end), response);
  else response.end();
}

/** A client that disconnects is not an error of the lab; a file that cannot be read is. */
async function sendBody(body: Readable, response: ServerResponse): Promise<void> {
  // It may have left while the file was opened.
  if (response.destroyed) return void body.destroy();
  await pipeline(body, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
