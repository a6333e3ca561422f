// Shapes the lab's connections: round-trip time and download rate per connection.
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createDelayLine } from './delay-line.ts';

/** The shape of every connection. A limit of null is none. Slow start and loss are not modelled. */
export type Shape = {
  readonly rttMs: number;
  readonly bytesPerSecondPerConnection: number | null;
};

/** No delay and no limit. */
export const PLAIN: Shape = { rttMs: 0, bytesPerSecondPerConnection: null };

// The capacity of a line, like a TCP window: enough for 100 MB/s at 40 ms, and little enough for hundreds of
// connections.
const LARGEST_WINDOW_BYTES = 2 * 1024 * 1024;
const SMALLEST_WINDOW_BYTES = 32 * 1024;
// A TLS record. Smaller pieces make a limited line flow evenly instead of in bursts.
const PIECE_BYTES = 16 * 1024;

/**
 * Returns the origin's end of a connection with this shape, for a TLS or HTTP server. Without a shape it is the socket
 * itself, so that the plain lab costs nothing. `opensInMs` delays the client's first bytes.
 */
export function shapeConnection(socket: Socket, shape: Shape, opensInMs = 0): Duplex {
  if (shape.rttMs === 0 && shape.bytesPerSecondPerConnection === null) return socket;
  return new ShapedConnection(socket, shape, opensInMs);
}

class ShapedConnection extends Duplex {
  readonly #socket: Socket;
  readonly #up;
  readonly #down;
  #written: ((error?: Error | null) => void) | undefined;
  #ended: ((error?: Error | null) => void) | undefined;

  constructor(
    socket: Socket,
    { rttMs, bytesPerSecondPerConnection: rate }: Shape,
    opensInMs: number,
  ) {
    super({ allowHalfOpen: true, writableHighWaterMark: PIECE_BYTES });
    this.#socket = socket;
    const delayMs = rttMs / 2;
    this.#up = createDelayLine({
      delayMs,
      bytesPerSecond: null,
      notBeforeMs: performance.now() + opensInMs,
      maxBytes: LARGEST_WINDOW_BYTES,
      deliver: (chunk) => this.push(chunk),
      ready: () => socket.resume(),
      ended: () => this.push(null),
    });
    this.#down = createDelayLine({
      delayMs,
      bytesPerSecond: rate,
      notBeforeMs: 0,
      maxBytes: windowBytes(delayMs, rate),
      deliver: (chunk) => socket.write(chunk),
      ready: () => this.#finishWrite(),
      ended: () => {
        socket.end();
        this.#ended?.();
      },
    });
    socket.on('data', (chunk: Buffer) => {
      if (!this.#up.send(chunk)) socket.pause();
    });
    socket.on('end', () => this.#up.end());
    socket.on('drain', () => this.#down.resume());
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#up.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    let hasRoom = true;
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      hasRoom = this.#down.send(chunk.subarray(at, at + PIECE_BYTES));
    }
    if (hasRoom) done();
    else this.#written = done;
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#ended = done;
    this.#down.end();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#up.destroy();
    this.#down.destroy();
    this.#finishWrite();
    this.#socket.destroy();
    done(error);
  }

  #finishWrite(): void {
    const done = this.#written;
    this.#written = undefined;
    done?.();
  }
}

/** Space for the bytes in transit at this rate and delay, and for 50 ms more. */
function windowBytes(delayMs: number, rate: number | null): number {
  if (rate === null) return LARGEST_WINDOW_BYTES;
  const wanted = (rate * (delayMs + 50)) / 1000;
  return Math.min(LARGEST_WINDOW_BYTES, Math.max(SMALLEST_WINDOW_BYTES, wanted));
}
