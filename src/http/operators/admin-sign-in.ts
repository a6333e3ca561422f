// POST /api/admin/login, GET /admin/auth-status, GET /admin/profile, POST /admin/logout and /admin/logout-everywhere.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authStatusAnswer, profileAnswer, signInRequest } from '../../shared/api/admin.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import {
  adminOf,
  dropAdminToken,
  keepAdminToken,
  readAdminToken,
  requireAdmin,
} from '../requests/admin-session.ts';
import type { RouteContext } from '../route-context.ts';

/** Larger than any password, so that one that is too long is refused with its own error and not by the size of the body. */
const MAX_SIGN_IN_BYTES = 2 * 1024 * 1024;

type Needs = Pick<RouteContext, 'admin' | 'signingIn' | 'limit' | 'networkOf'>;

/** Registers the routes. */
export function adminSignIn(app: FastifyInstance, needs: Needs): void {
  const { admin, signingIn, limit, networkOf } = needs;
  const { cookie } = admin;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.post(
    '/api/admin/login',
    {
      onRequest: limit('signIn'),
      bodyLimit: MAX_SIGN_IN_BYTES,
      schema: {
        summary: 'Sign in',
        description:
          'Starts a session in a cookie. At most five attempts per 15 minutes. While an account is under attack, an attempt requires the `proof` for the challenge in `params` of `proof_needed`.',
        tags: ['operators'],
        body: signInRequest,
        response: { 200: z.object({ success: z.literal(true) }), default: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const { proof = null, ...typed } = request.body;
      const credentials = { ...typed, proof, network: networkOf(request) };
      const { token } = await signingIn.signIn(credentials, readAdminToken(request, cookie));
      keepAdminToken(reply, cookie, token);
      return { success: true as const };
    },
  );
  typed.get(
    '/admin/auth-status',
    {
      onRequest: limit('operator'),
      schema: {
        summary: 'Get whether this browser is signed in',
        tags: ['operators'],
        response: { 200: authStatusAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const token = readAdminToken(request, cookie);
      return { loggedIn: token !== null && (await signingIn.whoIs(token)) !== null };
    },
  );
  typed.post(
    '/admin/logout',
    {
      onRequest: limit('operator'),
      schema: {
        summary: 'Sign out',
        tags: ['operators'],
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const token = readAdminToken(request, cookie);
      if (token !== null) await signingIn.signOut(token);
      dropAdminToken(reply, cookie);
      return reply.header('Cache-Control', 'no-store').status(204).send(null);
    },
  );
  app.register(async (signedIn) => {
    requireAdmin(signedIn, admin);
    ofSignedIn(signedIn, needs);
  });
}

function ofSignedIn(app: FastifyInstance, { signingIn, admin: { cookie } }: Needs): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/admin/profile',
    {
      schema: {
        summary: 'Get the signed-in operator',
        tags: ['operators'],
        response: { 200: profileAnswer, default: errorAnswer },
      },
    },
    async (request) => ({ admin: { email: adminOf(request).email } }),
  );
  typed.post(
    '/admin/logout-everywhere',
    {
      schema: {
        summary: 'Sign out in every browser',
        tags: ['operators'],
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const token = readAdminToken(request, cookie);
      if (token !== null) await signingIn.signOutEverywhere(token);
      dropAdminToken(reply, cookie);
      return reply.status(204).send(null);
    },
  );
}
