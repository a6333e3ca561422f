// Recognizes the key of a request: `Authorization: Bearer kr_…` on the routes that take one. A key in the address is refused.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeyService } from '../../core/operators/keys/api-keys.ts';
import { AppError } from '../../shared/errors.ts';
import { holdsKey, readBearer } from './credentials.ts';
import { allowOrigin, answerPreflight, type KeyPaths } from './cross-origin.ts';
import { KEY_DECORATOR, keyOf } from './request-key.ts';
import { isSameSite } from './same-site.ts';

const KEY_NAMES = ['key', 'api_key', 'apikey', 'access_token'];

type Needs = {
  readonly apiKeys: Pick<ApiKeyService, 'recognize' | 'hasOrigin'>;
  readonly publicUrl: string | undefined;
  /** The rate key of an address. */
  readonly networkOf: (address: string) => string;
  readonly paths: KeyPaths;
};

/** Registers the check, before anything reads the visitor's cookie, and the answers to browsers' preflights. */
export function recognizeKeys(app: FastifyInstance, needs: Needs): void {
  app.decorateRequest(KEY_DECORATOR, null);
  app.addHook('onRequest', async (request, reply) => {
    refuseKeyInAddress(request);
    if (request.method === 'OPTIONS') return answerPreflight(request, reply, needs);
    await recognize(request, reply, needs);
  });
}

async function recognize(request: FastifyRequest, reply: FastifyReply, needs: Needs) {
  const { authorization } = request.headers;
  if (authorization === undefined) return;
  const secret = readBearer(authorization);
  if (!request.routeOptions.config?.takesKey) {
    if (secret !== null && !request.is404) throw new AppError('key_not_allowed');
    return;
  }
  try {
    const network = needs.networkOf(request.ip);
    request.setDecorator(
      KEY_DECORATOR,
      await needs.apiKeys.recognize(isSentOnce(request) ? secret : null, network),
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'key_unknown')
      reply.header('WWW-Authenticate', 'Bearer');
    throw error;
  }
  allowOrigin(request, reply, {
    origins: keyOf(request)?.origins ?? [],
    isOwn: isSameSite(request, needs.publicUrl),
  });
}

/** Of two such headers, Node drops one, and a proxy in front may have checked the other. */
function isSentOnce({ raw }: FastifyRequest): boolean {
  const isName = (text: string, at: number) =>
    at % 2 === 0 && text.toLowerCase() === 'authorization';
  return raw.rawHeaders.filter(isName).length === 1;
}

/** Addresses end up in histories, in logs of proxies and in `Referer`. */
function refuseKeyInAddress(request: FastifyRequest): void {
  const query = Object.entries(request.query as Readonly<Record<string, unknown>>);
  const isNamed =
    request.routeOptions.config?.takesKey === true &&
    query.some(([name]) => KEY_NAMES.includes(name.toLowerCase()));
  if (isNamed || holdsKey(request.url) || query.some(([, value]) => holdsKey(String(value))))
    throw new AppError('key_in_address');
}
