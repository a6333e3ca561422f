// Serves the page of one piece with the product's policy, and whatever else a test wants it to answer.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import serveStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { securityHeaders } from '../../../src/http/server/security-headers.ts';
import { buildPiece, type PieceToBuild } from './build-piece.ts';

/** The running server. `origin` has no slash at its end. */
export type PieceServer = { readonly origin: string; readonly close: () => Promise<void> };

const root = path.resolve(import.meta.dirname, '../../..');

/** Builds a page and serves it; the one of late pieces takes `?piece=` and `&dir=`. `answer` may add routes. */
export async function servePiece(
  what: PieceToBuild = { entry: 'piece/piece.tsx', title: 'Piece' },
  answer: (app: FastifyInstance) => void = () => undefined,
): Promise<PieceServer> {
  const piece = await buildPiece(what);
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
