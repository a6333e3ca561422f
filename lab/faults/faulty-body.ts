// Faulty response bodies: stalled, truncated, with holes, or throttled.
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange } from '../proxy/exchange.ts';
import type { Met } from './fault-rules.ts';

const TRICKLE_MS = 50;

/** A body to send: `source` holds the announced bytes, `start` is the position of its first byte in the file. */
type Body = Exchange & {
  readonly source: Readable;
  readonly start: number;
  readonly bytes: number;
};

/** Returns what sends a body with this fault; undefined when the fault does not change the body. */
export function faultyBody({ fault, isOver }: Met): ((body: Body) => Promise<void>) | undefined {
  switch (fault.kind) {
    case 'stall':
      return (body) => sendSome(body, fault.afterBytes);
    case 'reset':
      return async (body) => {
        await sendSome(body, fault.afterBytes);
        body.reset();
      };
    case 'shortBody':
      return async (body) => {
        await sendSome(body, Math.max(0, body.bytes - fault.missingBytes));
        body.response.socket?.end();
      };
    case 'wrongLength':
      return async (body) => {
        await sendSome(body, body.bytes);
        body.response.socket?.end();
      };
    case 'hole':
      return async (body) => {
        await sendChunks(body, punched(body, fault.atBytes, fault.atBytes + fault.lengthBytes));
        body.response.end();
      };
    case 'slow':
      return async (body) => {
        await sendChunks(body, trickled(body, fault.bytesPerSecond, isOver));
        body.response.end();
      };
    default:
      return undefined;
  }
}

function sendSome(body: Body, bytes: number): Promise<void> {
  return sendChunks(body, firstOf(body.source, bytes));
}

/** Writes until the chunks or the client end; then all of them are with the kernel or on the shaped line. */
async function sendChunks(
  { response, source }: Body,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  response.flushHeaders();
  try {
    for await (const chunk of chunks) {
      await new Promise<void>((resolve) => {
        response.write(chunk, () => resolve());
      });
      if (response.destroyed) return;
    }
  } finally {
    source.destroy();
  }
}

async function* firstOf(source: Readable, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  if (left === 0) return;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

async function* punched({ source, start }: Body, from: number, to: number): AsyncGenerator<Buffer> {
  let place = start;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const holed = Buffer.from(chunk);
    holed.fill(0, clamp(from - place, chunk.length), clamp(to - place, chunk.length));
    place += chunk.length;
    yield holed;
  }
}

async function* trickled(
  { source, response }: Body,
  rate: number,
  isOver: () => boolean,
): AsyncGenerator<Buffer> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const piece = Math.max(1, Math.round((rate * TRICKLE_MS) / 1000));
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, isOver() ? undefined : at + piece);
      yield part;
      at += part.length;
      if (isOver()) continue;
      const waited = delay((part.length / rate) * 1000, true, { signal: gone.signal });
      if (!(await waited.catch(() => false))) return; // the client is gone
    }
  }
}

function clamp(place: number, length: number): number {
  return Math.min(length, Math.max(0, place));
}
