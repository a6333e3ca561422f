// Ends the connection of a client that was answered before it sent all: a no to 50 MB must not wait for them.
import type { FastifyInstance } from 'fastify';

/** Long enough for the answer to arrive; ended at once, a connection may take it along. */
const LINGER_MS = 1000;

/** Registers it for every route of `app`. What still comes meanwhile is thrown away. */
export function leaveUnread(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    // Requests that a test injects have no such word.
    if (raw.complete !== false) return;
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
  });
}
