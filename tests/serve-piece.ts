// Serves the page of one piece with the product's policy, and whatever else a test wants it to answer.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import serveStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { securityHeaders } from '../src/http/security-headers.ts';
import { buildPiece } from './build-piece.ts';

/** The running server. `origin` has no slash at its end. */
export type PieceServer = { readonly origin: string; readonly close: () => Promise<void> };

const root = path.resolve(import.meta.dirname, '..');

/** Builds the page and serves it. `answer` may add routes; `build` may make another page of its kind. */
export async function servePiece(
  answer: (app: FastifyInstance) => void = () => undefined,
  build: typeof buildPiece = buildPiece,
): Promise<PieceServer> {
  const piece = await build();
  const app = Fastify({ forceCloseConnections: true });
  await securityHeaders(app, undefined);
  await app.register(serveStatic, { root: piece.folder });
  app.get('/icon.svg', (_request, reply) => reply.sendFile('icon.svg', path.join(root, 'public')));
  answer(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await app.close();
      await piece.remove();
    },
  };
}
