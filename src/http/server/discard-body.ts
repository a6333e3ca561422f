// Discards the rest of a body after an early response, so that a refused upload need not be received in full.
import type { FastifyInstance } from 'fastify';

/** Time for the response to arrive: closing the connection at once could lose it. */
const LINGER_MS = 1000;

/** Registers it for every route of `app`. */
export function discardBody(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    // Injected requests have no `complete`.
    if (raw.complete !== false) return;
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
  });
}
