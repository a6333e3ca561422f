// How slowly a long body may come: an upload may take longer than other requests as long as it gets on.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/async/clock.ts';

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The slowest pace of a body: with fewer bytes in a window of time it counts as standing still. */
export type SlowestPace = { readonly windowMs: number; readonly minBytes: number };

/** Lets the body of a request take its time while it keeps the pace; ends with the body. */
export type PaceBody = (request: FastifyRequest, slowest: SlowestPace) => void;

/**
 * Node has one time for whole requests, the same for all. Those that are paced are let off when it is over; when one
 * stands still instead, it gets the answer that Node gives to slow ones: 408, and the connection ends. Takes over the
 * server's `clientError` event: call it once for a server and share the result among its routes.
 */
export function paceBodies(server: FastifyInstance['server'], clock: Clock): PaceBody {
  const paced = new WeakSet<Socket>();
  const answers = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[];
  server.removeAllListeners('clientError');
  const answer = (error: Error, socket: Socket) => {
    for (const one of answers) one(error, socket);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === TIMED_OUT && paced.has(socket as Socket)) return;
    answer(inOurWords(error), socket as Socket);
  });

  return ({ raw }, { windowMs, minBytes }) => {
    const { socket } = raw;
    let readBefore = socket.bytesRead;
    let stopLooking = (): void => undefined;
    const end = () => {
      stopLooking();
      paced.delete(socket);
    };
    const look = () => {
      if (socket.bytesRead - readBefore < minBytes) {
        end();
        answer(Object.assign(new Error('the body stands still'), { code: TIMED_OUT }), socket);
        return;
      }
      readBefore = socket.bytesRead;
      stopLooking = clock.after(windowMs, look);
    };
    paced.add(socket);
    stopLooking = clock.after(windowMs, look);
    raw.once('end', end);
    raw.once('close', end);
  };
}

/** A boundary that fills the head is a broken request (400) and not a head with too many fields (431). */
function inOurWords(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Error {
  const isBoundary =
    error.code === 'HPE_HEADER_OVERFLOW' && error.rawPacket?.includes('boundary=', 0, 'latin1');
  return isBoundary ? Object.assign(new Error(error.message), { code: 'HPE_BOUNDARY' }) : error;
}
