// Lets an upload take longer than Node's request timeout as long as it keeps a minimum pace.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/async/clock.ts';

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The minimum pace of a body: with fewer bytes per window it counts as stalled. */
export type SlowestPace = { readonly windowMs: number; readonly minBytes: number };

/** The pace of a modem: at this rate 50 MB take more than six hours. */
export const MODEM_PACE: SlowestPace = { windowMs: 30_000, minBytes: 64 * 1024 };

/** The bytes of a window while others wait for a place: at first, and after a quarter of an hour of waiting. */
const CONTENDED_BYTES = { first: 1024 * 1024, most: 32 * 1024 * 1024 } as const;
/** Twice as many are asked for after each of these, as long as others wait. */
const RISE_MS = 180_000;

/**
 * Exempts a request from the timeout while its body keeps the pace. While `isContended`, more is asked of the slowest of all such
 * bodies.
 */
export type PaceBody = (
  request: FastifyRequest,
  slowest: SlowestPace,
  isContended?: () => boolean,
) => void;

/**
 * Node has one timeout for all requests. Paced requests are exempt from it; one that stalls gets the response that Node
 * gives to slow requests: 408, and the connection is closed. Takes over the server's `clientError` event: call it once per
 * server and share the result among its routes.
 */
export function paceBodies(server: FastifyInstance['server'], clock: Clock): PaceBody {
  /** How fast each body comes now, in bytes a millisecond. */
  const paced = new Map<Socket, () => number>();
  /** The one that was ended for others and is not closed yet. */
  let makingWay: Socket | null = null;
  /** Since when others have waited for a place; null while none does. */
  let contendedAt: number | null = null;
  const askedBytes = () => {
    const doublings = Math.floor((clock.monotonic() - (contendedAt ?? 0)) / RISE_MS);
    return Math.min(CONTENDED_BYTES.most, CONTENDED_BYTES.first * 2 ** doublings);
  };
  const listeners = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[];
  server.removeAllListeners('clientError');
  const answer = (error: Error, socket: Socket) => {
    for (const listener of listeners) listener(error, socket);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === TIMED_OUT && paced.has(socket as Socket)) return;
    answer(withBoundaryCode(error), socket as Socket);
  });

  return ({ raw }, { windowMs, minBytes }, isContended = () => false) => {
    const { socket } = raw;
    let readBefore = socket.bytesRead;
    let startedAt = clock.monotonic();
    // A new body may be as fast as it likes.
    let lastRate = Number.POSITIVE_INFINITY;
    let stopTimer = (): void => undefined;
    const sent = () => socket.bytesRead - readBefore;
    const end = () => {
      stopTimer();
      paced.delete(socket);
    };
    const isInTheWay = () => {
      contendedAt = isContended() ? (contendedAt ?? clock.monotonic()) : null;
      return (
        contendedAt !== null &&
        makingWay === null &&
        sent() < askedBytes() &&
        [...paced.values()].every((rate) => rate() >= sent() / windowMs)
      );
    };
    const check = () => {
      const isSlowest = isInTheWay();
      if (isSlowest) makingWay = socket;
      if (isSlowest || sent() < minBytes) {
        end();
        answer(Object.assign(new Error('the body stalled'), { code: TIMED_OUT }), socket);
        return;
      }
      lastRate = sent() / windowMs;
      readBefore = socket.bytesRead;
      startedAt = clock.monotonic();
      stopTimer = clock.after(windowMs, check);
    };
    paced.set(socket, () => {
      const ms = clock.monotonic() - startedAt;
      return ms < windowMs / 2 ? lastRate : sent() / ms;
    });
    stopTimer = clock.after(windowMs, check);
    raw.once('end', end);
    raw.once('close', () => {
      end();
      if (makingWay === socket) makingWay = null;
    });
  };
}

/** An overlong multipart boundary is a malformed request (400), not one with too many header fields (431). */
function withBoundaryCode(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Error {
  const isBoundary =
    error.code === 'HPE_HEADER_OVERFLOW' && error.rawPacket?.includes('boundary=', 0, 'latin1');
  return isBoundary ? Object.assign(new Error(error.message), { code: 'HPE_BOUNDARY' }) : error;
}
