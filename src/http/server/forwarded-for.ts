// Reads X-Forwarded-For as proxies write it, and says once when it arrives although no proxy is trusted.
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';
const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const IN_BRACKETS = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/i;
const WARNING =
  'X-Forwarded-For was sent, but TRUSTED_PROXIES is empty. If a proxy stands in front of this server, all its visitors share one limit: set TRUSTED_PROXIES to its address.';

/**
 * Registers it; to be called before anything asks for the address of a request. Azure and IIS among others add the port
 * of the connection. It goes before Fastify compares the addresses with the trusted proxies, which may be written so too.
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

/** The address alone; anything else stays what it is, and no limiter can read it. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  return IPV4_WITH_PORT.exec(text)?.[1] ?? IN_BRACKETS.exec(text)?.[1] ?? text;
}
