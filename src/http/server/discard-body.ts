// Discards the rest of a body after an early response, so that a refused upload need not be received in full.
import type { FastifyInstance } from 'fastify';

/**
 * Time for the response to arrive: many clients read it only when they have sent everything, and a connection that is closed before
 * has none for them.
 */
const LINGER_MS = 20_000;

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
