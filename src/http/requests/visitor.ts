// The anonymous visitor: an opaque random cookie that scopes progress, cancelling and limits; the server stores only a hash.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../../core/operators/keys/api-key.ts';
import { AppError } from '../../shared/errors.ts';
import { keyOf } from './request-key.ts';
import { type SiteCookie, siteCookie } from './site-cookie.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LIFETIME_SECONDS = 30 * 24 * 3600;

/** `__Host-visitor` if the public URL is https, else `visitor`, so that http works in a local network. */
export function visitorCookie(publicUrl: string | undefined, basePath: string): SiteCookie {
  return siteCookie('visitor', publicUrl, basePath);
}

/** Returns the visitor's id: that of the key, else the hex SHA-256 of the cookie; null for a new visitor. */
export function readVisitor(request: FastifyRequest, cookie: SiteCookie): string | null {
  const key = keyOf(request);
  if (key) return visitorOf(key);
  const token = request.cookies[cookie.name];
  return token && TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}

/** Returns the visitor's id. Throws `job_not_found` for a new visitor, who has no downloads. */
export function requireVisitor(request: FastifyRequest, cookie: SiteCookie): string {
  const visitor = readVisitor(request, cookie);
  if (visitor === null) throw new AppError('job_not_found');
  return visitor;
}

/** Returns the visitor's id; sets the cookie for a new visitor. */
export function ensureVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: SiteCookie,
): string {
  const known = readVisitor(request, cookie);
  if (known) return known;
  const token = randomBytes(32).toString('base64url');
  reply.setCookie(cookie.name, token, {
    path: cookie.path,
    httpOnly: true,
    sameSite: 'lax',
    secure: cookie.secure,
    maxAge: LIFETIME_SECONDS,
  });
  return createHash('sha256').update(token).digest('hex');
}
