// Relays bytes between a client of the proxy and the dialled connection, in both directions, with back-pressure.
import type { Socket } from 'node:net';

// How long a client may take to read the rest after the origin has closed; the lane no longer meters it.
const LINGER_MS = 30_000;

/**
 * Joins two connections until both are closed. `mayPass` is called for every piece; if it returns false, both are
 * destroyed. An end is relayed after the bytes before it.
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
