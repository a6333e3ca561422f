// The key that a request was recognized by, and what follows from it: whose request it is, and for which network it counts.
import type { FastifyRequest } from 'fastify';
import { type ApiKey, visitorOf } from '../../core/operators/keys/api-key.ts';
import type { NetworkOf } from '../server/limit-rate.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with Fastify's own
  interface FastifyContextConfig {
    /** Programs may ask with a key. */
    readonly takesKey?: boolean;
  }
}

/** The configuration of a route that takes keys. */
export const TAKES_KEY = { takesKey: true } as const;

/** The name under which a request carries its key; null for a visitor. */
export const KEY_DECORATOR = 'key';

/** The key of a request, or null for a visitor. */
export function keyOf(request: FastifyRequest): ApiKey | null {
  return request.getDecorator<ApiKey | null>(KEY_DECORATOR);
}

/** Counts requests for their address, of which `networkOf` knows the rate key; those of a program for its key alone. */
export function networkWithKeys(networkOf: (address: string) => string): NetworkOf {
  return (request) => {
    const key = keyOf(request);
    return key?.kind === 'program' ? visitorOf(key) : networkOf(request.ip);
  };
}

/** How many open downloads the key of a request may have; undefined for what every visitor may have. */
export function maxOpenOf(request: FastifyRequest): number | undefined {
  return keyOf(request)?.limits.openJobs ?? undefined;
}
