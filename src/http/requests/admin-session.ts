// The operator of a request: a same-site cookie, of which the server stores only a hash.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admin } from '../../core/operators/admins.ts';
import type { SigningIn } from '../../core/operators/signing-in.ts';
import { AppError } from '../../shared/errors.ts';
import type { LimitRate } from '../server/limit-rate.ts';
import { type SiteCookie, siteCookie } from './site-cookie.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `__Host-admin` if the public URL is https, else `admin`, so that http works on localhost. */
export function adminCookie(publicUrl: string | undefined, basePath: string): SiteCookie {
  return siteCookie('admin', publicUrl, basePath);
}

/** Returns the session token of the request, or null. */
export function readAdminToken(request: FastifyRequest, cookie: SiteCookie): string | null {
  const token = request.cookies[cookie.name];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** Sets the session cookie, which lasts until the browser is closed. */
export function keepAdminToken(reply: FastifyReply, cookie: SiteCookie, token: string): void {
  reply.setCookie(cookie.name, token, optionsOf(cookie));
}

/** Clears the session cookie. */
export function dropAdminToken(reply: FastifyReply, cookie: SiteCookie): void {
  reply.clearCookie(cookie.name, optionsOf(cookie));
}

function optionsOf({ path, secure }: SiteCookie) {
  return { path, httpOnly: true, sameSite: 'strict', secure } as const;
}

/** What is needed to find the operator of a request. */
export type AdminGate = {
  readonly signingIn: Pick<SigningIn, 'whoIs'>;
  readonly cookie: SiteCookie;
  readonly limit: LimitRate;
};

/** Requires a session for every route of `app`, checked before the body is read. */
export function requireAdmin(app: FastifyInstance, needs: AdminGate): void {
  app.decorateRequest('admin', null);
  app.addHook('onRequest', needs.limit('operator'));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const token = readAdminToken(request, needs.cookie);
    const admin = token === null ? null : await needs.signingIn.whoIs(token);
    if (!admin) throw new AppError('not_signed_in');
    request.setDecorator('admin', admin);
  });
}

/** Returns the operator of a request that passed {@link requireAdmin}. */
export function adminOf(request: FastifyRequest): Admin {
  return request.getDecorator<Admin>('admin');
}
