// Lets an upload take longer than Node's request timeout as long as it keeps a minimum pace.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/async/clock.ts';

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The minimum pace of a body: with fewer bytes per window it counts as stalled. */
export type SlowestPace = { readonly windowMs: number; readonly minBytes: number };

/** The pace of a modem: at this rate 50 MB take more than six hours. */
export const MODEM_PACE: SlowestPace = { windowMs: 30_000, minBytes: 64 * 1024 };

/** Exempts a request from the timeout while its body keeps the pace. */
export type PaceBody = (request: FastifyRequest, slowest: SlowestPace) => void;

/**
 * Node has one timeout for all requests. Paced requests are exempt from it; one that stalls gets the response that Node
 * gives to slow requests: 408, and the connection is closed. Takes over the server's `clientError` event: call it once per
 * server and share the result among its routes.
 */
export function paceBodies(server: FastifyInstance['server'], clock: Clock): PaceBody {
  const paced = new WeakSet<Socket>();
  const listeners = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[];
  server.removeAllListeners('clientError');
  const answer = (error: Error, socket: Socket) => {
    for (const listener of listeners) listener(error, socket);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === TIMED_OUT && paced.has(socket as Socket)) return;
    answer(withBoundaryCode(error), socket as Socket);
  });

  return ({ raw }, { windowMs, minBytes }) => {
    const { socket } = raw;
    let readBefore = socket.bytesRead;
    let stopTimer = (): void => undefined;
    const end = () => {
      stopTimer();
      paced.delete(socket);
    };
    const check = () => {
      if (socket.bytesRead - readBefore < minBytes) {
        end();
        answer(Object.assign(new Error('the body stalled'), { code: TIMED_OUT }), socket);
        return;
      }
      readBefore = socket.bytesRead;
      stopTimer = clock.after(windowMs, check);
    };
    paced.add(socket);
    stopTimer = clock.after(windowMs, check);
    raw.once('end', end);
    raw.once('close', end);
  };
}

/** An overlong multipart boundary is a malformed request (400), not one with too many header fields (431). */
function withBoundaryCode(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Error {
  const isBoundary =
    error.code === 'HPE_HEADER_OVERFLOW' && error.rawPacket?.includes('boundary=', 0, 'latin1');
  return isBoundary ? Object.assign(new Error(error.message), { code: 'HPE_BOUNDARY' }) : error;
}
