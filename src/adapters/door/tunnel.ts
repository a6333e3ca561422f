// Carries bytes between a client of the proxy and the connection that was dialled for it, both ways, with back-pressure.
import type { Socket } from 'node:net';

// A client that does not fetch the rest of what a closed origin sent has this long; the lane's books no longer know it.
const LINGER_MS = 30_000;

/**
 * Joins two connections until both are done. `mayPass` is asked for every piece before it goes on; when it says no, both
 * are destroyed. An end is passed on as an end, after the bytes before it.
 */
export function joinSockets(
  client: Socket,
  origin: Socket,
  mayPass: (from: 'client' | 'origin') => boolean,
): void {
  carry(client, origin, () => mayPass('client'));
  carry(origin, client, () => mayPass('origin'));
}

function carry(from: Socket, to: Socket, mayPass: () => boolean): void {
  from.on('data', (piece) => {
    if (!mayPass()) {
      from.destroy();
      to.destroy();
    } else if (to.writable && !to.write(piece)) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('end', () => to.end());
  from.on('close', () => {
    if (!from.readableEnded) to.destroy();
    else if (!to.destroyed) {
      to.setTimeout(LINGER_MS, () => to.destroy());
      to.end(() => to.destroy());
    }
  });
  if (from.destroyed) to.destroy();
}
