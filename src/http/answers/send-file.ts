// Sends a file of known length, whole or as one range, with backpressure; used by every route that serves stored files.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/async/clock.ts';
import type { ByteRange } from '../../core/files/stored-file.ts';
import { AppError } from '../../shared/errors.ts';
import { isKnown } from '../downloads/file-headers.ts';
import { readRange } from '../requests/byte-range.ts';
import { pacedBody } from '../server/paced-body.ts';

/**
 * How long a client may read nothing. The kernel wakes a writer only when a third of its buffer (4 MB at most) is free,
 * so two minutes require at most about 11 kB/s, and 1 kB/s of most clients.
 */
const MAX_STALL_MS = 120_000;

/** A file to send. `etag` is strong and quoted; `headers` are sent with 200, 206 and 304. */
export type SentFile = {
  readonly bytes: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly read: (range: ByteRange | null) => Promise<AsyncIterable<Uint8Array>>;
};

/** Answers GET or HEAD with the file. Throws AppError `bad_range`, and what `read` throws. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  clock: Clock,
): Promise<FastifyReply> {
  const { bytes, etag, headers, read } = file;
  if (isKnown(request.headers['if-none-match'], etag)) {
    return reply.status(304).headers(headers).send();
  }
  const isHead = request.method === 'HEAD';
  const ifRange = request.headers['if-range'];
  const isSameFile = ifRange === undefined || ifRange === etag;
  const wanted = isHead || !isSameFile ? 'whole' : readRange(request.headers.range, bytes);
  if (wanted === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${bytes}`);
    throw new AppError('bad_range');
  }
  const range = wanted === 'whole' ? null : wanted;
  const source = isHead ? null : await read(range);
  // Set last, so that an error response does not carry the headers of the file.
  reply.headers(headers).header('Content-Length', range ? range.end - range.start + 1 : bytes);
  if (range) reply.header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  reply.status(range ? 206 : 200);
  return source ? reply.send(pacedBody(source, { clock, maxStallMs: MAX_STALL_MS })) : reply.send();
}
