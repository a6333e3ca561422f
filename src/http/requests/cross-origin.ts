// Cross-origin requests: answered for the origins of keys, and for no others. Without a key there is no CORS header at all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeyService } from '../../core/operators/keys/api-keys.ts';
import { AppError } from '../../shared/errors.ts';
import { readKeyOrigin } from '../../shared/keys.ts';
import { type AllowedMethods, watchMethods } from '../server/allowed-methods.ts';
import type { LimitRate } from '../server/limit-rate.ts';

/** What a program in a browser may send… */
const REQUEST_HEADERS = 'authorization, content-type, prefer, range, if-range, if-none-match';
/** …and read. */
const RESPONSE_HEADERS =
  'Retry-After, Location, Preference-Applied, Content-Disposition, Content-Length, Content-Range, Accept-Ranges, ETag, WWW-Authenticate';
const PREFLIGHT_SECONDS = 600;

/** The methods with which a path takes keys, and the rate limit of asking for them. */
export type KeyPaths = { readonly methodsOf: AllowedMethods; readonly limit: LimitRate };

/** Watches the routes that are registered from now on. */
export function watchKeyPaths(app: FastifyInstance, limit: LimitRate): KeyPaths {
  return { methodsOf: watchMethods(app, ({ config }) => config?.takesKey === true), limit };
}

/**
 * Answers a preflight that announces a key for a path that takes keys, from an origin of one that works. Anything else is left
 * to be answered as if there was no CORS.
 */
export async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  needs: { readonly apiKeys: Pick<ApiKeyService, 'hasOrigin'>; readonly paths: KeyPaths },
): Promise<void> {
  const { headers } = request;
  const origin = readOrigin(headers.origin);
  const announced = headers['access-control-request-headers']?.toLowerCase().split(/[\s,]+/);
  if (origin === null || !announced?.includes('authorization')) return;
  const methods = needs.paths.methodsOf(request.url.split('?', 1)[0] ?? '');
  if (methods.length === 0) return;
  await needs.paths.limit('job')(request, reply);
  if (!(await needs.apiKeys.hasOrigin(origin))) return;
  reply
    .status(204)
    .header('Access-Control-Allow-Origin', origin)
    .header('Access-Control-Allow-Methods', methods.join(', '))
    .header('Access-Control-Allow-Headers', REQUEST_HEADERS)
    .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
    .header('Vary', 'Origin')
    .send();
}

/** Lets the origin of a request with a key read the answer. Throws `key_not_allowed` for an origin that is not the key's. */
export function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { origins, isOwn }: { readonly origins: readonly string[]; readonly isOwn: boolean },
): void {
  const { origin } = request.headers;
  reply.header('Vary', 'Origin');
  if (origin === undefined) return;
  if (!origins.includes(origin)) {
    if (isOwn) return;
    throw new AppError('key_not_allowed');
  }
  reply
    .header('Access-Control-Allow-Origin', origin)
    .header('Access-Control-Expose-Headers', RESPONSE_HEADERS);
}

/** The origin, if it is one that a key could have. */
function readOrigin(header: string | undefined): string | null {
  return header !== undefined && readKeyOrigin(header) === header ? header : null;
}
