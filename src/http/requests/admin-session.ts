// Who of the operators a request comes from: a cookie that only this site gets back, known to the server as a hash.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admin } from '../../core/operators/admins.ts';
import type { SigningIn } from '../../core/operators/signing-in.ts';
import { AppError } from '../../shared/errors.ts';
import type { LimitRate } from '../server/limit-rate.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** How the cookie is called and whether it needs https. */
export type AdminCookie = { readonly name: string; readonly secure: boolean };

/** `__Host-admin` where https is certain; plain `admin` otherwise, so that http on one's own machine works. */
export function adminCookie(publicUrl: string | undefined): AdminCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  return { name: secure ? '__Host-admin' : 'admin', secure };
}

/** What the browser holds, or null. */
export function readAdminToken(request: FastifyRequest, cookie: AdminCookie): string | null {
  const token = request.cookies[cookie.name];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** Gives the browser its new session, until it is closed. */
export function keepAdminToken(reply: FastifyReply, cookie: AdminCookie, token: string): void {
  reply.setCookie(cookie.name, token, optionsOf(cookie));
}

/** Takes it away. */
export function dropAdminToken(reply: FastifyReply, cookie: AdminCookie): void {
  reply.clearCookie(cookie.name, optionsOf(cookie));
}

function optionsOf({ secure }: AdminCookie) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
}

/** What a route for operators needs to know whose a request is. */
export type AdminGate = {
  readonly signingIn: Pick<SigningIn, 'whoIs'>;
  readonly cookie: AdminCookie;
  readonly limit: LimitRate;
};

/** Makes every route of `app` one for operators: nothing of a request is read before it is known whose it is. */
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

/** The operator behind a request that {@link requireAdmin} let in. */
export function adminOf(request: FastifyRequest): Admin {
  return request.getDecorator<Admin>('admin');
}
