// The anonymous visitor: an opaque random cookie that scopes progress, cancelling and limits; the server stores only a hash.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../../core/operators/keys/api-key.ts';
import { keyOf } from './request-key.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LIFETIME_SECONDS = 30 * 24 * 3600;

/** The name of the cookie and whether it is `Secure`. */
export type VisitorCookie = { readonly name: string; readonly secure: boolean };

/** Returns `__Host-visitor` if the public URL is https, else `visitor`, so that http works in a local network. */
export function visitorCookie(publicUrl: string | undefined): VisitorCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  return { name: secure ? '__Host-visitor' : 'visitor', secure };
}

/** Returns the visitor's id: that of the key, else the hex SHA-256 of the cookie; null for a new visitor. */
export function readVisitor(request: FastifyRequest, cookie: VisitorCookie): string | null {
  const key = keyOf(request);
  if (key) return visitorOf(key);
  const token = request.cookies[cookie.name];
  return token && TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}

/** Returns the visitor's id; sets the cookie for a new visitor. */
export function ensureVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: VisitorCookie,
): string {
  const known = readVisitor(request, cookie);
  if (known) return known;
  const token = randomBytes(32).toString('base64url');
  reply.setCookie(cookie.name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: cookie.secure,
    maxAge: LIFETIME_SECONDS,
  });
  return createHash('sha256').update(token).digest('hex');
}
