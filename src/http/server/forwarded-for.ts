// Normalises X-Forwarded-For, and warns once if it arrives although no proxy is trusted.
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';
const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const IN_BRACKETS = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/i;
const WARNING =
  'X-Forwarded-For was sent, but TRUSTED_PROXIES is empty. If this server is behind a proxy, all visitors share one rate limit: set TRUSTED_PROXIES to the address of the proxy.';

/**
 * Registers the hook. Call it before anything reads the address of a request. Azure and IIS among others append the port,
 * which must be removed before Fastify compares the addresses with the trusted proxies.
 */
export function readForwardedFor(app: FastifyInstance, trustedProxies: readonly string[]): void {
  let hasWarned = false;
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw;
    const sent = headers[HEADER];
    if (sent === undefined) return;
    if (trustedProxies.length > 0) {
      headers[HEADER] = String(sent).split(',').map(withoutPort).join(', ');
    } else if (!hasWarned) {
      hasWarned = true;
      app.log.warn(WARNING);
    }
  });
}

/** Removes the port from an address; other text stays unchanged, and rate limits refuse it. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  return IPV4_WITH_PORT.exec(text)?.[1] ?? IN_BRACKETS.exec(text)?.[1] ?? text;
}
